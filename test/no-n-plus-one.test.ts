import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { countedSource, countReads, describeCall, type SourceCall } from './counted-source.ts'
import { row, rows } from './dataset.ts'
import { findFixtures } from './fixtures.ts'
import { userNodeId } from './node-ids.ts'
import { limitsBut } from './rules.ts'
import { type GraphQLAnswer, startServer, type TestServer } from './server.ts'

const fixtures = findFixtures()
const keyword = fixtures.feeds.find(({ kind }) => kind === 'searchTop')?.key ?? ''
const creator = fixtures.feeds.find(({ kind }) => kind === 'userPosts')?.key ?? ''
const handles = fixtures.known.user.slice(0, 50)
const postIds = fixtures.known.post.slice(0, 50)

const counted = countedSource()
let server: TestServer
/** A day later for each test, so that every one of them starts with nothing that is fresh. */
let now = Date.UTC(2026, 5, 1)
beforeAll(async () => {
  server = await startServer({
    now: () => now,
    wrapSource: counted.wrap,
    config: { limits: limitsBut({ cost: 100_000 }) }
  })
})
afterAll(() => server.close())
beforeEach(() => {
  now += 48 * 3_600_000
  counted.take()
})

type Asked<T> = { answer: GraphQLAnswer<T>; calls: SourceCall[]; asked: string[] }

/** The answer to a query and what the source was asked for it, in no order: reads run side by side. Holds for every query: the cost tells the truth. */
const ask = async <T = Record<string, unknown>>(
  query: string,
  variables?: Record<string, unknown>
): Promise<Asked<T>> => {
  const answer = await server.query<T>(query, variables)
  const calls = counted.take()
  const cost = answer.extensions?.cost
  expect(cost?.reads).toBe(countReads(calls))
  expect(cost?.estimated).toBeGreaterThanOrEqual(cost?.reads ?? Number.NaN)
  return { answer, calls, asked: calls.map(describeCall).toSorted() }
}

type Posts = { nodes: { author: { username: string } | null; sound: { soundId: string | null } | null }[] }

const distinct = (names: (string | null | undefined)[]) => new Set(names.filter((name) => name != null)).size

describe('twenty posts of a search', () => {
  const search = (selection: string) => `query ($keyword: String!) {
    search(keyword: $keyword) { posts(first: 20) { nodes { postId caption ${selection} } } }
  }`

  test('with the basics of authors and sounds cost one page', async () => {
    const { answer, asked } = await ask<{ search: { posts: Posts } }>(
      search(`author { id username displayName verified avatarThumbUrl }
        sound { id soundId title author isOriginal } hashtags { id hashtagId name }`),
      { keyword }
    )
    expect(answer.errors).toBeUndefined()
    expect(answer.data?.search.posts.nodes).toHaveLength(20)
    expect(asked).toEqual(['page searchTop'])
  })

  test('with whole author profiles cost one page and one batch of the distinct authors', async () => {
    const { answer, asked } = await ask<{ search: { posts: Posts } }>(
      search(
        'author { username bio followersCount followingCount totalLikes totalVideos websiteUrl avatarUrl isPrivate }'
      ),
      { keyword }
    )
    const authors = distinct(answer.data?.search.posts.nodes.map(({ author }) => author?.username.toLowerCase()) ?? [])
    expect(authors).toBeGreaterThan(5)
    expect(asked).toEqual([`lookUp user ×${authors}`, 'page searchTop'])
  })

  test('with whole sounds cost one page and one batch of the distinct sounds', async () => {
    const { answer, asked } = await ask<{ search: { posts: Posts } }>(
      search('sound { soundId durationSeconds postsCount playUrl }'),
      { keyword }
    )
    const sounds = distinct(answer.data?.search.posts.nodes.map(({ sound }) => sound?.soundId) ?? [])
    expect(asked).toEqual([`lookUp sound ×${sounds}`, 'page searchTop'])
  })

  test('with whole authors, whole sounds and live status cost one page and one batch of each', async () => {
    const { asked } = await ask(search('author { bio isLive } sound { playUrl }'), { keyword })
    expect(asked.map((call) => call.replace(/\d+$/, 'n'))).toEqual([
      'lookUp liveStatus ×n',
      'lookUp sound ×n',
      'lookUp user ×n',
      'page searchTop'
    ])
  })

  test('cost nothing the second time', async () => {
    const query = search('author { bio } sound { playUrl }')
    await ask(query, { keyword })
    const again = await server.query(query, { keyword })
    expect(counted.take()).toEqual([])
    expect(again.extensions?.meta?.cached).toBe(true)
    expect(again.extensions?.cost?.reads).toBeGreaterThan(0)
  })
})

