import { type ColdKeys, mixed } from './cold.ts'
import type { Dataset } from './dataset.ts'
import type { Traffic } from './load.ts'
import { key, type ServerName } from './servers.ts'

/** One request: a path to GET, or the body of a POST to /graphql. */
export type Ask = { path: string } | { body: string }

export type Group =
  | 'REST hot'
  | 'GraphQL repeated'
  | 'GraphQL vary'
  | 'GraphQL first sight'
  | 'GraphQL with a located error'
  | 'Cold reads, REST'
  | 'Cold reads, GraphQL'

export type Workload = {
  group: Group
  title: string
  servers: readonly ServerName[]
  /** Requests whose answers all servers must agree on before anything is timed; the limit is told all of them. */
  samples: () => readonly Ask[]
  /** Whether each answer names an error beside its data. */
  hasErrors?: boolean
  traffic: () => Traffic
  /** Requests a second at which latency is measured. */
  rate: number
  /** Whether what its requests cost is counted as well. */
  isCounted?: boolean
}

/** How a workload is called in tables and by `--only`. */
export const nameOf = ({ group, title }: Pick<Workload, 'group' | 'title'>) => `${group}: ${title}`

export const titles = {
  user: 'one user',
  posts: '20 posts',
  userPosts: 'user + 20 posts',
  authors: '20 posts + authors',
  everything: '100 posts, all fields',
  scorecard: 'a scorecard',
  search: '20 search results'
} as const

/** The twin of a query with an error. */
export const clean = (title: string) => `${title}, the same without`

const queries = {
  user: `($key: String!) {
  user(by: {username: $key}) {
    userId username displayName websiteUrl followersCount followingCount totalLikes totalVideos verified isPrivate bio
    avatarUrl avatarThumbUrl
  }
}`,
  userPosts: `($key: String!) {
  user(by: {username: $key}) {
    username displayName followersCount verified
    posts(first: 20) {
      nodes { postId caption createdAt plays likes comments shares }
      pageInfo { hasNextPage }
    }
  }
}`,
  authors: `($key: ID!) {
  hashtag(by: { hashtagId: $key }) {
    posts(first: 20) {
      nodes {
        postId caption createdAt plays likes
        author { username displayName verified avatarThumbUrl }
      }
      pageInfo { hasNextPage }
    }
  }
}`,
  everything: `($key: String!) {
  user(by: {username: $key}) {
    username
    posts(first: 100) {
      nodes {
        postId caption createdAt isAd plays likes comments shares saves reposts coverUrl shareUrl durationSeconds
        videoHeight videoWidth
        hashtags { hashtagId name }
        author { username displayName verified avatarThumbUrl }
        sound { soundId title author isOriginal }
      }
      pageInfo { hasNextPage }
    }
  }
}`
} as const
type QueryName = keyof typeof queries

const coldQueries = {
  user: queries.user.replace('$key: String!', '$by: UserBy!').replace('{username: $key}', '$by'),
  posts: `($by: UserBy!, $count: Int!) {
  user(by: $by) {
    username
    posts(first: $count) {
      nodes {
        postId caption createdAt plays likes comments shares coverUrl durationSeconds
        hashtags { hashtagId name }
        author { username displayName verified avatarThumbUrl }
        sound { soundId title author isOriginal }
      }
      pageInfo { hasNextPage }
    }
  }
}`
} as const

const post = (query: string, variables: Record<string, unknown>): Ask => ({
  body: JSON.stringify({ query, variables })
})

const text = (ask: Ask): string =>
  'path' in ask
    ? `GET ${ask.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-gateway-key: ${key}\r\n\r\n`
    : `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nx-gateway-key: ${key}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(ask.body)}\r\n\r\n${ask.body}`

const cycle = (asks: readonly Ask[]): Traffic => {
  const requests = asks.map((ask) => Buffer.from(text(ask)))
  let next = 0
  return () => requests[next++ % requests.length]
}

/** A document nobody has seen, each time: its operation has another name. */
let sightings = 0
const firstSight = (query: string, variables: Record<string, unknown>): Traffic => {
  const parts = text(post(`query Q00000000${query}`, variables)).split('00000000')
  return () => parts.join(String(++sightings).padStart(8, '0'))
}

