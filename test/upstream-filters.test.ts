import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readPostFilter, readUserFilter } from '../src/engines/filters/filters.ts'
import { writeFilter } from '../src/engines/filters/write-filter.ts'
import { startDeployment, startFacade, stillNow } from './chain.ts'
import { findFixtures } from './fixtures.ts'
import type { TestServer } from './server.ts'

const posts: object[] = [
  { plays: { min: 1_000 }, likes: { max: 5_000_000 }, isAd: false },
  { not: { plays: { min: 1_000 } } },
  { createdAt: { from: '2026-01-01', to: '2026-05-01T12:00:00.5Z' } },
  { createdAt: { to: '9999-12-31T23:59:59Z' } },
  { not: { createdAt: { from: '2026-05-01T12:00:00.2Z', to: '2026-05-01T12:00:00.5Z' } } },
  { hashtags: { anyOf: ['fyp', 'yoga'], noneOf: ['kpop'], allOf: ['a', 'b'] }, authors: { noneOf: ['@Maya.Nguyen'] } },
  { not: { soundIds: ['1', '2'] }, placeIds: ['3'] },
  { or: [{ keyword: 'pasta  water' }, { and: [{ country: { noneOf: ['jp'] } }, { language: { anyOf: ['en'] } }] }] },
  { not: { or: [{ isAd: true }, { soundIsOriginal: true }, { keyword: 'x' }] } },
  { author: { followers: { min: 10 }, not: { verified: true }, posts: { some: { isAd: true }, none: {} } } },
  { engagementRate: { min: 0.01, max: 0.2 }, growthWeek: { min: -0.5 }, durationSeconds: { max: 60 } }
]
const creators: object[] = [
  { tier: ['TIER_1', 'TIER_3'], niche: ['yoga'], isLive: true, isPrivate: false },
  { not: { tier: ['TIER_1'], niche: ['yoga'] } },
  { hashtags: { anyOf: ['fyp'], noneOf: ['kpop'] }, lastPostAt: { from: '2026-05-01' } },
  { hashtags: { allOf: ['fyp', 'foryou', 'viral', 'pov', 'vlog'] } },
  { authorityScore: { min: 10 }, postingConsistency: { max: 90 }, growthMonth: { min: 0.1 }, totalVideos: { min: 3 } },
  { posts: { some: { plays: { min: 5 } } }, keyword: 'cooking' },
  { not: { posts: { some: {} } } }
]

describe('a filter that is written from its condition', () => {
  test.each(posts)('means the same for posts: %j', (filter) => {
    const condition = readPostFilter(filter)
    if (condition === null) throw new Error('it has conditions')
    expect(readPostFilter(writeFilter(condition))).toEqual(condition)
  })
  test.each(creators)('means the same for creators: %j', (filter) => {
    const condition = readUserFilter(filter)
    if (condition === null) throw new Error('it has conditions')
    expect(readUserFilter(writeFilter(condition))).toEqual(condition)
  })
})

type Walked = { nodes: { postId: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } }

describe('a facade over a deployment that filters', () => {
  const fixtures = findFixtures()
  const [username = ''] = fixtures.known.user
  const [postId = ''] = fixtures.known.post
  const hashtagId = fixtures.feeds.find(({ kind }) => kind === 'hashtagPosts')?.key ?? ''
  let deployment: TestServer
  let facade: TestServer
  let outer: TestServer

  const noticed = async (server: TestServer) => {
    await server.get(`/api/v1/users/${username}`)
    await vi.waitUntil(
      async () => (await server.query('{ users(first: 1) { totalCount } }')).data?.users != null,
      10_000
    )
  }
  beforeAll(async () => {
    deployment = await startDeployment()
    facade = await startFacade(deployment.url, { now: () => stillNow, config: { upstreamBatch: true } })
    await noticed(facade)
    outer = await startFacade(facade.url, { now: () => stillNow, config: { upstreamBatch: true } })
    await noticed(outer)
  })
  afterAll(async () => {
    for (const server of [outer, facade, deployment]) await server.close()
  })

  test.each<[string, string, Record<string, unknown>?]>([
    ...posts.map((filter): [string, string, Record<string, unknown>] => [
      `posts with ${JSON.stringify(filter)}`,
      'query ($filter: PostFilter) { posts(filter: $filter, first: 5) { totalCount nodes { postId } } }',
      { filter }
    ]),
    ...creators.map((filter): [string, string, Record<string, unknown>] => [
      `creators with ${JSON.stringify(filter)}`,
      'query ($filter: UserFilter) { users(filter: $filter, first: 5) { totalCount nodes { username } } }',
      { filter }
    ]),
    ['an order', '{ posts(orderBy: LIKES, reverse: true, first: 3) { nodes { postId likes } } }'],
    [
      'the posts of a hashtag',
      'query ($id: ID!) { hashtag(by: {hashtagId: $id}) { posts(first: 50, orderBy: PLAYS, filter: {plays: {min: 1}}) { totalCount nodes { postId } } } }',
      { id: hashtagId }
    ],
    [
      'facets',
      `{ posts(first: 1) { facets {
        sum { plays likes } timeline(step: MONTH) { at count plays } plays { count median histogram(bins: 12) { from to count } }
        engagementRate { mean p90 } top(by: CREATOR, first: 3) { key count sum { plays } meanEngagementRate }
        sounds: top(by: SOUND, first: 3, orderBy: LIKES) { key count } places: top(by: PLACE, first: 3) { key }
        countries: top(by: COUNTRY, first: 3) { key count } hashtags: top(by: HASHTAG, first: 3) { key count }
      } } }`
    ],
    [
      'facets of creators',
      '{ users(first: 1) { facets { verifiedCount liveCount tiers { tier count } topNiches(first: 3) { niche count } followers { max histogram(bins: 8) { from count } } authorityScore { mean } } } }'
    ],
    [
      'counts over time',
      `query ($u: String!, $p: ID!, $h: ID!) {
        user(by: {username: $u}) { history { at source followers { value kind low high } } growth { followers { absolute rate low high } } }
        post(by: {postId: $p}) { history(step: DAY) { at plays { value kind } } growth(days: 7) { plays { absolute } } }
        hashtag(by: {hashtagId: $h}) { history(step: MONTH) { at postsCount newPosts } }
      }`,
      { u: username, p: postId, h: hashtagId }
    ],
    ...['POST', 'SOUND', 'HASHTAG', 'CREATOR'].map((kind): [string, string] => [
      `what rises: ${kind}`,
      `{ trending(kind: ${kind}, first: 100) { endsAt edges { rank rate growth { absolute } node { __typename ... on Post { postId } ... on User { username } } } } }`
    ]),
    [
      'whom a creator follows',
      'query ($u: String!) { user(by: {username: $u}) { following { nodes { username } } } }',
      { u: username }
    ],
    ['nobody over time', '{ user(by: {username: "nobody.has.this.handle"}) { history { at } } }']
  ])('answers as it does: %s', async (_, query, variables = {}) => {
    const [theirs, ours, far] = await Promise.all(
      [deployment, facade, outer].map((server) => server.query(query, variables))
    )
    expect(ours?.data).toEqual(theirs?.data)
    expect(ours?.errors?.map(({ extensions }) => extensions?.code)).toEqual(
      theirs?.errors?.map(({ extensions }) => extensions?.code)
    )
    expect(far?.data).toEqual(theirs?.data)
  })

  test('has counts over time from the moment it is known to', async () => {
    const server = await startFacade(deployment.url, { now: () => stillNow, config: { upstreamBatch: true } })
    const query = 'query ($p: ID!) { post(by: {postId: $p}) { history(step: DAY) { at } } }'
    const ask = (of: TestServer) => of.query(query, { p: postId })
    expect((await ask(server)).errors?.[0]?.extensions?.code).toBe('UNSUPPORTED')
    await noticed(server)
    expect(await ask(server)).toMatchObject({ data: (await ask(deployment)).data })
    await server.close()
  })

  test('walks a filtered list to its end', async () => {
    const walk = async (server: TestServer) => {
      const ids: string[] = []
      let after: string | null = null
      do {
        const answer: Awaited<ReturnType<TestServer['query']>> = await server.query(
          'query ($after: String) { posts(filter: {plays: {min: 5000000}}, orderBy: PLAYS, first: 40, after: $after) { nodes { postId } pageInfo { endCursor hasNextPage } } }',
          { after }
        )
        // The shape of the query.
        const { nodes, pageInfo }: Walked = (answer.data as { posts: Walked }).posts
        ids.push(...nodes.map(({ postId }) => postId))
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null
      } while (after !== null)
      return ids
    }
    const [theirs, ours] = [await walk(deployment), await walk(facade)]
    expect(theirs.length).toBeGreaterThan(80)
    expect(ours).toEqual(theirs)
  })

  test('is walked on as the walk began, when filtering comes or goes meanwhile', async () => {
    const plain = await startFacade(deployment.url, { now: () => stillNow })
    try {
      const page = async (server: TestServer, after: string | null) => {
        const { data, errors } = await server.query(
          `query ($id: ID!, $after: String) { hashtag(by: {hashtagId: $id}) { posts(filter: {plays: {min: 1}}, orderBy: PLAYS, first: 5, after: $after) {
            nodes { postId } pageInfo { endCursor hasNextPage } } } }`,
          { id: hashtagId, after }
        )
        // The shape of the query.
        const found = data as { hashtag: { posts: Walked } | null } | null
        return { posts: found?.hashtag?.posts, code: errors?.[0]?.extensions?.code }
      }
      const [read, filtered] = [await page(plain, null), await page(facade, null)]
      expect(read.posts?.nodes).toEqual(filtered.posts?.nodes)
      const after = read.posts?.pageInfo.endCursor ?? ''
      const next = await page(plain, after)
      expect(next.posts?.nodes).toHaveLength(5)
      expect(await page(facade, after)).toEqual(next)
      // Which place of the upstream's list that is, only the upstream knows, and it comes back.
      const theirs = filtered.posts?.pageInfo.endCursor ?? ''
      expect((await page(plain, theirs)).code).toBe('UNAVAILABLE')
      expect((await page(plain, `${theirs}x`)).code).toBe('INVALID_PARAM')
    } finally {
      await plain.close()
    }
  })
})