describe('counts over time', () => {
  const growth = 'growth { plays { absolute } likes { rate } }'

  test('of twenty posts are one batch, for history and growth together', async () => {
    const { answer, asked } = await ask<{ search: { posts: { nodes: { history: unknown[] }[] } } }>(
      `query ($keyword: String!) { search(keyword: $keyword) { posts(first: 20) { nodes {
        history(step: WEEK, from: "2026-01-01", to: "2026-06-01") { at plays { value } }
        month: history(step: MONTH, fill: LINEAR, from: "2026-01-01", to: "2026-06-01") { plays { value kind } } ${growth} } } } }`,
      { keyword }
    )
    expect(answer.errors).toBeUndefined()
    expect(answer.data?.search.posts.nodes.some(({ history }) => history.length > 0)).toBe(true)
    expect(asked).toEqual(['lookUp postHistory ×20', 'page searchTop'])
  })

  test('of a creator and of their profile go out together', async () => {
    const { asked } = await ask(
      'query ($u: String!) { user(by: { username: $u }) { bio history { followers { value } } growth { followers { rate } } } }',
      { u: creator }
    )
    expect(asked).toEqual(['lookUp user ×1', 'lookUp userHistory ×1'])
  })

  test.each([
    ['CREATOR', '... on User { username bio }', ['lookUp user ×20', 'lookUp userHistory ×20']],
    ['POST', '... on Post { caption author { username } }', ['lookUp post ×20', 'lookUp postHistory ×20']],
    ['SOUND', '... on Sound { title playUrl }', ['lookUp sound ×20']],
    ['HASHTAG', '... on Hashtag { hashtagId name }', []]
  ])('of what rises are one batch each: %s', async (kind, selection, expected) => {
    const { answer, asked } = await ask<{ trending: { edges: unknown[] } }>(
      `{ trending(kind: ${kind}, window: MONTH) { edges { rank growth { absolute } node { ${selection} } } } }`
    )
    expect(answer.errors).toBeUndefined()
    const count = answer.data?.trending.edges.length ?? 0
    expect(count).toBeGreaterThan(5)
    expect(asked).toEqual(
      [...expected.map((each) => each.replace('20', String(count))), 'lookUp trending ×1'].toSorted()
    )
  })
})

