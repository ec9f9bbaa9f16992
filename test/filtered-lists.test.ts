import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { postEngagementRate } from '../src/engines/filters/engagement-rate.ts'
import { liveStatuses } from '../src/records/live-statuses.ts'
import type { Post } from '../src/records/post.ts'
import { examples } from '../src/services/examples.ts'
import type { Page } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { idOrderOf } from '../src/store/tables/id-order.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { readTrends } from './brute-force-trends.ts'
import { cases } from './cases.ts'
import { startDeployment, startFacade } from './chain.ts'
import { rows } from './dataset.ts'
import { merged, payloadsOf } from './parts.ts'
import { type TestServer, testKey } from './server.ts'

const maxScan = 130
let server: TestServer
/** Over another server, whose lists it reads page by page. */
let facade: TestServer
/** All public posts. */
let all: readonly Post[]

/** Known growth by which lists are sorted: of public posts by id, and of creators by handle as they write it. */
const growth = { posts: new Map<string, number>(), users: new Map<string, number>() }
const readGrowth = async (): Promise<void> => {
  const { posts, users } = await readTrends(async (sql) => rows(sql))
  for (const { pk, id } of rows<{ pk: number; id: string }>('SELECT pk, post_id AS id FROM posts')) {
    const rate = posts.get(pk)?.growth_week ?? null
    if (rate !== null) growth.posts.set(id, rate)
  }
  for (const { pk, name } of rows<{ pk: number; name: string }>(
    'SELECT pk, username AS name FROM users WHERE handle IS NOT NULL'
  )) {
    const rate = users.get(pk)?.growth_month ?? null
    if (rate !== null) growth.users.set(name, rate)
  }
}

const publicPosts = (): Post[] => {
  const source = openSqlite({ path: inject('defaultDataset'), mediaBase: () => null })
  const posts: Post[] = []
  for (const { handle } of rows<{ handle: string }>('SELECT handle FROM users WHERE NOT is_private')) {
    for (let after: string | null = null; ; ) {
      const page: Page<Post> | null | undefined = source.now?.page('userPosts', handle, {
        count: 100,
        after
      })
      posts.push(...(page?.items ?? []))
      after = page?.next ?? null
      if (after === null) break
    }
  }
  // Those whose account is gone are in no list of a creator.
  for (const { post_id } of rows<{ post_id: string }>('SELECT post_id FROM posts WHERE author_pk IS NULL')) {
    const post = source.now?.lookUp('post', post_id)
    if (post !== null && post !== undefined && 'post_id' in post) posts.push(post)
  }
  void source.close()
  return posts
}

beforeAll(async () => {
  server = await startDeployment()
  facade = await startFacade(server.url, { config: { limits: { ...limits, scan: maxScan } } })
  all = publicPosts()
  await readGrowth()
}, 60_000)
afterAll(async () => {
  await facade.close()
  await server.close()
})

const limits = {
  ...{ tokens: 2_000, depth: 15, aliases: 30, directives: 50, rootFields: 20, nodes: 10_000 },
  ...{ cost: 1_000, reads: 1_000, answerBytes: 32 * 2 ** 20 }
}

type Connection = {
  totalCount: number | null
  nodes: { postId: string; plays: number; engagementRate: number | null }[]
  coverage: { scanned: number; isComplete: boolean } | null
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}
type Arguments = { filter?: object | null; orderBy?: string | null; first?: number; after?: string | null }

const declared = '$filter: PostFilter, $orderBy: PostOrder, $first: Int, $after: String'
const listed = (field: string) => `list: ${field}(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
  totalCount nodes { postId plays engagementRate } coverage { scanned isComplete } pageInfo { hasNextPage endCursor } }`

/** Lists of posts, each with how to ask for it and which posts are in it. */
const owned: Record<string, { query: string; key: () => string; has: (post: Post) => boolean }> = {
  user: {
    query: `owner: user(by: {username: "KEY"}) { ${listed('posts')} }`,
    key: () => examples.username,
    has: ({ author_username }) => author_username === examples.username
  },
  sound: {
    query: `owner: sound(soundId: "KEY") { ${listed('posts')} }`,
    key: () => cases.sound(),
    has: ({ sound_id }) => sound_id === cases.sound()
  },
  hashtag: {
    query: `owner: hashtag(by: {hashtagId: "KEY"}) { ${listed('posts')} }`,
    key: () => cases.hashtag(),
    has: ({ hashtags }) => hashtags.some(({ id }) => id === cases.hashtag())
  },
  place: {
    query: `owner: place(placeId: "KEY") { ${listed('posts')} }`,
    key: () => cases.place(),
    has: ({ post_id }) => membersOf('place', cases.place()).has(post_id)
  },
  collection: {
    query: `owner: collection(collectionId: "KEY") { ${listed('posts')} }`,
    key: () => cases.collection(),
    has: ({ post_id }) => membersOf('collection', cases.collection()).has(post_id)
  }
}

/** A group of posts as the graph gives it. */
type Group = {
  key: string
  count: number
  sum: { plays: number; likes: number }
  meanEngagementRate: number
  node: { id: string } | null
}