/** `coldKeys` is asked only where cold reads are measured. */
export const makeWorkloads = ({ creators, hashtags }: Dataset, coldKeys: () => ColdKeys): readonly Workload[] => {
  const handles = [...creators.keys()]
  const open = [...creators].filter(([, { profile }]) => !profile.is_private)
  const withPosts = (least: number) => open.filter(([, { posts }]) => posts.length >= least).map(([handle]) => handle)
  const tagsWithPosts = (least: number) =>
    [...hashtags].filter(([, { posts }]) => posts.length >= least).map(([id]) => id)
  const prolific = withPosts(100)
  const [one = ''] = prolific
  const [tag = ''] = tagsWithPosts(100)

  const rest = {
    group: 'REST hot',
    servers: ['bare', 'clipgraph', 'clipgraph-limited', 'clipgraph-logged', 'fastify', 'express'],
    rate: 1_000
  } as const
  const restHot = (title: string, path: string): Workload => ({
    ...rest,
    title,
    samples: () => [{ path }],
    traffic: () => cycle([{ path }]),
    isCounted: true
  })

  const cold = (
    group: 'Cold reads, REST' | 'Cold reads, GraphQL',
    title: string,
    peers: readonly ServerName[],
    asksOf: (keys: ColdKeys) => readonly Ask[]
  ): Workload => {
    let asks: readonly Ask[] | undefined
    let traffic: Traffic | undefined
    const samples = () => {
      asks ??= mixed(asksOf(coldKeys()))
      return asks
    }
    const onward = () => {
      // One for all rounds and servers: each round goes on behind the one before.
      traffic ??= cycle(samples())
      return traffic
    }
    return { group, title, servers: ['statements', 'clipgraph-cold', ...peers], samples, traffic: onward, rate: 0 }
  }
  const coldRest = (title: string, peers: readonly ServerName[], pathsOf: (keys: ColdKeys) => readonly string[]) =>
    cold('Cold reads, REST', title, peers, (keys) => pathsOf(keys).map((path) => ({ path: `/api/v1${path}` })))
  const coldGraph = (
    title: string,
    query: string,
    variablesOf: (keys: ColdKeys) => readonly Record<string, unknown>[]
  ) =>
    cold('Cold reads, GraphQL', title, ['mercurius-sqlite', 'yoga-sqlite'], (keys) =>
      variablesOf(keys).map((variables) => post(`query cold${query}`, variables))
    )

  const vary: Record<QueryName, readonly string[]> = {
    user: handles,
    userPosts: withPosts(20),
    authors: tagsWithPosts(20),
    everything: prolific
  }
  const repeated: Record<QueryName, string> = { user: one, userPosts: one, authors: tag, everything: one }
  const graphql = (Object.keys(queries) as QueryName[]).map((name) => {
    const document = `query ${name}${queries[name]}`
    const rate = name === 'everything' ? 100 : 1_000
    return { name, title: titles[name], document, rate }
  })
  const isShort = ({ name }: { name: QueryName }) => name === 'user' || name === 'userPosts'

  /** One field more, a post: one of the creator's own, or one that there is not. */
  const besidePost = (name: 'user' | 'userPosts', isMissing: boolean): Workload => {
    const query = queries[name].replace(
      '($key: String!) {',
      '($key: String!, $post: ID!) {\n  post(by: {postId: $post}) { caption }'
    )
    const asks = withPosts(20).map((key, index) =>
      post(`query ${name}${query}`, {
        key,
        post: isMissing ? `1${String(index).padStart(18, '0')}` : creators.get(key)?.posts[0]?.post_id
      })
    )
    return {
      group: 'GraphQL with a located error',
      title: isMissing ? titles[name] : clean(titles[name]),
      servers: ['clipgraph-unkept'],
      samples: () => asks,
      hasErrors: isMissing,
      traffic: () => cycle(asks),
      rate: 0
    }
  }

  return [
    restHot(titles.user, `/api/v1/users/${one}`),
    restHot(titles.posts, `/api/v1/users/${one}/posts?count=20`),
    ...graphql.map(({ name, title, document, rate }): Workload => {
      const ask = post(document, { key: repeated[name] })
      return {
        group: 'GraphQL repeated',
        title,
        servers: ['bare', 'clipgraph', 'mercurius', 'apollo', 'yoga'],
        samples: () => [ask],
        traffic: () => cycle([ask]),
        rate,
        isCounted: isShort({ name })
      }
    }),
    ...graphql.map(({ name, title, document, rate }): Workload => {
      const asks = vary[name].map((key) => post(document, { key }))
      return {
        group: 'GraphQL vary',
        title,
        servers: ['bare', 'clipgraph-unkept', 'mercurius', 'apollo', 'yoga'],
        samples: () => asks,
        traffic: () => cycle(asks),
        rate,
        isCounted: isShort({ name })
      }
    }),
    ...graphql.filter(isShort).map(
      ({ name, title, document, rate }): Workload => ({
        group: 'GraphQL first sight',
        title,
        servers: ['clipgraph', 'mercurius', 'apollo', 'yoga'],
        samples: () => [post(document, { key: one })],
        traffic: () => firstSight(queries[name], { key: one }),
        rate
      })
    ),
    ...(['user', 'userPosts'] as const).flatMap((name) => [besidePost(name, true), besidePost(name, false)]),
    coldRest(titles.user, ['fastify-sqlite'], ({ handles, ids }) => [
      ...handles.map((handle) => `/users/${handle}`),
      ...ids.map((id) => `/users/by-id/${id}`)
    ]),
    coldRest(titles.posts, ['fastify-sqlite'], ({ pages }) =>
      pages.map(({ handle, count }) => `/users/${handle}/posts?count=${count}`)
    ),
    coldRest(titles.scorecard, [], ({ open }) => open.map((handle) => `/intelligence/creator/${handle}`)),
    coldRest(titles.search, [], ({ searches }) =>
      searches.map(({ keyword }) => `/search?keyword=${encodeURIComponent(keyword)}&count=20`)
    ),
    coldGraph(titles.user, coldQueries.user, ({ handles, ids }) => [
      ...handles.map((username) => ({ by: { username } })),
      ...ids.map((userId) => ({ by: { userId } }))
    ]),
    coldGraph(titles.posts, coldQueries.posts, ({ pages }) =>
      pages.map(({ handle, count }) => ({ by: { username: handle }, count }))
    )
  ]
}