describe('one creator', () => {
  test('with posts costs one look-up and one page, and the posts’ author is not looked up again', async () => {
    const { asked } = await ask(
      `query ($u: String!) { user(by: { username: $u }) { username bio posts(first: 50) { nodes {
        caption author { username bio followersCount isPrivate } } } } }`,
      { u: creator }
    )
    expect(asked).toEqual(['lookUp user ×1', 'page userPosts'])
  })

  test('with several lists costs one read of each', async () => {
    const { asked } = await ask(
      `query ($u: String!) { user(by: { username: $u }) { bio isLive posts { nodes { caption } } reposts { nodes { caption } }
        followers { nodes { bio } totalCount } collections { name } } }`,
      { u: creator }
    )
    expect(asked).toEqual(
      [
        ...['lookUp liveStatus ×1', 'lookUp playlists ×1', 'lookUp user ×1'],
        ...['page userFollowers', 'page userPosts', 'page userReposts']
      ].toSorted()
    )
  })

  test('with a scorecard and thirty posts reads the profile once', async () => {
    const { asked } = await ask(
      `query ($u: String!) { user(by: { username: $u }) { bio posts(first: 30) { nodes { caption } }
        scorecard { scores { engagementRate } } } }`,
      { u: creator }
    )
    expect(asked).toEqual(['lookUp scorecardInputs ×1', 'lookUp user ×1', 'page userPosts'])
  })

  test('whose followers are whole profiles costs no look-up for them', async () => {
    const { asked } = await ask(
      'query ($u: String!) { user(by: { username: $u }) { followers(first: 100) { nodes { username bio followersCount avatarUrl } } } }',
      { u: fixtures.feeds.find(({ kind }) => kind === 'userFollowers')?.key }
    )
    expect(asked).toEqual(['lookUp user ×1', 'page userFollowers'])
  })

  test('asked for under aliases with the same arguments is read once', async () => {
    const { answer, asked } = await ask<Record<string, { posts: unknown }>>(
      `query ($u: String!, $upper: String!) {
        a: user(by: { username: $u }) { bio posts(first: 7) { nodes { postId } } }
        b: user(by: { username: $u }) { bio posts(first: 7) { nodes { postId } } more: posts(first: 7) { nodes { postId } } }
        c: user(by: { username: $upper }) { bio posts(first: 7) { nodes { postId } } } }`,
      { u: creator, upper: `@${creator.toUpperCase()}` }
    )
    expect(asked).toEqual(['lookUp user ×1', 'page userPosts'])
    expect(answer.data?.c?.posts).toEqual(answer.data?.a?.posts)
  })

  test('asked for pages of different sizes is read once for each', async () => {
    const { asked } = await ask(
      `query ($u: String!) { user(by: { username: $u }) { few: posts(first: 3) { nodes { postId } }
        same: posts(first: 3) { edges { cursor } } many: posts(first: 4) { nodes { postId } } } }`,
      { u: creator }
    )
    expect(asked).toEqual(['lookUp user ×1', 'page userPosts', 'page userPosts'])
  })
})

describe('batches', () => {
  const usersQuery =
    'query ($names: [String!]!) { users: usersByUsername(usernames: $names) { username bio followersCount } }'

  test('of fifty users are one look-up', async () => {
    const { answer, asked } = await ask<{ users: { username: string }[] }>(usersQuery, { names: handles })
    expect(asked).toEqual(['lookUp user ×50'])
    expect(answer.data?.users.map(({ username }) => username.toLowerCase())).toEqual(handles)
  })

  test('of fifty posts with whole authors are one look-up and one more for the authors', async () => {
    const { answer, asked } = await ask<{ posts: Posts['nodes'] }>(
      'query ($ids: [ID!]!) { posts: postsById(postIds: $ids) { postId author { username bio } } }',
      { ids: postIds }
    )
    const authors = distinct(answer.data?.posts.map(({ author }) => author?.username.toLowerCase()) ?? [])
    expect(asked).toEqual(['lookUp post ×50', `lookUp user ×${authors}`].filter((call) => !call.endsWith('×0')))
  })

  test('of fifty nodes of several types are one look-up a type', async () => {
    const ids = [
      ...handles.slice(0, 20).map(userNodeId),
      ...postIds.slice(0, 10).map((id) => toGlobalId('Post', id)),
      ...fixtures.known.sound.slice(0, 10).map((id) => toGlobalId('Sound', id)),
      ...fixtures.known.place.slice(0, 5).map((id) => toGlobalId('Place', id)),
      ...fixtures.known.effect.slice(0, 5).map((id) => toGlobalId('Effect', id))
    ]
    const { answer, asked } = await ask<{ nodes: { id: string }[] }>(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on User { bio } ... on Sound { playUrl } } }',
      { ids }
    )
    expect(answer.data?.nodes.map(({ id }) => id)).toEqual(ids)
    expect(asked).toEqual([
      'lookUp effect ×5',
      'lookUp place ×5',
      'lookUp post ×10',
      'lookUp sound ×10',
      'lookUp userById ×20'
    ])
  })

  test('look duplicates up once, whatever their spelling', async () => {
    const [a = '', b = ''] = handles
    const { answer, asked } = await ask<{ users: { username: string }[] }>(usersQuery, {
      names: [a, b, a, `@${a}`, a.toUpperCase(), `@${b.toUpperCase()}`]
    })
    expect(asked).toEqual(['lookUp user ×2'])
    expect(answer.data?.users).toHaveLength(6)
    expect(answer.data?.users[4]).toEqual(answer.data?.users[0])
  })

  test('and single fields of one query share a look-up', async () => {
    const { asked } = await ask(
      `query ($names: [String!]!, $a: String!, $id: ID!) { users: usersByUsername(usernames: $names) { bio }
        user(by: { username: $a }) { bio } node(id: $id) { ... on User { bio } } }`,
      { names: handles.slice(0, 5), a: handles[5], id: userNodeId(handles[6] ?? '') }
    )
    expect(asked).toEqual(['lookUp user ×6', 'lookUp userById ×1'])
  })

  test('with misses are still one look-up, and null with a located error for each miss', async () => {
    const { answer, asked } = await ask<{ users: unknown[] }>(usersQuery, {
      names: [handles[0], 'nobody.has.this.handle', handles[1], 'nor.has.anyone.this.one']
    })
    expect(asked).toEqual(['lookUp user ×4'])
    expect(answer.data?.users.map((user) => user === null)).toEqual([false, true, false, true])
    expect(answer.errors).toBe(undefined)
  })
})