const members = new Map<string, Set<string | null>>()
const membersOf = (kind: 'place' | 'collection', id: string): Set<string | null> => {
  const sql =
    kind === 'place'
      ? 'SELECT p.post_id FROM posts p JOIN places o ON o.pk = p.place_pk WHERE o.place_id = ?'
      : 'SELECT p.post_id FROM posts p JOIN collection_posts c ON c.post_pk = p.pk JOIN collections o ON o.pk = c.collection_pk WHERE o.collection_id = ?'
  const found = members.get(kind) ?? new Set(rows<{ post_id: string }>(sql, id).map(({ post_id }) => post_id))
  members.set(kind, found)
  return found
}

const askOwned = async (on: TestServer, name: string, args: Arguments): Promise<Connection> => {
  const list = owned[name]
  if (list === undefined) throw new Error(name)
  const query = list.query.replace('KEY', list.key())
  const answer = await on.query<{ owner: { list: Connection } }>(`query (${declared}) { ${query} }`, args)
  expect(answer.errors).toBeUndefined()
  return (answer.data as { owner: { list: Connection } }).owner.list
}

const askAll = async (args: Arguments): Promise<Connection> => {
  const answer = await server.query<{ list: Connection }>(`query (${declared}) { ${listed('posts')} }`, args)
  expect(answer.errors).toBeUndefined()
  return (answer.data as { list: Connection }).list
}

/** The whole list, by pages. */
const walk = async (ask: (args: Arguments) => Promise<Connection>, args: Arguments) => {
  const ids: string[] = []
  for (let after: string | null = null; ; ) {
    const page: Connection = await ask({ ...args, after })
    ids.push(...page.nodes.map(({ postId }) => postId))
    if (!page.pageInfo.hasNextPage) return ids
    after = page.pageInfo.endCursor
    if (ids.length > 50_000) throw new Error('a walk that does not end')
  }
}

const numbers: Record<string, (post: Post) => number | null> = {
  NEWEST: ({ created_at }) => created_at,
  OLDEST: ({ created_at }) => -created_at,
  PLAYS: ({ plays }) => plays,
  LIKES: ({ likes }) => likes,
  COMMENTS: ({ comments }) => comments,
  SHARES: ({ shares }) => shares,
  SAVES: ({ saves }) => saves,
  ENGAGEMENT_RATE: postEngagementRate,
  DURATION: ({ duration_seconds }) => duration_seconds,
  GROWTH_WEEK: ({ post_id }) => growth.posts.get(post_id ?? '') ?? null
}

/** Ids of posts sorted one by one. */
const sorted = (posts: readonly Post[], order = 'NEWEST'): (string | null)[] => {
  const number = (post: Post) => numbers[order]?.(post) ?? Number.NEGATIVE_INFINITY
  const idOf = ({ post_id }: Post) => idOrderOf(post_id ?? '0')
  return [...posts]
    .sort((a, b) => {
      const [x, y] = [number(a), number(b)]
      return x === y ? b.created_at - a.created_at || idOf(b) - idOf(a) : y - x
    })
    .map(({ post_id }) => post_id)
}

const popular = { plays: { min: 10_000 }, engagementRate: { min: 0.02 } }
const isPopular = (post: Post) => post.plays >= 10_000 && (postEngagementRate(post) ?? 0) >= 0.02

