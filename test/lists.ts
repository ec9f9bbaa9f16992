import type { FeedKind } from '../src/store/kinds.ts'
import type { Envelope, GraphQLAnswer, TestServer } from './server.ts'

type Paging = 'cursor' | 'max_time' | 'page'

/** One list operation as each surface has it. */
export type List = {
  kind: FeedKind
  /** How REST pages it; GraphQL always pages by cursor. */
  paging: Paging
  path: (key: string) => string
  /** The record key that tells elements apart, in REST and in GraphQL. */
  restId: string
  graphId: string
  /** A query with `$key`, `$first` and `$after`, whose connection is `list` within `owner` or at the root. */
  query: string
}

const connection = (field: string, graphId: string, more = '') =>
  `list: ${field}(first: $first, after: $after${more}) {
    edges { cursor node { key: ${graphId} } } nodes { key: ${graphId} } pageInfo { hasNextPage endCursor }
  }`
const document = (keyType: string, body: string) => `query ($key: ${keyType}!, $first: Int, $after: String) { ${body} }`

const ofUser = (kind: FeedKind, field: string, restId: string, graphId: string, paging: Paging = 'cursor'): List => ({
  kind,
  paging,
  path: (key) => `/api/v1/users/${key}/${field}`,
  restId,
  graphId,
  query: document('String', `owner: user(by: { username: $key }) { ${connection(field, graphId)} }`)
})

const postsOf = (kind: FeedKind, folder: string, owner: string): List => ({
  kind,
  paging: 'cursor',
  path: (key) => `/api/v1/${folder}/${key}/posts`,
  restId: 'post_id',
  graphId: 'postId',
  query: document('ID', `owner: ${owner} { ${connection('posts', 'postId')} }`)
})

const search = (kind: FeedKind, path: string, field: string, restId: string, graphId: string): List => ({
  kind,
  paging: 'cursor',
  path: (key) => `/api/v1/search${path}?keyword=${encodeURIComponent(key)}`,
  restId,
  graphId,
  query: document('String', `owner: search(keyword: $key) { ${connection(field, graphId)} }`)
})

/** Every list operation of the specification. */
export const lists: readonly List[] = [
  ofUser('userPosts', 'posts', 'post_id', 'postId'),
  ofUser('userReposts', 'reposts', 'post_id', 'postId'),
  ofUser('userFollowers', 'followers', 'user_id', 'userId', 'max_time'),
  postsOf('soundPosts', 'sounds', 'sound(soundId: $key)'),
  postsOf('placePosts', 'places', 'place(placeId: $key)'),
  postsOf('collectionPosts', 'collections', 'collection(collectionId: $key)'),
  postsOf('hashtagPosts', 'challenges', 'hashtag(by: { hashtagId: $key })'),
  {
    kind: 'soundLibrary',
    paging: 'page',
    path: (key) => `/api/v1/sounds/library?sort=${key}`,
    restId: 'sound_id',
    graphId: 'soundId',
    query: `query ($key: SoundSort!, $first: Int, $after: String) { ${connection('soundLibrary', 'soundId', ', sort: $key')} }`
  },
  search('searchTop', '', 'posts', 'post_id', 'postId'),
  search('searchVideos', '/videos', 'videos', 'post_id', 'postId'),
  search('searchUsers', '/users', 'users', 'user_id', 'userId'),
  search('searchLive', '/live', 'live', 'room_id', 'roomId')
]

/** One page, whichever surface it came from. */
export type ListPage = {
  ids: string[]
  /** Cursor behind each element; GraphQL only. */
  cursors: string[]
  hasMore: boolean
  next: string | null
}

type Connection = {
  edges: { cursor: string; node: { key: string } }[]
  nodes: { key: string }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}
type ConnectionAnswer = { owner?: { list: Connection } | null; list?: Connection }

const withQuery = (path: string, query: Readonly<Record<string, string | number | null>>) => {
  const text = Object.entries(query)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return path + (path.includes('?') ? '&' : '?') + text
}

/** The REST call as it is, for what goes wrong. */
export const askRest = (
  server: TestServer,
  list: List,
  key: string,
  query: Readonly<Record<string, string | number | null>>,
  init: RequestInit = {}
): Promise<{ status: number; body: Envelope<Record<string, string>[]> }> =>
  server.get<Record<string, string>[]>(withQuery(list.path(key), query), init)

/** The GraphQL call as it is, for what goes wrong. */
export const askGraphQL = (
  server: TestServer,
  list: List,
  key: string,
  variables: { first: number; after: string | null }
): Promise<GraphQLAnswer<ConnectionAnswer>> =>
  server.query<ConnectionAnswer>(list.query, {
    key: list.kind === 'soundLibrary' ? key.toUpperCase() : key,
    ...variables
  })

/** A page over REST, by the list's own kind of paging; null starts from the beginning. */
export const restPage = async (
  server: TestServer,
  list: List,
  key: string,
  count: number,
  next: string | null
): Promise<ListPage & { pagination: Record<string, unknown> }> => {
  const parameter = { cursor: 'cursor', max_time: 'max_time', page: 'page' }[list.paging]
  const { status, body } = await askRest(server, list, key, { count, [parameter]: next })
  if (status !== 200 || body.pagination === null) throw new Error(`${status} ${JSON.stringify(body)}`)
  const { pagination } = body
  const ids = body.data.map((record) => String(record[list.restId]))
  const hasMore = pagination.has_more === true
  const following = {
    cursor: pagination.cursor,
    max_time: pagination.next_max_time,
    page: Number(pagination.page) + 1
  }[list.paging]
  return { ids, cursors: [], hasMore, next: hasMore ? String(following) : null, pagination }
}

export const graphPage = async (
  server: TestServer,
  list: List,
  key: string,
  first: number,
  after: string | null
): Promise<ListPage> => {
  const { data, errors } = await askGraphQL(server, list, key, { first, after })
  const found = data?.owner?.list ?? data?.list
  if (found === undefined || errors !== undefined) throw new Error(JSON.stringify(errors))
  const { edges, nodes, pageInfo } = found
  const ids = edges.map(({ node }) => node.key)
  if (JSON.stringify(nodes.map((node) => node.key)) !== JSON.stringify(ids)) throw new Error('nodes differ from edges')
  return {
    ids,
    cursors: edges.map(({ cursor }) => cursor),
    hasMore: pageInfo.hasNextPage,
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null
  }
}