describe('lists within lists', () => {
  test('cost one read for each inner list and share look-ups over all of them', async () => {
    const { answer, asked } = await ask<{ users: { username: string; posts: { nodes: unknown[] } }[] }>(
      `query ($names: [String!]!) { users: usersByUsername(usernames: $names) { username posts(first: 5) { nodes { sound { playUrl } } } } }`,
      { names: handles.slice(0, 10) }
    )
    expect(answer.errors).toBeUndefined()
    expect(asked).toContain('lookUp user ×10')
    expect(asked.filter((call) => call === 'page userPosts')).toHaveLength(10)
    expect(asked.filter((call) => call.startsWith('lookUp sound')).length).toBeLessThanOrEqual(1)
  })

  test('cost one read for each distinct owner', async () => {
    const { calls } = await ask(
      `query ($k: String!) { search(keyword: $k) { posts(first: 20) { nodes { author { posts(first: 2) { nodes { caption } } } } } } }`,
      { k: keyword }
    )
    const pages = calls.flatMap((call) => (call.method === 'page' && call.kind === 'userPosts' ? [call.key] : []))
    expect(new Set(pages).size).toBe(pages.length)
  })

  test('of live rooms cost one page with streamers’ basics, and a batch each for the rest', async () => {
    const basics = await ask(
      '{ search(keyword: "a") { live(first: 10) { nodes { roomId title viewerCount coverUrl streamer { username displayName avatarUrl } } } } }'
    )
    expect(basics.asked).toEqual(['page searchLive'])
    now += 48 * 3_600_000
    const whole = await ask(
      '{ search(keyword: "a") { live(first: 10) { nodes { likeCount streamer { username bio } } } } }'
    )
    expect(whole.asked.map((call) => call.replace(/\d+$/, 'n'))).toEqual([
      'lookUp liveRoom ×n',
      'lookUp user ×n',
      'page searchLive'
    ])
  })
})