describe('lists over a source that filters', () => {
  test.each(Object.keys(owned))('the posts of a %s are those that meet the filter, sorted', async (name) => {
    const has = owned[name]?.has ?? (() => false)
    const expected = all.filter((post) => has(post) && isPopular(post))
    expect(expected.length).toBeGreaterThan(2)
    const page = await askOwned(server, name, { filter: popular, orderBy: 'PLAYS', first: 50 })
    expect(page.nodes.map(({ postId }) => postId)).toEqual(sorted(expected, 'PLAYS').slice(0, 50))
    expect(page.totalCount).toBe(expected.length)
    expect(page.coverage?.isComplete).toBe(true)
    const ids = await walk((args) => askOwned(server, name, args), { filter: popular, orderBy: 'SHARES', first: 7 })
    expect(ids).toEqual(sorted(expected, 'SHARES'))
  })

  test.each(Object.keys(owned))('without an order the posts of a %s stay in theirs', async (name) => {
    const plain = await walk((args) => askOwned(server, name, args), { first: 50 })
    const kept = new Set(all.filter(isPopular).map(({ post_id }) => post_id))
    const ids = await walk((args) => askOwned(server, name, args), { filter: popular, first: 9 })
    expect(ids).toEqual(plain.filter((id) => kept.has(id)))
  })

  test.each(Object.keys(numbers))('all posts by %s', async (orderBy) => {
    const page = await askAll({ orderBy, first: 100 })
    expect(page.nodes.map(({ postId }) => postId)).toEqual(sorted(all, orderBy).slice(0, 100))
    expect(page.totalCount).toBe(all.length)
  })

  test('any order can be reversed, page by page, and unknown numbers stay last', async () => {
    const ask = (more: string) => async (args: Arguments) => {
      const { data, errors } = await server.query<{ list: Connection }>(
        `query ($first: Int, $after: String) { list: posts(${more}, filter: { plays: { min: 1000000 } }, first: $first, after: $after)
          { nodes { postId } pageInfo { hasNextPage endCursor } } }`,
        args
      )
      expect(errors).toBeUndefined()
      return (data as { list: Connection }).list
    }
    const most = all.filter(({ plays }) => plays >= 1_000_000)
    const byId = new Map(most.map((post) => [post.post_id, post.plays]))
    // Equals keep their order.
    const least = sorted(most, 'PLAYS').toSorted((a, b) => (byId.get(a) ?? 0) - (byId.get(b) ?? 0))
    expect(await walk(ask('orderBy: PLAYS, reverse: true'), { first: 40 })).toEqual(least)
    expect(await walk(ask('orderBy: PLAYS, reverse: false'), { first: 40 })).toEqual(sorted(most, 'PLAYS'))
    const { data } = await server.query<{ users: { nodes: { username: string }[] } }>(
      '{ users(orderBy: USERNAME, reverse: true, first: 5) { nodes { username } } }'
    )
    const names = rows<{ handle: string }>('SELECT handle FROM users ORDER BY handle DESC LIMIT 5')
    expect(data?.users.nodes.map(({ username }) => username.toLowerCase())).toEqual(names.map(({ handle }) => handle))
    for (const field of ['posts', 'users']) {
      const { errors } = await server.query(`{ ${field}(reverse: true, first: 1) { totalCount } }`)
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'reverse' } })
    }
  })

  test('a walk over all posts of a filter is whole and repeats nothing', async () => {
    const filter = { or: [{ isAd: true }, { not: { durationSeconds: { max: 100 } } }] }
    const expected = all.filter(({ is_ad, duration_seconds }) => is_ad || duration_seconds > 100)
    expect(expected.length).toBeGreaterThan(100)
    expect(await walk(askAll, { filter, first: 100 })).toEqual(sorted(expected))
  })

  test('nothing of private accounts', async () => {
    const username = cases.privateUser()
    const page = await askAll({ filter: { authors: { anyOf: [username] } } })
    expect(page).toMatchObject({ totalCount: 0, nodes: [] })
    const { data } = await server.query<{ user: { posts: Connection } }>(
      'query ($name: String!) { user(by: {username: $name}) { posts(orderBy: PLAYS) { totalCount nodes { postId } } } }',
      { name: username }
    )
    expect(data?.user.posts).toEqual({ totalCount: 0, nodes: [] })
  })

  test('plain lists are counted, and aliases do not share results', async () => {
    const { data } = await server.query<Record<string, Record<string, Connection>>>(
      `{ user(by: {username: "${examples.username}"}) {
        plain: posts(first: 3) { totalCount coverage { scanned isComplete } }
        few: posts(first: 3, filter: {plays: {min: 100000}}) { totalCount nodes { plays } }
        none: posts(first: 3, filter: {plays: {min: 9007199254740991}}) { totalCount nodes { plays } }
        oldest: posts(first: 3, orderBy: OLDEST) { totalCount } } }`
    )
    const own = all.filter(({ author_username }) => author_username === examples.username)
    const many = own.filter(({ plays }) => plays >= 100_000)
    expect(data?.user?.plain).toEqual({ totalCount: own.length, coverage: null })
    expect(data?.user?.few?.totalCount).toBe(many.length)
    expect(data?.user?.none).toEqual({ totalCount: 0, nodes: [] })
    expect(data?.user?.oldest?.totalCount).toBe(own.length)
  })

  test('cursors are valid for their filter and order only', async () => {
    const { pageInfo } = await askAll({ filter: popular, orderBy: 'PLAYS', first: 2 })
    const variants: Arguments[] = [
      { filter: popular, orderBy: 'LIKES' },
      { filter: { plays: { min: 10_001 } }, orderBy: 'PLAYS' },
      { orderBy: 'PLAYS' },
      { filter: popular }
    ]
    for (const args of variants) {
      const { errors } = await server.query(`query (${declared}) { ${listed('posts')} }`, {
        ...args,
        after: pageInfo.endCursor
      })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'after' } })
    }
    // The same filter in other words is the same.
    const filter = { engagementRate: { max: null, min: 0.02 }, and: [{ plays: { min: 10_000 } }] }
    const again = await askAll({ filter, orderBy: 'PLAYS', first: 2, after: pageInfo.endCursor })
    expect(again.nodes).toHaveLength(2)
  })

  test('counts may be text of digits, as clients of other languages send large ones', async () => {
    const [{ nodes }, asText] = await Promise.all([
      askAll({ filter: popular, orderBy: 'PLAYS', first: 5 }),
      askAll({ filter: { ...popular, plays: { min: '10000' } }, orderBy: 'PLAYS', first: 5 })
    ])
    expect(asText.nodes).toEqual(nodes)
    const { data } = await server.query('{ posts(filter: { plays: { min: "10000" } }) { totalCount } }')
    const { data: expected } = await server.query('{ posts(filter: { plays: { min: 10000 } }) { totalCount } }')
    expect(data).toEqual(expected)
    for (const min of ['', ' 1', '1e3', '-1', '1.0', '0x10', '1_000', '12345678901234567', true, null, [1]]) {
      const value = min === null ? '{}' : JSON.stringify(min)
      const { errors } = await server.query(`{ posts(filter: { plays: { min: ${value} } }) { totalCount } }`)
      expect(errors?.[0]?.extensions?.code, value).toMatch(/INVALID_PARAM|GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT/)
    }
  })

  test('an owner that does not exist', async () => {
    const { errors } = await server.query(
      `{ user(by: {username: "nobody.has.this.handle"}) { posts(orderBy: PLAYS) { totalCount } } }`
    )
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  test('facets are those of the whole list', async () => {
    const { data, errors } = await server.query<{ posts: { facets: Record<string, never> } }>(
      `query ($filter: PostFilter) { posts(filter: $filter, first: 1) { facets {
        timeline(step: MONTH) { at count plays }
        creators: top(by: CREATOR, first: 5) { ...Group } hashtags: top(by: HASHTAG, first: 5) { ...Group }
        sounds: top(by: SOUND, first: 5) { ...Group } liked: top(by: CREATOR, orderBy: LIKES, first: 5) { ...Group }
        sum { plays likes }
        plays { min median max mean } engagementRate { min max } } } }
      fragment Group on PostGroup { key count sum { plays likes } meanEngagementRate node { id } }`,
      { filter: popular }
    )
    expect(errors).toBeUndefined()
    const expected = all.filter(isPopular)
    const plays = expected.map((post) => post.plays).sort((a, b) => a - b)
    const sum = plays.reduce((total, each) => total + each, 0)
    const facets = data?.posts.facets as unknown as {
      timeline: { at: string; count: number; plays: number }[]
      creators: Group[]
      hashtags: Group[]
      sounds: Group[]
      liked: Group[]
      sum: { plays: number; likes: number }
      plays: { min: number; median: number; max: number; mean: number }
      engagementRate: { min: number; max: number }
    }
    expect(facets.timeline.reduce((total, { count }) => total + count, 0)).toBe(expected.length)
    expect(facets.timeline.reduce((total, { plays }) => total + plays, 0)).toBe(sum)
    const may = expected.filter(({ created_at }) => new Date(created_at * 1_000).toISOString().startsWith('2026-05'))
    expect(facets.timeline.find(({ at }) => at.startsWith('2026-05-01'))?.count).toBe(may.length)
    const total = (posts: readonly Post[], of: 'plays' | 'likes') => posts.reduce((total, post) => total + post[of], 0)
    const top = (keysOf: (post: Post) => (string | null)[], order: 'count' | 'likes' = 'count') => {
      const groups = Map.groupBy(
        expected.flatMap((post) => [...new Set(keysOf(post))].map((key) => ({ key, post }))),
        ({ key }) => key
      )
      return [...groups]
        .flatMap(([key, members]) => {
          if (key === null) return []
          const posts = members.map(({ post }) => post)
          const rates = posts.map((post) => postEngagementRate(post) ?? 0)
          const meanEngagementRate = rates.reduce((total, rate) => total + rate, 0) / rates.length
          const sum = { plays: total(posts, 'plays'), likes: total(posts, 'likes') }
          return [{ key, count: posts.length, sum, meanEngagementRate: expect.closeTo(meanEngagementRate, 9) }]
        })
        .sort((a, b) =>
          order === 'count' ? b.count - a.count || b.sum.plays - a.sum.plays : b.sum.likes - a.sum.likes
        )
        .slice(0, 5)
    }
    const shown = (groups: Group[]) => groups.map(({ node: _, ...group }) => group)
    const byCreator = ({ author_username }: Post) => [author_username]
    expect(shown(facets.creators)).toEqual(top(byCreator))
    expect(shown(facets.liked)).toEqual(top(byCreator, 'likes'))
    expect(shown(facets.sounds)).toEqual(top(({ sound_id }) => [sound_id]))
    expect(shown(facets.hashtags)).toEqual(top(({ hashtags }) => hashtags.map(({ name }) => name)))
    expect(facets.sum).toEqual({ plays: total(expected, 'plays'), likes: total(expected, 'likes') })
    for (const group of [facets.creators, facets.hashtags, facets.sounds].flat()) expect(group.node?.id).toBeTruthy()
    expect(facets.plays.min).toBe(plays[0])
    expect(facets.plays.max).toBe(plays.at(-1))
    expect(facets.plays.mean).toBeCloseTo(sum / plays.length, 3)
    const rates = expected.map((post) => postEngagementRate(post) ?? 0)
    expect(facets.engagementRate).toEqual({ min: Math.min(...rates), max: Math.max(...rates) })
  })

  test('groups by place lead to their places, whose posts they count', async () => {
    const { data, errors } = await server.query<{
      posts: {
        facets: { top: { key: string; count: number; node: { id: string; posts: { totalCount: number } } }[] }
      }
    }>(
      `query ($filter: PostFilter) { posts(filter: $filter, first: 1) { facets { top(by: PLACE, first: 5) {
        key count node { id ... on Place { posts(filter: $filter, first: 1) { totalCount } } } } } } }`,
      { filter: popular }
    )
    expect(errors).toBeUndefined()
    const groups = data?.posts.facets.top ?? []
    expect(groups.length).toBeGreaterThan(0)
    for (const { key, count, node } of groups)
      expect(node).toEqual({ id: toGlobalId('Place', key), posts: { totalCount: count } })
  })

  test('a distribution has its values in bins, as many as asked for at most', async () => {
    const ask = (bins: string) =>
      server.query<{ posts: { facets: { plays: Histogram; engagementRate: Histogram } } }>(
        `query ($filter: PostFilter) { posts(filter: $filter, first: 1) { facets {
          plays { count histogram${bins} { from to count } } engagementRate { count histogram${bins} { from to count } } } } }`,
        { filter: popular }
      )
    type Histogram = { count: number; histogram: { from: number; to: number; count: number }[] }
    const expected = all.filter(isPopular)
    for (const [bins, most] of [['', 24] as const, ['(bins: 5)', 5] as const, ['(bins: null)', 24] as const]) {
      const { data, errors } = await ask(bins)
      expect(errors).toBeUndefined()
      const shown = [
        [data?.posts.facets.plays, expected.map(({ plays }) => plays)] as const,
        [data?.posts.facets.engagementRate, expected.map((post) => postEngagementRate(post) ?? 0)] as const
      ]
      for (const [distribution, values] of shown) {
        const { count, histogram } = distribution ?? { count: 0, histogram: [] }
        expect(count).toBe(values.length)
        expect(histogram.length).toBeGreaterThan(1)
        expect(histogram.length).toBeLessThanOrEqual(most)
        const [{ from, to, count: first }] = histogram as [Histogram['histogram'][number]]
        expect(first).toBe(values.filter((value) => value >= from && value < to).length)
        expect(histogram.reduce((sum, bin) => sum + bin.count, 0)).toBe(values.length)
      }
    }
  })

  test.each([0, 1, 101, 1_000])('a histogram of %i bins is refused', async (bins) => {
    const { data, errors } = await server.query(
      'query ($bins: Int) { posts { facets { plays { min histogram(bins: $bins) { count } } } } }',
      { bins }
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'bins' } })
    expect(data).toMatchObject({ posts: { facets: { plays: { min: 0, histogram: null } } } })
  })

  test.each([0, 51, -1])('a facet of %i entries is refused', async (first) => {
    const { errors } = await server.query(
      'query ($first: Int) { posts { facets { top(by: CREATOR, first: $first) { count } } } }',
      { first }
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'first' } })
  })

  test('posts of a hashtag are counted', async () => {
    const { data } = await server.query<{ hashtag: { postsCount: number } }>(
      `{ hashtag(by: {hashtagId: "${cases.hashtag()}"}) { postsCount } }`
    )
    expect(data?.hashtag.postsCount).toBe(all.filter(owned.hashtag?.has ?? (() => false)).length)
  })

  test('creators are listed and counted', async () => {
    const people = rows<{ username: string; followers: number }>(
      'SELECT username, followers FROM users WHERE followers >= 100000 ORDER BY followers DESC'
    )
    const { data, errors } = await server.query<{
      users: { totalCount: number; nodes: { username: string; followersCount: number }[] }
    }>('{ users(filter: {followers: {min: 100000}}, first: 5) { totalCount nodes { username followersCount } } }')
    expect(errors).toBeUndefined()
    expect(data?.users.totalCount).toBe(people.length)
    expect(data?.users.nodes.map(({ followersCount }) => followersCount)).toEqual(
      people.slice(0, 5).map(({ followers }) => followers)
    )
  })

  test('facets of creators are those of the whole list', async () => {
    type Creator = { followers: number; verified: number; tier: number | null; niche: string | null; live: number }
    const people = rows<Creator & { score: number | null }>(
      `SELECT u.followers, u.verified, s.tier, s.niche, s.authority_score AS score,
        EXISTS (SELECT 1 FROM live_rooms r WHERE r.user_pk = u.pk AND r.status = ${liveStatuses.live}) AS live
      FROM users u LEFT JOIN creator_scores s ON s.user_pk = u.pk WHERE u.followers BETWEEN 100 AND 100000`
    )
    const { data, errors } = await server.query(
      `{ users(filter: {followers: {min: 100, max: 100000}}, first: 1) { facets {
        followers { count unknownCount min max histogram { from to count } } authorityScore { count unknownCount }
        engagementRate { max } tiers { tier count } topNiches(first: 3) { niche count } verifiedCount liveCount } } }`
    )
    expect(errors).toBeUndefined()
    const followers = people.map((person) => person.followers).sort((a, b) => a - b)
    const scored = people.filter(({ score }) => score !== null)
    expect(people.length).toBeGreaterThan(scored.length)
    const niches = new Map<string, number>()
    for (const { niche } of people) if (niche !== null) niches.set(niche, (niches.get(niche) ?? 0) + 1)
    const top = [...niches].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 3)
    expect(data).toEqual({
      users: {
        facets: {
          followers: {
            ...{ count: people.length, unknownCount: 0, min: followers[0], max: followers.at(-1) },
            histogram: expect.arrayContaining([
              { from: 100, to: 150, count: followers.filter((count) => count < 150).length },
              { from: 70_000, to: 100_000, count: followers.filter((count) => count >= 70_000).length }
            ])
          },
          authorityScore: { count: scored.length, unknownCount: people.length - scored.length },
          engagementRate: { max: expect.any(Number) },
          tiers: [1, 2, 3, 4].map((tier) => ({
            tier: `TIER_${tier}`,
            count: people.filter((person) => person.tier === tier).length
          })),
          topNiches: top.map(([niche, count]) => ({ niche, count })),
          verifiedCount: people.filter(({ verified }) => verified === 1).length,
          liveCount: people.filter(({ live }) => live === 1).length
        }
      }
    })
  })

  test('creators of whom nothing is known are counted as such', async () => {
    const { data, errors } = await server.query(
      `{ private: users(filter: {isPrivate: true}, first: 1) { totalCount facets { authorityScore { count } tiers { count } topNiches { count } verifiedCount } }
        search(keyword: "a") { users(first: 1) { facets { liveCount } } } }`
    )
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      private: { facets: { authorityScore: null, tiers: [0, 0, 0, 0].map((count) => ({ count })), topNiches: [] } },
      search: { users: { facets: null } }
    })
  })

  test('growth bounds posts, and sorts and bounds creators', async () => {
    const shrunk = [...growth.posts.values()].filter((rate) => rate < 0)
    expect((await askAll({ filter: { growthWeek: { max: -0.000_001 } } })).totalCount).toBe(shrunk.length)
    const grown = [...growth.users].filter(([, rate]) => rate >= 0.01).sort(([, a], [, b]) => b - a)
    expect(grown.length).toBeGreaterThan(20)
    const { data } = await server.query<{ users: { totalCount: number; nodes: { username: string }[] } }>(
      '{ users(orderBy: GROWTH_MONTH, filter: {growthMonth: {min: 0.01}}, first: 20) { totalCount nodes { username } } }'
    )
    expect(data?.users.totalCount).toBe(grown.length)
    const rates = data?.users.nodes.map(({ username }) => growth.users.get(username))
    expect(rates).toEqual(grown.slice(0, 20).map(([, rate]) => rate))
  })

  test('a walk over all creators is whole, by each order', async () => {
    type Users = { list: { nodes: { username: string }[]; pageInfo: Connection['pageInfo'] } }
    const names = rows<{ username: string }>('SELECT username FROM users WHERE username IS NOT NULL')
    const expected = names.map(({ username }) => username).sort()
    for (const orderBy of [
      ...['FOLLOWERS', 'TOTAL_LIKES', 'ENGAGEMENT_RATE', 'AUTHORITY_SCORE', 'LAST_POST', 'USERNAME', 'GROWTH_MONTH']
    ]) {
      const found: string[] = []
      for (let after: string | null = null; ; ) {
        const { data, errors } = (await server.query<Users>(
          `query ($after: String) { list: users(orderBy: ${orderBy}, first: 100, after: $after) { nodes { username } pageInfo { hasNextPage endCursor } } }`,
          { after }
        )) as { data: Users; errors?: unknown }
        expect(errors).toBeUndefined()
        found.push(...data.list.nodes.map(({ username }) => username))
        if (!data.list.pageInfo.hasNextPage) break
        after = data.list.pageInfo.endCursor
      }
      expect(found.toSorted(), orderBy).toEqual(expected)
      if (orderBy === 'USERNAME') {
        expect(found.map((name) => name.toLowerCase())).toEqual(expected.map((name) => name.toLowerCase()).sort())
      }
    }
  })

  test('creators by what their scorecards say', async () => {
    const { data, errors } = await server.query<{
      users: {
        totalCount: number
        nodes: {
          isPrivate: boolean
          scorecard: {
            scores: { engagementRate: number; creatorAuthorityScore: number; partnershipTier: string }
            intelligence: { primaryNiche: string }
          }
        }[]
      }
    }>(
      `{ users(filter: {tier: [TIER_1, TIER_2], engagementRate: {min: 0.05}, not: {niche: ["cooking"]}}, orderBy: AUTHORITY_SCORE, first: 30) {
        totalCount nodes { isPrivate scorecard { scores { engagementRate creatorAuthorityScore partnershipTier } intelligence { primaryNiche } } } } }`
    )
    expect(errors).toBeUndefined()
    const { nodes = [] } = data?.users ?? {}
    expect(nodes).toHaveLength(30)
    for (const { isPrivate, scorecard } of nodes) {
      expect(isPrivate).toBe(false)
      expect(['TIER_1', 'TIER_2']).toContain(scorecard.scores.partnershipTier)
      expect(scorecard.scores.engagementRate).toBeGreaterThanOrEqual(0.05)
      expect(scorecard.intelligence.primaryNiche).not.toBe('cooking')
    }
    const scores = nodes.map(({ scorecard }) => scorecard.scores.creatorAuthorityScore)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('results of a search', async () => {
    const ask = (more: string) =>
      server.query<{ search: { videos: Connection } }>(
        `{ search(keyword: "${examples.keyword}") { videos(${more}) { totalCount nodes { postId plays } coverage { scanned isComplete } pageInfo { hasNextPage endCursor } } } }`
      )
    const plain = await ask('first: 50')
    const filtered = await ask('first: 5, filter: {plays: {min: 1000}}')
    const kept = plain.data?.search.videos.nodes.filter(({ plays }) => plays >= 1_000) ?? []
    expect(kept.length).toBeGreaterThan(5)
    expect(filtered.data?.search.videos).toMatchObject({
      totalCount: null,
      nodes: kept.slice(0, 5),
      coverage: { isComplete: true }
    })
    const sortedBy = await ask('first: 5, orderBy: PLAYS')
    const plays = sortedBy.data?.search.videos.nodes.map((node) => node.plays) ?? []
    expect(plays).toEqual(plays.toSorted((a, b) => b - a))
    expect(plain.data?.search.videos.coverage).toBeNull()
  })

  const searched = (keyword: string) => async (args: Arguments) => {
    const query = `query (${declared}) { search(keyword: "${keyword}") { ${listed('videos')} } }`
    const { data, errors } = await server.query<{ search: { list: Connection } }>(query, args)
    expect(errors).toBeUndefined()
    return (data as { search: { list: Connection } }).search.list
  }
  const creators = async ({ first, after, filter, orderBy }: Arguments) => {
    const { data, errors } = await server.query<{ list: Connection }>(
      `query ($filter: UserFilter, $orderBy: UserOrder, $first: Int, $after: String) {
        list: users(filter: $filter, orderBy: $orderBy, first: $first, after: $after) { nodes { username } pageInfo { hasNextPage endCursor } } }`,
      { first, after, filter, orderBy }
    )
    expect(errors).toBeUndefined()
    return (data as { list: Connection }).list
  }
  const walks: Record<string, { ask: (args: Arguments) => Promise<Connection>; number: string; order: string }> = {
    ...Object.fromEntries(
      Object.keys(owned).map((name) => [
        `the posts of a ${name}`,
        { ask: (args: Arguments) => askOwned(server, name, args), number: 'plays', order: 'PLAYS' }
      ])
    ),
    'all posts': { ask: askAll, number: 'plays', order: 'PLAYS' },
    'all creators': { ask: creators, number: 'followers', order: 'FOLLOWERS' },
    'a search': { ask: searched(examples.keyword), number: 'plays', order: 'PLAYS' },
    'a search for a common word': { ask: searched('fyp'), number: 'plays', order: 'LIKES' }
  }
  test.each(Object.keys(walks))('no page of %s is empty after one with a next page', async (name) => {
    const { ask, number, order } = walks[name] as (typeof walks)[string]
    let pages = 0
    for (const orderBy of [null, order]) {
      for (const min of [null, 10_000, 100_000, 1_000_000, 10_000_000]) {
        const filter = min === null ? null : { [number]: { min } }
        for (const first of [1, 5, 50]) {
          for (let after: string | null = null, left = 10; left > 0; left -= 1) {
            const page = await ask({ orderBy, filter, first, after })
            if (after !== null) expect(page.nodes, JSON.stringify({ orderBy, filter, first })).not.toEqual([])
            // Only the bound leaves open whether there is more.
            if (!page.pageInfo.hasNextPage || (orderBy === null && page.coverage?.isComplete === false)) break
            pages += Number(filter !== null)
            after = page.pageInfo.endCursor
          }
        }
      }
    }
    expect(pages).toBeGreaterThan(10)
  })
})

describe('in parts', () => {
  const parts = async (on: TestServer, query: string) =>
    merged(
      payloadsOf(
        await fetch(`${on.url}/graphql`, {
          method: 'POST',
          headers: {
            'x-gateway-key': testKey,
            'content-type': 'application/json',
            accept: 'multipart/mixed;deferSpec=20220824'
          },
          body: JSON.stringify({ query })
        })
      )
    )

  test.each(['a source that filters', 'another server'])('over %s', async (name) => {
    const on = name === 'another server' ? facade : server
    const ask = (defer: string, stream: string) => `{ hashtag(by: {hashtagId: "${cases.hashtag()}"}) {
      ... ${defer} { posts(first: 4, filter: {plays: {min: 100}}, orderBy: PLAYS) { nodes ${stream} { plays } } }
      latest: posts(first: 1) { totalCount ... ${defer} { facets { top(by: CREATOR, first: 2) { count key } } } } } }`
    const whole = await on.query(ask('', ''))
    const { data, errors, payloads } = await parts(on, ask('@defer', '@stream(initialCount: 1)'))
    expect(errors).toBeUndefined()
    expect(data).toEqual(whole.data)
    expect(payloads).toBeGreaterThan(1)
  })
})

describe('lists over another server', () => {
  /** The posts of a list that the facade may see. */
  const seen = async (name: string) => {
    const ids = await walk((args) => askOwned(server, name, args), { first: 50 })
    const byId = new Map(all.map((post) => [post.post_id, post]))
    return ids.map((id) => byId.get(id)).filter((post) => post !== undefined)
  }

  test.each(['user', 'sound', 'hashtag', 'collection'])('a walk over the posts of a %s is whole', async (name) => {
    const expected = (await seen(name)).filter(isPopular).map(({ post_id }) => post_id)
    expect(await walk((args) => askOwned(facade, name, args), { filter: popular, first: 9 })).toEqual(expected)
    expect(await walk((args) => askOwned(facade, name, args), { filter: popular, first: 50 })).toEqual(expected)
  })

  test('a page of a rare kind ends at the bound and says so', async () => {
    const list = await seen('hashtag')
    expect(list.length).toBeGreaterThan(2 * maxScan)
    const none = await askOwned(facade, 'hashtag', { filter: { plays: { min: 9_007_199_254_740_991 } }, first: 5 })
    expect(none).toMatchObject({
      totalCount: null,
      nodes: [],
      coverage: { scanned: maxScan, isComplete: false },
      pageInfo: { hasNextPage: true, endCursor: expect.any(String) }
    })
    const full = await askOwned(facade, 'hashtag', { filter: { plays: { min: 1 } }, first: 5 })
    expect(full.coverage).toEqual({ scanned: 50, isComplete: true })
  })

  test('orders sort what is seen, and cursors go on in it', async () => {
    const expected = sorted((await seen('hashtag')).slice(0, maxScan).filter(isPopular), 'PLAYS')
    const first = await askOwned(facade, 'hashtag', { filter: popular, orderBy: 'PLAYS', first: 3 })
    expect(first.coverage).toEqual({ scanned: maxScan, isComplete: false })
    expect(
      await walk((args) => askOwned(facade, 'hashtag', args), { filter: popular, orderBy: 'PLAYS', first: 3 })
    ).toEqual(expected)
    const whole = await seen('collection')
    const small = await askOwned(facade, 'collection', { orderBy: 'LIKES', first: 50 })
    expect(whole.length).toBeLessThan(maxScan)
    expect(small.nodes.map(({ postId }) => postId)).toEqual(sorted(whole, 'LIKES').slice(0, 50))
    expect(small.coverage).toEqual({ scanned: whole.length, isComplete: true })
  })

  test('filters by names, words and flags', async () => {
    const list = (await seen('user')).slice(0, maxScan)
    const name = list.flatMap(({ hashtags }) => hashtags)[0]?.name ?? ''
    const filters: [object, (post: Post) => boolean][] = [
      [{ hashtags: { noneOf: [name] } }, ({ hashtags }) => !hashtags.some((use) => use.name === name)],
      [
        { hashtags: { anyOf: [`#${name.toUpperCase()}`] } },
        ({ hashtags }) => hashtags.some((use) => use.name === name)
      ],
      [{ soundIsOriginal: true }, ({ sound_is_original }) => sound_is_original],
      [
        { not: { soundIsOriginal: true } },
        ({ sound_id, sound_title, sound_is_original }) => (sound_id ?? sound_title) !== null && !sound_is_original
      ],
      [{ author: { verified: true } }, ({ author_verified }) => author_verified],
      [{ authors: { noneOf: [examples.username] } }, () => false],
      // Records of the contract do not say where posts are tagged.
      [{ placeIds: [examples.placeId] }, () => false],
      [{ not: { placeIds: [examples.placeId] } }, () => false]
    ]
    for (const [filter, meets] of filters) {
      const page = await askOwned(facade, 'user', { filter, first: 100 })
      expect(
        page.nodes.map(({ postId }) => postId),
        JSON.stringify(filter)
      ).toEqual(
        list
          .filter(meets)
          .map(({ post_id }) => post_id)
          .slice(0, 100)
      )
    }
    const words = await askOwned(facade, 'user', { filter: { keyword: name }, first: 100 })
    expect(words.nodes.length).toBeGreaterThan(0)
    const same = await askOwned(server, 'user', { filter: { keyword: name }, first: 100 })
    expect(words.nodes).toEqual(same.nodes)
  })

  test('facets are those of what is seen', async () => {
    const list = (await seen('hashtag')).slice(0, maxScan)
    const ask = `hashtag(by: {hashtagId: "${cases.hashtag()}"}) { postsCount posts(first: 1) { totalCount facets { plays { max histogram(bins: 9) { count } } timeline(step: MONTH) { count } top(by: CREATOR) { key count } } } }`
    const { data, errors } = await facade.query<{
      hashtag: {
        postsCount: null
        posts: {
          totalCount: null
          facets: { plays: { max: number; histogram: { count: number }[] }; timeline: { count: number }[] }
        }
      }
    }>(`{ ${ask} }`)
    expect(errors).toBeUndefined()
    expect(data?.hashtag.postsCount).toBeNull()
    expect(data?.hashtag.posts.totalCount).toBeNull()
    expect(data?.hashtag.posts.facets.plays.max).toBe(Math.max(...list.map(({ plays }) => plays)))
    expect(data?.hashtag.posts.facets.plays.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(list.length)
    expect(data?.hashtag.posts.facets.timeline.reduce((sum, { count }) => sum + count, 0)).toBe(list.length)
  })

  test.each(['posts', 'users'])('%s says why it is not there', async (field) => {
    const { data, errors } = await facade.query(`{ ${field}(first: 3) { nodes { id } } }`)
    expect(data).toEqual({ [field]: null })
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'UNSUPPORTED',
      details: { reason: expect.stringContaining('a source without a graph'), doc_url: '/docs/errors/UNSUPPORTED' }
    })
  })

  test.each([
    ['an order', 'posts(orderBy: GROWTH_WEEK)'],
    ['a filter', 'posts(filter: {or: [{plays: {min: 1}}, {not: {growthDay: {max: 0.1}}}]})'],
    ['counts', 'posts(filter: {growthMonth: {min: 0.5}}) { facets { plays { max } } }'],
    ['authors', 'posts(filter: {not: {author: {followers: {min: 5}}}})'],
    ['posts of authors', 'posts(filter: {author: {posts: {none: {isAd: true}}}})']
  ])('%s by what records do not say is refused with a reason', async (_, field) => {
    const list = field.includes('facets') ? field : `${field} { nodes { postId } }`
    const { errors } = await facade.query(`{ hashtag(by: {hashtagId: "${cases.hashtag()}"}) { ${list} } }`)
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'UNSUPPORTED',
      details: { reason: expect.stringContaining('lists of a source without a graph') }
    })
  })

  test('the cost counts the reads of a walk', async () => {
    const costOf = async (on: TestServer, more: string) => {
      const { extensions } = await on.query(
        `{ hashtag(by: {hashtagId: "${cases.hashtag()}"}) { posts(first: 1${more}) { nodes { postId } } } }`
      )
      return extensions?.cost?.estimated ?? Number.NaN
    }
    const filter = ', filter: {plays: {min: 1}}'
    const plain = await costOf(facade, '')
    expect(await costOf(facade, filter)).toBe(plain - 1 + Math.ceil(maxScan / 50))
    expect(await costOf(server, '')).toBe(plain)
    expect(await costOf(server, filter)).toBe(plain - 1 + 10)
  })

  test('an owner that does not exist, and a private account', async () => {
    const ask = (name: string) =>
      facade.query<{ user: { posts: Connection } | null }>(
        `{ user(by: {username: "${name}"}) { posts(orderBy: PLAYS) { totalCount nodes { postId } } } }`
      )
    const { errors } = await ask('nobody.has.this.handle')
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    const { data } = await ask(cases.privateUser())
    expect(data?.user?.posts.nodes).toEqual([])
  })
})