describe('an estimate is never below what a query reads', () => {
  const hashtag = row<{ id: string }>(
    'SELECT hashtag_id AS id FROM hashtags h WHERE hashtag_id IS NOT NULL ORDER BY (SELECT count(*) FROM hashtag_posts WHERE hashtag_pk = h.pk) DESC LIMIT 1'
  ).id
  const room = fixtures.rooms.live.roomId
  const collector = row<{ handle: string }>(
    'SELECT u.handle FROM collections c JOIN users u ON u.pk = c.user_pk WHERE u.is_private = 0 GROUP BY u.pk ORDER BY count(*) DESC LIMIT 1'
  ).handle
  const names = JSON.stringify(handles.slice(0, 12))

  test.each([
    ['a type name', '{ __typename }'],
    ['a user', `{ user(by: { username: "${creator}" }) { bio } }`],
    ['a user by id', `{ user(by: { userId: "${fixtures.known.userById[0]}" }) { bio isLive } }`],
    [
      'everything about a user',
      `{ user(by: { username: "${creator}" }) { bio isLive scorecard { scores { partnershipTier } } collections { name posts { nodes { caption } } } posts { nodes { sound { playUrl } } } reposts { nodes { author { bio } } } followers { nodes { bio isLive } } } }`
    ],
    [
      'collections with their posts',
      `{ user(by: { username: "${collector}" }) { collections { posts(first: 3) { nodes { author { bio } sound { postsCount } } } } } }`
    ],
    [
      'authors through edges',
      `{ search(keyword: "${keyword}") { videos(first: 30) { edges { node { author { bio } sound { playUrl } } } } } }`
    ],
    [
      'edges and nodes together',
      `{ search(keyword: "${keyword}") { posts(first: 15) { edges { node { author { bio } } } nodes { author { followersCount } sound { playUrl } } } } }`
    ],
    [
      'fragments',
      `{ search(keyword: "${keyword}") { posts(first: 10) { nodes { ...P } } } } fragment P on Post { author { ...U } } fragment U on User { bio isLive posts(first: 2) { nodes { caption } } }`
    ],
    [
      'the same fragment twice',
      `{ a: search(keyword: "${keyword}") { ...S } b: search(keyword: "the") { ...S } } fragment S on Search { posts(first: 5) { nodes { author { bio } } } users(first: 5) { nodes { isLive } } }`
    ],
    [
      'inline fragments on nodes',
      `{ nodes(ids: ["${userNodeId(creator)}", "${toGlobalId('Post', postIds[0] ?? '')}"]) { ... on User { isLive } ... on Post { author { bio isLive } } } }`
    ],
    [
      'a field asked for twice with more inside',
      `{ user(by: { username: "${creator}" }) { posts(first: 5) { nodes { caption } } posts(first: 5) { nodes { sound { playUrl } } } } }`
    ],
    [
      'a hashtag',
      `{ hashtag(by: { hashtagId: "${hashtag}" }) { name posts(first: 30) { nodes { author { bio } } } } }`
    ],
    [
      'hashtags of posts',
      `{ hashtag(by: { hashtagId: "${hashtag}" }) { posts(first: 4) { nodes { hashtags { name posts(first: 2) { nodes { sound { playUrl } } } } } } } }`
    ],
    [
      'a live room',
      `{ liveRoom(roomId: "${room}") { title streamer { username bio isLive posts(first: 1) { nodes { caption } } } } }`
    ],
    [
      'rooms of creators, and covers of rooms',
      `{ users: usersByUsername(usernames: ${names}) { liveRoom { likeCount coverUrl streamer { bio liveRoom { title } } } } liveRoom(roomId: "${room}") { coverUrl } }`
    ],
    [
      'owners of collections',
      `{ user(by: { username: "${collector}" }) { collections { owner { username bio } } } collection(collectionId: "${fixtures.known.collection[0]}") { owner { username followersCount } } }`
    ],
    ['a hashtag by name', '{ hashtag(by: { name: "cooking" }) { name posts(first: 5) { nodes { caption } } } }'],
    [
      'states and scorecards',
      `{ liveStatus(username: "${creator}") { isLive } user(by: { username: "${creator}" }) { scorecard { user { bio } scores { engagementRate } } } }`
    ],
    [
      'live rooms',
      '{ search(keyword: "a") { live(first: 20) { edges { node { likeCount streamer { followersCount isLive } } } } } }'
    ],
    [
      'the sound library',
      '{ soundLibrary(first: 10, sort: NEW) { totalCount nodes { playUrl posts(first: 3) { nodes { author { bio } } } } } }'
    ],
    [
      'a place and an effect',
      `{ place(placeId: "${fixtures.known.place[0]}") { name posts(first: 5) { nodes { author { bio } } } } effect(effectId: "${fixtures.known.effect[0]}") { name } }`
    ],
    ['suggestions', '{ search(keyword: "br") { suggestions } }'],
    [
      'users written out',
      `{ users: usersByUsername(usernames: ${names}) { bio isLive scorecard { intelligence { postsAnalyzed } } } }`
    ],
    [
      'what is skipped and included',
      `{ user(by: { username: "${creator}" }) { isLive @include(if: true) posts @skip(if: false) { nodes { author { isLive } } } } }`
    ],
    [
      'what does not exist',
      '{ user(by: { username: "nobody.has.this.handle" }) { bio isLive } sound(soundId: "99999999999999999999") { title } }'
    ],
    [
      'a private creator',
      `{ user(by: { username: "${fixtures.privateHandle}" }) { bio posts { nodes { caption } } scorecard { scores { engagementRate } } } }`
    ]
  ])('for %s', async (_, query) => {
    const { answer } = await ask(query)
    expect(answer.extensions?.cost?.estimated).toBeLessThanOrEqual(100_000)
  })

  test.each<[string, string, Record<string, unknown>]>([
    [
      'a page size',
      'query ($n: Int) { search(keyword: "the") { posts(first: $n) { nodes { author { bio } } } } }',
      { n: 30 }
    ],
    [
      'a page size by default',
      'query ($n: Int = 30) { search(keyword: "the") { posts(first: $n) { nodes { author { bio } } } } }',
      {}
    ],
    [
      'a page size that is left out',
      'query ($n: Int) { search(keyword: "the") { posts(first: $n) { nodes { author { bio } } } } }',
      {}
    ],
    [
      'handles',
      'query ($names: [String!]!) { users: usersByUsername(usernames: $names) { isLive } }',
      { names: handles }
    ],
    [
      'one handle for a list',
      'query ($names: [String!]!) { users: usersByUsername(usernames: $names) { isLive } }',
      { names: handles[0] }
    ],
    [
      'handles by default',
      `query ($names: [String!]! = ${JSON.stringify(handles.slice(0, 30))}) { users: usersByUsername(usernames: $names) { isLive } }`,
      {}
    ],
    [
      'one handle among others',
      `query ($a: String!) { users: usersByUsername(usernames: [$a, "${handles[1]}"]) { isLive } }`,
      { a: handles[0] }
    ],
    [
      'a handle by default',
      `query ($a: String! = "${handles[0]}") { users: usersByUsername(usernames: [$a, "${handles[1]}", "${handles[2]}"]) { isLive } }`,
      {}
    ],
    [
      'an input object by default',
      `query ($by: UserBy! = { username: "${creator}" }) { user(by: $by) { isLive posts(first: 3) { nodes { caption } } } }`,
      {}
    ],
    [
      'a condition',
      'query ($yes: Boolean!) { search(keyword: "the") { posts(first: 30) @include(if: $yes) { nodes { author { bio } } } } }',
      { yes: true }
    ],
    [
      'a condition by default',
      'query ($no: Boolean = false) { search(keyword: "the") { posts(first: 30) @skip(if: $no) { nodes { author { bio } } } } }',
      {}
    ],
    [
      'an order by default',
      'query ($sort: SoundSort = NEW) { soundLibrary(sort: $sort, first: 10) { nodes { posts(first: 2) { nodes { caption } } } } }',
      {}
    ]
  ])('when variables hold %s', async (_, query, variables) => {
    const { answer } = await ask(query, variables)
    expect(answer.errors).toBeUndefined()
    expect(answer.data).toBeDefined()
  })
})

test('over REST a list costs one page however long it is, and a single record one look-up', async () => {
  const [sound] = rows<{ id: string }>(
    'SELECT sound_id AS id FROM sounds WHERE sound_id IS NOT NULL ORDER BY posts_count DESC LIMIT 1'
  )
  for (const [path, expected] of [
    [`/api/v1/users/${creator}/posts?count=100`, ['page userPosts']],
    [`/api/v1/users/${creator}/followers?count=100`, ['page userFollowers']],
    [`/api/v1/sounds/${sound?.id}/posts?count=50`, ['page soundPosts']],
    ['/api/v1/search/users?keyword=a&count=50', ['page searchUsers']],
    [`/api/v1/users/${creator}`, ['lookUp user ×1']],
    [`/api/v1/users/${creator}/playlist`, ['lookUp playlists ×1']],
    [`/api/v1/intelligence/creator/${handles[1]}`, ['lookUp scorecardInputs ×1', 'lookUp user ×1']]
  ] as const) {
    now += 48 * 3_600_000
    await server.get(path)
    expect(counted.take().map(describeCall).toSorted(), path).toEqual(expected)
  }
})
