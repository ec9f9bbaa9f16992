import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../src/core/errors.ts'
import { examples } from '../src/services/examples.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { printSdl } from '../src/surfaces/graphql/schema/nullability.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { cases } from './cases.ts'
import { row, rows } from './dataset.ts'
import { effortWithin } from './effort.ts'
import { failingSource, type Mishap } from './failing-source.ts'
import { send } from './raw.ts'
import { limitsBut } from './rules.ts'
import { type GraphQLAnswer, startServer, type TestServer, type TestServerOptions } from './server.ts'

type Page = {
  nodes: { id: string; postId?: string }[]
  edges: { cursor: string; node: { id: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

// Queries run in two ways, interpreted and by plan; what is said here is said of both.
describe.each([
  { way: 'interpreted', config: { queryPlans: false, readyAnswers: false } },
  { way: 'by plan', config: { queryPlans: true, readyAnswers: true } }
] as const)('GraphQL, $way', ({ config }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config })
  })
  afterAll(() => server.close())

  const query = <T = Record<string, unknown>>(text: string, variables?: Record<string, unknown>) =>
    server.query<T>(text, variables)

  /** Data of a query that has no errors. */
  const dataOf = async <T>(text: string, variables?: Record<string, unknown>): Promise<T> => {
    const { data, errors } = await query<T>(text, variables)
    expect(errors).toBe(undefined)
    if (data === null || data === undefined) throw new Error('no data')
    return data
  }

  const withServer = async (options: TestServerOptions, run: (server: TestServer) => Promise<void>) => {
    const other = await startServer({ ...options, config: { ...config, ...options.config } })
    try {
      await run(other)
    } finally {
      await other.close()
    }
  }
  const withMishap = (mishap: (kind: string, key: string) => Mishap, run: (server: TestServer) => Promise<void>) =>
    withServer({ wrapSource: (source) => failingSource(source, mishap) }, run)

  const codes = ({ errors }: GraphQLAnswer<unknown>) =>
    errors?.map(({ path, extensions }) => `${path?.join('.')} ${extensions?.code}`).sort()

  describe('node and nodes', () => {
    const everyType = () => ({
      User: `user(by: {username: "${cases.busyUser()}"}) { id }`,
      Post: `post(by: {postId: "${cases.post()}"}) { id }`,
      Sound: `sound(soundId: "${cases.sound()}") { id }`,
      Hashtag: `hashtag(by: { hashtagId: "${cases.hashtag()}" }) { id }`,
      LiveRoom: `liveRoom(roomId: "${cases.room()}") { id }`,
      Effect: `effect(effectId: "${cases.effect()}") { id }`,
      Place: `place(placeId: "${cases.place()}") { id }`,
      Collection: `collection(collectionId: "${cases.collection()}") { id }`
    })

    test('every type that has a global id is found again by it', async () => {
      const node = schema.getType('Node')
      const types = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : []
      expect(Object.keys(everyType()).sort()).toEqual(types.sort())
      const fields = Object.entries(everyType()).map(([type, field]) => `${type}: ${field}`)
      const found = await dataOf<Record<string, { id: string }>>(`{ ${fields.join(' ')} }`)
      const ids: string[] = []
      for (const [type, { id }] of Object.entries(found)) {
        ids.push(id)
        const again = await dataOf<{ node: unknown }>('query($id: ID!) { node(id: $id) { __typename id } }', { id })
        expect(again.node).toEqual({ __typename: type, id })
      }
      const all = await dataOf<{ nodes: { id: string }[] }>('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        ids: [...ids, ...ids.toReversed()]
      })
      expect(all.nodes.map(({ id }) => id)).toEqual([...ids, ...ids.toReversed()])
    })

    test('a node has the fields of its type', async () => {
      const { user } = await dataOf<{ user: { id: string } }>(
        `{ user(by: {username: "${cases.busyUser()}"}) { id username bio followersCount posts(first: 2) { nodes { postId } } } }`
      )
      const { node } = await dataOf<{ node: unknown }>(
        'query($id: ID!) { node(id: $id) { ... on User { id username bio followersCount posts(first: 2) { nodes { postId } } } } }',
        { id: user.id }
      )
      expect(node).toEqual(user)
    })

    test('what a profile shows in a country is of the same account', async () => {
      const { username, region, bio } = cases.variant()
      const { user } = await dataOf<{ user: { bio: string; inRegion: { bio: string; displayName: string } } }>(
        `query($username: String!, $region: CountryCode!) {
          user(by: {username: $username}) { bio inRegion(region: $region) { bio displayName websiteUrl } }
        }`,
        { username, region }
      )
      expect(user.inRegion.bio).toBe(bio)
      expect(user.bio).not.toBe(bio)
    })

    test('the id of a handle does not depend on how the handle is spelled', async () => {
      const username = cases.mixedCaseUser()
      const { a, b } = await dataOf<Record<string, unknown>>(
        `{ a: user(by: {username: "@${username.toUpperCase()}"}) { id username } b: user(by: {username: "${username}"}) { id username } }`
      )
      expect(a).toEqual(b)
    })

    test('things without a number of their own have ids that are told apart, and lead to them again', async () => {
      const page = 'posts { nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }'
      const sound = `id soundId title author isOriginal coverUrl postsCount ${page}`
      const hashtag = `id hashtagId name ${page}`
      const ids = rows<{ post_id: string }>(
        'SELECT min(p.post_id) AS post_id FROM posts p JOIN sounds s ON s.pk = p.sound_pk WHERE s.sound_id IS NULL GROUP BY s.pk LIMIT 5'
      ).map(({ post_id }) => post_id)
      type Nameless = {
        id: string
        soundId?: string | null
        hashtagId?: string | null
        posts: { nodes: { id: string }[] }
      }
      const { posts, post } = await dataOf<{
        posts: { id: string; sound: Nameless }[]
        post: { id: string; hashtags: Nameless[] }
      }>(
        `query($ids: [ID!]!, $id: ID!) { posts: postsById(postIds: $ids) { id sound { ${sound} } }
          post(by: {postId: $id}) { id hashtags { ${hashtag} } } }`,
        { ids, id: cases.namelessHashtagPost() }
      )
      const hashtags = post.hashtags.filter(({ hashtagId }) => hashtagId === null)
      expect(hashtags.length).toBeGreaterThan(0)
      const carried = [
        ...posts.map(({ id, sound }) => ({ ...sound, postId: id })),
        ...hashtags.map((each) => ({ ...each, postId: post.id }))
      ]
      expect(new Set(posts.map((each) => each.sound.id)).size).toBe(ids.length)
      for (const { soundId = null, posts: used, postId } of carried) {
        expect(soundId).toBe(null)
        expect(used.nodes.map(({ id }) => id)).toContain(postId)
      }
      const nameless = carried.map(({ postId: _, ...each }) => each)
      const { nodes } = await dataOf<{ nodes: unknown[] }>(
        `query($ids: [ID!]!) { nodes(ids: $ids) { ... on Sound { ${sound} } ... on Hashtag { ${hashtag} } } }`,
        { ids: nameless.map(({ id }) => id) }
      )
      expect(nodes).toEqual(nameless)
    })

    test('wrong ids are null with an error each, beside those that are right', async () => {
      const { user } = await dataOf<{ user: { id: string } }>(`{ user(by: {username: "${cases.busyUser()}"}) { id } }`)
      const id = (text: string) => Buffer.from(text).toString('base64url')
      const ids = [
        ...['nonsense', id('Nothing:1'), user.id, id('Post:404'), id('User:#404'), id('Sound:x')],
        // Facts that are none, of a thing that always has an id, and not as this graph writes them.
        ...[
          id('Sound:~'),
          id('Sound:~{}'),
          id('Hashtag:~[1]'),
          id('User:@Nobody'),
          id('Place:~"x"'),
          id('Hashtag:~ "x"')
        ]
      ]
      const answer = await query<{ nodes: unknown[] }>('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
      expect(answer.data?.nodes).toEqual([null, null, { id: user.id }, ...Array(9).fill(null)])
      expect(codes(answer)).toEqual([
        'nodes.0 INVALID_PARAM',
        'nodes.1 INVALID_PARAM',
        'nodes.10 INVALID_PARAM',
        'nodes.11 INVALID_PARAM',
        'nodes.5 INVALID_PARAM',
        'nodes.6 INVALID_PARAM',
        'nodes.7 INVALID_PARAM',
        'nodes.8 INVALID_PARAM',
        'nodes.9 INVALID_PARAM'
      ])
      for (const { extensions } of answer.errors ?? []) expect([undefined, 'ids']).toContain(extensions?.details?.param)
    })

    test('an id that was made before ids of accounts were is null, and nobody else', async () => {
      const { username } = row<{ username: string }>('SELECT username FROM users ORDER BY followers DESC')
      const ids = [username, `${username}@JP`, `@${username.toLowerCase()}`].map((key) => toGlobalId('User', key))
      expect(await dataOf('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toEqual({
        nodes: [null, null, null]
      })
      for (const id of ids) {
        const answer = await query('query($id: ID!) { node(id: $id) { id } }', { id })
        expect([answer.data, codes(answer)]).toEqual([{ node: null }, ['node NOT_FOUND']])
      }
    })
  })

  describe('batches', () => {
    test('keep the order, repeat what is asked for twice, and are null for each miss', async () => {
      const names = rows<{ username: string }>('SELECT username FROM users ORDER BY pk LIMIT 5').map((r) => r.username)
      const usernames = [...names, 'nobody.has.this', ...names.toReversed(), '@Nobody.Else']
      const answer = await query<{ users: ({ username: string } | null)[] }>(
        'query($usernames: [String!]!) { users: usersByUsername(usernames: $usernames) { username bio } }',
        { usernames }
      )
      expect(answer.data?.users.map((user) => user?.username ?? null)).toEqual([
        ...names,
        null,
        ...names.toReversed(),
        null
      ])
      expect(answer.errors).toBe(undefined)
      expect(answer.extensions?.cost?.reads).toBe(7)

      const ids = rows<{ post_id: string }>('SELECT post_id FROM posts ORDER BY pk LIMIT 3').map((r) => r.post_id)
      const posts = await query<{ posts: ({ postId: string } | null)[] }>(
        'query($ids: [ID!]!) { posts: postsById(postIds: $ids) { postId } }',
        { ids: ['404', ...ids.toReversed()] }
      )
      expect(posts.data?.posts.map((post) => post?.postId ?? null)).toEqual([null, ...ids.toReversed()])
      expect(posts.errors).toBe(undefined)
    })

    test('of any kind are null for a miss, and have an error for a read that failed', async () => {
      const batches = `usersById(userIds: ["404", "${examples.userId}"]) { userId }
        soundsById(soundIds: ["404", "${cases.sound()}"]) { soundId }
        hashtagsByName(names: ["nobodytagsthis", "${cases.hashtagName()}"]) { hashtagId }`
      const found = {
        usersById: [null, { userId: examples.userId }],
        soundsById: [null, { soundId: cases.sound() }],
        hashtagsByName: [null, { hashtagId: expect.stringMatching(/^\d+$/) }]
      }
      expect(await dataOf(`{ ${batches} }`)).toEqual(found)
      const mishap = (kind: string, key: string) =>
        kind === 'sound' && key === '404' ? { found: new ApiError('UPSTREAM_ERROR') } : undefined
      await withMishap(mishap, async (failing) => {
        const answer = await failing.query(`{ ${batches} }`)
        expect(answer.data).toEqual(found)
        expect(codes(answer)).toEqual(['soundsById.0 UPSTREAM_ERROR'])
      })
    })
  })

  describe('connections', () => {
    const all = `nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`
    const page = async (first: number, after: string | null) =>
      (
        await dataOf<{ user: { posts: Page } }>(
          `query($u: String!, $first: Int, $after: String) { user(by: {username: $u}) { posts(first: $first, after: $after) { ${all} } } }`,
          { u: cases.busyUser(), first, after }
        )
      ).user.posts

    test('edges and nodes are the same elements, and the page says where it stands', async () => {
      const first = await page(5, null)
      expect(first.nodes).toHaveLength(5)
      expect(first.edges.map(({ node }) => node)).toEqual(first.nodes)
      expect(first.pageInfo).toEqual({
        hasNextPage: true,
        hasPreviousPage: false,
        startCursor: first.edges[0]?.cursor,
        endCursor: first.edges[4]?.cursor
      })
      const second = await page(5, first.pageInfo.endCursor)
      expect(second.pageInfo.hasPreviousPage).toBe(true)
      expect(second.nodes).not.toEqual(first.nodes)
    })

    test('no cursor starts from the beginning', async () => {
      expect((await page(3, null)).pageInfo.hasPreviousPage).toBe(false)
    })

    test('every edge’s cursor goes on right behind that edge', async () => {
      const whole = await page(12, null)
      for (const [index, { cursor }] of whole.edges.slice(0, 11).entries()) {
        const rest = await page(1, cursor)
        expect(rest.nodes[0]).toEqual(whole.nodes[index + 1])
      }
    })

    test('a walk ends, and the cursor at the end leads to an empty page', async () => {
      const seen: string[] = []
      let after: string | null = null
      for (let more = true; more; ) {
        const { nodes, pageInfo }: Page = await page(50, after)
        seen.push(...nodes.map(({ id }) => id))
        more = pageInfo.hasNextPage
        after = pageInfo.endCursor
      }
      expect(new Set(seen).size).toBe(seen.length)
      const beyond = await page(50, after)
      expect(beyond).toEqual({
        nodes: [],
        edges: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null }
      })
    })

    test('a list of nothing has no cursors', async () => {
      const { user } = await dataOf<{ user: { posts: Page } }>(
        `{ user(by: {username: "${cases.userWithoutPosts()}"}) { posts { ${all} } } }`
      )
      expect(user.posts.pageInfo).toEqual({
        hasNextPage: false,
        hasPreviousPage: false,
        startCursor: null,
        endCursor: null
      })
    })

    test('without first there are 20, in the sound library 10', async () => {
      const { user, soundLibrary } = await dataOf<{
        user: { posts: Page }
        soundLibrary: Page & { totalCount: number }
      }>(
        `{ user(by: {username: "${cases.busyUser()}"}) { posts { nodes { id } } } soundLibrary { totalCount nodes { id } } }`
      )
      expect(user.posts.nodes).toHaveLength(20)
      expect(soundLibrary.nodes).toHaveLength(10)
      expect(soundLibrary.totalCount).toBe(row<{ n: number }>('SELECT count(*) AS n FROM sounds WHERE hot_rank > 0').n)
    })

    test('the order of the library is an enum, and null is the default', async () => {
      const { hot, none, recent, nothing } = await dataOf<Record<string, unknown>>(
        `{ hot: soundLibrary(sort: HOT) { nodes { id } } none: soundLibrary { nodes { id } }
           recent: soundLibrary(sort: NEW) { nodes { id } } nothing: soundLibrary(sort: null, first: null, after: null) { nodes { id } } }`
      )
      expect(none).toEqual(hot)
      expect(nothing).toEqual(hot)
      expect(recent).not.toEqual(hot)
    })
  })

  describe('values', () => {
    test('counts beyond 2^31 are exact', async () => {
      const big = row<{ post_id: string; plays: number }>('SELECT post_id, plays FROM posts ORDER BY plays DESC')
      const rich = row<{ username: string; likes: number }>(
        'SELECT username, total_likes AS likes FROM users ORDER BY total_likes DESC'
      )
      expect(rich.likes).toBeGreaterThan(2 ** 31)
      expect(
        await dataOf(
          `{ post(by: {postId: "${big.post_id}"}) { plays } user(by: {username: "${rich.username}"}) { totalLikes } }`
        )
      ).toEqual({ post: { plays: big.plays }, user: { totalLikes: rich.likes } })
    })

    test('ids are exact text, beyond 2^53', async () => {
      const postId = cases.post()
      expect(Number.isSafeInteger(Number(postId))).toBe(false)
      expect(await dataOf(`{ post(by: {postId: "${postId}"}) { postId } }`)).toEqual({ post: { postId } })
    })

    test('times are ISO 8601 in UTC', async () => {
      const { post_id, created_at } = row<{ post_id: string; created_at: number }>(
        'SELECT post_id, created_at FROM posts'
      )
      expect(await dataOf(`{ post(by: {postId: "${post_id}"}) { createdAt } }`)).toEqual({
        post: { createdAt: new Date(created_at * 1000).toISOString() }
      })
    })

    test.each([
      [2, 'LIVE', true],
      [3, 'PAUSED', false],
      [4, 'ENDED', false],
      [77, null, false]
    ])('a room of status %i is %s', async (status, name, isLive) => {
      const streamer = { username: 'a', display_name: 'A', avatar_url: null }
      const value = { room_id: '1', title: 'B', viewer_count: 0, like_count: 0, streamer }
      const mishap = (kind: string) =>
        kind === 'liveRoom' ? { value: { ...value, status, is_live: status === 2 } } : undefined
      await withMishap(mishap, async (other) => {
        const { data, errors } = await other.query('{ liveRoom(roomId: "1") { status isLive } }')
        expect([data, errors]).toEqual([{ liveRoom: { status: name, isLive } }, undefined])
        expect((await other.get('/api/v1/live/1')).body.data).toMatchObject({ status })
      })
    })

    test('hashtags stand in the order of the caption, repeated ones included', async () => {
      const { post_id, hashtags } = row<{ post_id: string; hashtags: string }>(
        `SELECT post_id, hashtags FROM posts t WHERE (SELECT count(*) > count(DISTINCT value) FROM json_each(t.hashtags))`
      )
      const { post } = await dataOf<{ post: { hashtags: { name: string }[] } }>(
        `{ post(by: {postId: "${post_id}"}) { hashtags { hashtagId name } } }`
      )
      expect(post.hashtags.map(({ name }) => name)).toEqual(
        (JSON.parse(hashtags) as { name: string }[]).map(({ name }) => name)
      )
    })
  })

  describe('private and deleted accounts', () => {
    test('a private account shows its profile, empty lists, and no scorecard', async () => {
      const username = cases.privateUser()
      const answer = await query(
        `query($u: String!) { user(by: {username: $u}) { username isPrivate isLive
          posts { nodes { id } } reposts { nodes { id } } followers { totalCount nodes { id } } collections { id }
          scorecard { scores { engagementRate } } } }`,
        { u: username }
      )
      expect(answer.data).toEqual({
        user: {
          username,
          isPrivate: true,
          isLive: false,
          posts: { nodes: [] },
          reposts: { nodes: [] },
          followers: { totalCount: 0, nodes: [] },
          collections: [],
          scorecard: null
        }
      })
      expect(codes(answer)).toEqual(['user.scorecard ACCOUNT_PRIVATE'])
    })

    test('a post whose author is gone has none, and the list around it stays', async () => {
      const [orphan, post] = [cases.orphanPost(), cases.post()]
      const { posts } = await dataOf<{ posts: { postId: string; author: { username: string } | null }[] }>(
        `{ posts: postsById(postIds: ["${orphan}", "${post}"]) { postId author { username bio } } }`
      )
      expect(posts.map(({ postId }) => postId)).toEqual([orphan, post])
      expect(posts[0]?.author).toBe(null)
      expect(posts[1]?.author?.username).toMatch(/./)
    })

    test('a post without sound has none', async () => {
      expect(await dataOf(`{ post(by: {postId: "${cases.silentPost()}"}) { sound { title } } }`)).toEqual({
        post: { sound: null }
      })
    })
  })

  describe('extensions', () => {
    const expectExtensions = ({ data, extensions }: GraphQLAnswer<unknown>) => {
      const ofSample = data === undefined ? [] : ['sample_data']
      expect(Object.keys(extensions?.meta ?? {})).toEqual(['request_id', 'timestamp', 'cached', 'version', ...ofSample])
      expect(extensions?.meta?.version).toBe('2025-01')
      expect(Object.keys(extensions?.cost ?? {})).toEqual(['estimated', 'limit', 'reads'])
      expect(extensions?.cost?.limit).toBe(1_000)
    }

    test('meta and cost stand beside every result, whatever went wrong', async () => {
      const fine = await query('{ soundLibrary { nodes { title } } }')
      const failed = await query('{ sound(soundId: "404") { title } }')
      const invalid = await query('{ nothing }')
      const unreadable = await query('{')
      const uncoerced = await query('query($id: ID!) { sound(soundId: $id) { title } }', { id: null })
      const tooMuch = await query(`{ ${nested(20)} }`)
      for (const answer of [fine, failed, invalid, unreadable, uncoerced, tooMuch]) expectExtensions(answer)
      expect(fine.extensions?.cost?.reads).toBe(1)
      expect(failed.extensions?.cost?.reads).toBe(1)
      for (const answer of [invalid, unreadable, uncoerced, tooMuch]) expect(answer.extensions?.cost?.reads).toBe(0)
    })

    test('the request id is that of the header, and new every time', async () => {
      const ask = () => send(server.url, '/graphql?query={soundLibrary{totalCount}}')
      const answers = [await ask(), await ask(), await ask()]
      const ids = answers.map(({ body, headers }) => {
        const id = (JSON.parse(body) as GraphQLAnswer).extensions?.meta?.request_id
        expect(headers.get('x-request-id')).toBe(id)
        return id
      })
      expect(new Set(ids).size).toBe(3)
    })

    test('cached is true when every read came from the cache', async () => {
      const text = `{ effect(effectId: "${cases.effect()}") { name } place(placeId: "${cases.place()}") { name } }`
      await withServer({}, async (fresh) => {
        expect((await fresh.query(text)).extensions?.meta?.cached).toBe(false)
        expect((await fresh.query(text)).extensions?.meta?.cached).toBe(true)
        const more = `{ effect(effectId: "${cases.effect()}") { name } sound(soundId: "${cases.sound()}") { title } }`
        expect((await fresh.query(more)).extensions?.meta?.cached).toBe(false)
        expect((await fresh.query('{ __typename }')).extensions?.meta?.cached).toBe(false)
      })
    })

    test.each([
      ['{ user(by: {username: $u}) { username bio } }', 1],
      [
        '{ user(by: {username: $u}) { posts { nodes { author { id username displayName verified avatarThumbUrl } sound { id soundId title author isOriginal } hashtags { id hashtagId name } } } } }',
        2
      ],
      ['{ user(by: {username: $u}) { posts { nodes { author { bio followersCount } } } } }', 2],
      [
        '{ search(keyword: "a") { live { nodes { id roomId title status isLive viewerCount coverUrl streamer { id username displayName avatarUrl } } } } }',
        1
      ],
      ['{ a: user(by: {username: $u}) { bio } b: user(by: {username: $u}) { userId } }', 1],
      ['{ user(by: {username: $u}) { followers { nodes { bio followersCount } } } }', 2]
    ])('what the parent carries costs no look-up: %s', async (text, reads) => {
      await withServer({}, async (fresh) => {
        const variables = text.includes('$u') ? '($u: String!) ' : ''
        const { extensions, errors } = await fresh.query(`query${variables}${text}`, { u: cases.busyUser() })
        expect(errors).toBe(undefined)
        expect(extensions?.cost?.reads).toBe(reads)
        expect(extensions?.cost?.estimated).toBeGreaterThanOrEqual(reads)
      })
    })

    test('the estimate is never below the reads that were made', async () => {
      for (const text of [
        '{ users: usersByUsername(usernames: $us) { isLive scorecard { scores { engagementRate } } collections { posts(first: 2) { nodes { sound { postsCount } } } } } }',
        '{ users: usersByUsername(usernames: $us) { ...U posts(first: 3) { edges { node { author { ...U } hashtags { posts(first: 2) { nodes { author { isLive } } } } } } } } } fragment U on User { bio reposts(first: 2) { nodes { sound { playUrl } } } }',
        '{ search(keyword: "a") { users(first: 5) { nodes { isLive followers(first: 3) { totalCount nodes { isLive } } } } live(first: 5) { nodes { likeCount streamer { bio posts(first: 2) { nodes { id } } } } } suggestions } u: usersByUsername(usernames: $us) { id } }'
      ]) {
        await withServer({}, async (fresh) => {
          const us = rows<{ username: string }>('SELECT username FROM users ORDER BY pk LIMIT 6').map((r) => r.username)
          const { extensions, errors } = await fresh.query(`query($us: [String!]!) ${text}`, { us })
          expect(errors?.filter(({ extensions: e }) => e?.code !== 'ACCOUNT_PRIVATE') ?? []).toEqual([])
          expect(extensions?.cost?.reads).toBeGreaterThan(5)
          expect(extensions?.cost?.estimated).toBeGreaterThanOrEqual(Number(extensions?.cost?.reads))
        })
      }
    })
  })

  describe('limits', () => {
    const expectRefused = async (text: string, reason: RegExp, variables?: Record<string, unknown>) => {
      const { value: answer, ms } = await effortWithin(2_000, (tried) => query(text + ' '.repeat(tried), variables))
      // What is refused is refused for little.
      expect(ms).toBeLessThan(2_000)
      expect(answer.status).toBe(200)
      expect(answer.data ?? null).toBe(null)
      expect(answer.errors).toHaveLength(1)
      expect(answer.errors?.[0]).toMatchObject({
        message: expect.stringMatching(reason),
        extensions: { code: 'INVALID_PARAM', details: { param: 'query', reason: expect.stringMatching(reason) } }
      })
      expect(answer.extensions?.cost?.reads).toBe(0)
    }

    test('15 levels are allowed, 16 are not', async () => {
      const author = (levels: number): string =>
        levels <= 0 ? 'id' : `posts(first: 1) { nodes { author { ${author(levels - 3)} } } }`
      // user, three levels each, id
      expect((await query(`{ user(by: {username: "${cases.busyUser()}"}) { ${author(12)} } }`)).errors).toBe(undefined)
      await expectRefused(`{ user(by: {username: "${cases.busyUser()}"}) { ${author(15)} } }`, /levels/)
      await expectRefused(`{ ${nested(40)} }`, /levels/)
    })

    test('fragments count where they are spread', async () => {
      await expectRefused(
        `{ user(by: {username: "a"}) { ...A } } fragment A on User { posts(first: 1) { nodes { author { ...B } } } }
         fragment B on User { posts(first: 1) { nodes { author { ...C } } } } fragment C on User { posts(first: 1) { nodes { author { ...D } } } }
         fragment D on User { posts(first: 1) { nodes { author { ...E } } } } fragment E on User { posts(first: 1) { nodes { author { id } } } }`,
        /levels/
      )
      const spread = 'fragment P on User { posts(first: 100) { nodes { sound { postsCount } } } }'
      const names = Array.from({ length: 12 }, (_, index) => `u${index}: user(by: {username: "u${index}"}) { ...P }`)
      await expectRefused(`{ ${names.join(' ')} } ${spread}`, /may cost/)
      const inline =
        '... on User { posts(first: 100) { nodes { ... on Post { sound { ... on Sound { postsCount } } } } } }'
      await expectRefused(
        `{ users: usersByUsername(usernames: [${names.map((_, i) => `"u${i}"`)}]) { ${inline} } }`,
        /may cost/
      )
    })

    test('many aliases cost as often as they are written', async () => {
      const list = Array.from({ length: 20 }, (_, index) => `a${index}: soundLibrary(first: 1) { totalCount }`)
      expect((await query(`{ ${list.join(' ')} }`)).errors).toBe(undefined)
      const posts = Array.from(
        { length: 20 },
        (_, index) => `a${index}: posts(first: 100) { nodes { sound { coverUrl } } }`
      )
      await expectRefused(`{ user(by: {username: "a"}) { ${posts.join(' ')} } }`, /may cost/)
    })

    test('many aliases of one value on many elements cost too', async () => {
      const values = Array.from({ length: 660 }, (_, index) => `a${index}: caption`).join(' ')
      const posts = Array.from({ length: 15 }, (_, index) => `p${index}: posts(first: 100) { nodes { ...V } }`)
      const text = `{ user(by: {username: "a"}) { ${posts.join(' ')} } } fragment V on Post { ${values} }`
      await withServer({ config: { limits: limitsBut({ tokens: 10_000, aliases: 1_000 }) } }, async (roomy) => {
        expect((await roomy.query(text)).errors?.[0]?.message).toMatch(/may cost/)
      })
    })

    const nestedBatch = '{ id posts(first: 100) { nodes { sound { postsCount } } } }'
    const names = Array.from({ length: 50 }, (_, index) => `user${index}`)

    test('big batches cost by their length, in the query and in variables', async () => {
      await expectRefused(`{ users: usersByUsername(usernames: ${JSON.stringify(names)}) ${nestedBatch} }`, /may cost/)
      await expectRefused(
        `query($u: [String!]!) { users: usersByUsername(usernames: $u) ${nestedBatch} }`,
        /may cost/,
        { u: names }
      )
      expect(
        (await query(`query($u: [String!]!) { users: usersByUsername(usernames: $u) { id } }`, { u: names })).data
          ?.users
      ).toEqual(names.map(() => null))
    })

    test('defaults of variables count like values', async () => {
      await expectRefused(
        `query($u: [String!]! = ${JSON.stringify(names)}) { users: usersByUsername(usernames: $u) ${nestedBatch} }`,
        /may cost/
      )
      await expectRefused(
        `query($n: Int = 100) { users: usersByUsername(usernames: ${JSON.stringify(names)}) { posts(first: $n) { nodes { sound { postsCount } } } } }`,
        /may cost/
      )
    })

    test('one value in place of a list counts as a list of one', async () => {
      const inner =
        '{ posts(first: 100) { nodes { author { posts(first: 100) { nodes { sound { postsCount } } } } } } }'
      await expectRefused(`query($u: [String!]!) { users: usersByUsername(usernames: $u) ${inner} }`, /may cost/, {
        u: 'someone'
      })
      await expectRefused(`{ users: usersByUsername(usernames: "someone") ${inner} }`, /may cost/)
    })

    test('what is skipped costs nothing, what is included does', async () => {
      const text = `query($no: Boolean = false, $yes: Boolean!) {
        soundLibrary { totalCount }
        users: usersByUsername(usernames: ${JSON.stringify(names)}) @include(if: $no) ${nestedBatch}
        more: usersByUsername(usernames: ${JSON.stringify(names)}) @skip(if: $yes) ${nestedBatch}
      }`
      expect((await query(text, { yes: true })).errors).toBe(undefined)
      await expectRefused(text, /may cost/, { yes: false })
      await expectRefused(text, /may cost/, { yes: true, no: true })
    })

    // A page of no elements costs nothing, and still must not be followed without end.
    test.each(['posts(first: 1)', 'posts(first: 0)'])(
      'fragments that double at each level are refused at once: %s',
      async (list) => {
        const level = (index: number) => {
          const below = `${list} { nodes { author { ...F${index + 1} } } }`
          return `fragment F${index} on User { a: ${below} b: ${below} }`
        }
        const levels = Array.from({ length: 40 }, (_, index) => level(index))
        const text = `{ user(by: {username: "a"}) { ...F0 } } ${levels.join(' ')} fragment F40 on User { id }`
        // The second time it would be worth a plan.
        await expectRefused(text, /too much|levels|may cost/)
        await expectRefused(text, /too much|levels|may cost/)
      }
    )

    test('thousands of equal fields, which rules compare in pairs, are answered or refused in a moment', async () => {
      const { value: answer, ms } = await effortWithin(1_000, (tried) =>
        query(`{ ${'__typename '.repeat(1_998)} }${' '.repeat(tried)}`)
      )
      expect(ms).toBeLessThan(1_000)
      if (answer.errors === undefined) expect(answer.data).toEqual({ __typename: 'Query' })
      else expect(answer.errors[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED')
    })

    test('the refusal has a status for clients that read it', async () => {
      const headers = { accept: 'application/graphql-response+json' }
      const answer = await send(server.url, `/graphql?query=${encodeURIComponent(`{ ${nested(40)} }`)}`, { headers })
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.body)).not.toHaveProperty('data')
    })

    test('the limits are those of the configuration', async () => {
      await withServer({ config: { limits: limitsBut({ cost: 3, depth: 3 }) } }, async (strict) => {
        expect((await strict.query('{ soundLibrary { totalCount } }')).errors).toBe(undefined)
        expect((await strict.query('{ soundLibrary { totalCount } }')).extensions?.cost?.limit).toBe(3)
        const many = Array.from({ length: 5 }, (_, index) => `a${index}: soundLibrary { totalCount }`)
        expect((await strict.query(`{ ${many.join(' ')} }`)).errors?.[0]?.message).toContain('at most 3')
        const deep = '{ soundLibrary { nodes { posts { nodes { id } } } } }'
        expect((await strict.query(deep)).errors?.[0]?.message).toContain('levels')
      })
    })
  })

  describe('errors', () => {
    test.each([
      ['{', 'GRAPHQL_PARSE_FAILED'],
      ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ soundLibrary(first: "a") { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ soundLibrary(sort: BEST) { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ soundLibrary(last: 5) { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['query($a: Int) { __typename }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ ...A } fragment A on Query { ...A }', 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription { a }', 'GRAPHQL_VALIDATION_FAILED'],
      ['mutation { a }', 'GRAPHQL_VALIDATION_FAILED']
    ])('%s says what is wrong with the query', async (text, code) => {
      const answer = await query(text)
      expect(answer.status).toBe(200)
      expect(answer.data ?? null).toBe(null)
      expect(answer.errors?.map(({ extensions }) => extensions?.code)).toEqual([code])
    })

    test('a failure is located, and leaves what is beside it', async () => {
      const answer = await query(
        `{ a: sound(soundId: "404") { title } b: soundLibrary(first: 1) { totalCount } c: post(by: {url: "nonsense"}) { id } }`
      )
      expect(answer.data).toMatchObject({ a: null, b: { totalCount: expect.any(Number) }, c: null })
      expect(codes(answer)).toEqual(['a NOT_FOUND', 'c INVALID_PARAM'])
    })

    test('one look-up that fails never drops a list', async () => {
      const username = cases.reposter()
      const { user } = await dataOf<{ user: { reposts: { nodes: { author: { username: string } | null }[] } } }>(
        `{ user(by: {username: "${username}"}) { reposts(first: 30) { nodes { author { username } } } } }`
      )
      const authors = [
        ...new Set(user.reposts.nodes.flatMap(({ author }) => (author === null ? [] : [author.username])))
      ]
      const broken = authors.find((author) => author.toLowerCase() !== username.toLowerCase()) ?? ''
      const mishap = (kind: string, key: string) =>
        kind === 'user' && key === broken.toLowerCase() ? { found: new ApiError('UPSTREAM_ERROR') } : undefined
      await withMishap(mishap, async (failing) => {
        const answer = await failing.query<{
          user: { reposts: { nodes: { author: { username: string; totalVideos: number | null } | null }[] } }
        }>(
          `{ user(by: {username: "${username}"}) { reposts(first: 30) { nodes { author { username totalVideos } } } } }`
        )
        const nodes = answer.data?.user.reposts.nodes ?? []
        expect(nodes).toHaveLength(user.reposts.nodes.length)
        for (const { author } of nodes) {
          if (author === null) continue
          // The handle is at hand even when the profile is not.
          expect(author.totalVideos === null).toBe(author.username === broken)
        }
        expect(new Set(answer.errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UPSTREAM_ERROR']))
        for (const { path } of answer.errors ?? []) {
          expect(path?.slice(0, 3)).toEqual(['user', 'reposts', 'nodes'])
          expect(path?.slice(4)).toEqual(['author', 'totalVideos'])
        }
      })
    })

    test('a sound or a room that cannot be read leaves the list around it', async () => {
      const down = (kind: string) =>
        kind === 'sound' || kind === 'liveRoom' || kind === 'liveStatus'
          ? { found: new ApiError('UNAVAILABLE') }
          : undefined
      await withMishap(down, async (failing) => {
        const answer = await failing.query<{
          user: { isLive: null; posts: Page }
          search: { live: { nodes: { likeCount: null }[] } }
        }>(
          `{ user(by: {username: "${cases.busyUser()}"}) { isLive posts(first: 5) { nodes { id sound { title postsCount } } } }
             search(keyword: "a") { live(first: 3) { nodes { title likeCount streamer { username } } } } }`
        )
        expect(answer.data?.user.posts.nodes).toHaveLength(5)
        expect(answer.data?.user.isLive).toBe(null)
        expect(answer.data?.search.live.nodes.length).toBeGreaterThan(0)
        for (const room of answer.data?.search.live.nodes ?? []) expect(room.likeCount).toBe(null)
        expect(new Set(answer.errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UNAVAILABLE']))
      })
    })

    test('a feed of one element that fails takes neither the element nor the list', async () => {
      const names = rows<{ username: string }>(
        'SELECT username FROM users WHERE NOT is_private ORDER BY pk LIMIT 3'
      ).map(({ username }) => username)
      const mishap = (kind: string, key: string) =>
        kind === 'userPosts' && key === names[1]?.toLowerCase()
          ? { thrown: new ApiError('UPSTREAM_TIMEOUT') }
          : undefined
      await withMishap(mishap, async (failing) => {
        const answer = await failing.query<{ users: { username: string; posts: unknown }[] }>(
          'query($names: [String!]!) { users: usersByUsername(usernames: $names) { username posts(first: 1) { nodes { id } } } }',
          { names }
        )
        expect(answer.data?.users.map(({ username }) => username)).toEqual(names)
        expect(answer.data?.users.map(({ posts }) => posts === null)).toEqual([false, true, false])
        expect(codes(answer)).toEqual(['users.1.posts UPSTREAM_TIMEOUT'])
      })
    })

    test('what nobody expected is an internal error, and nothing of it is told on either surface', async () => {
      const secret = 'SQLITE_CORRUPT: /var/lib/secret.db password=hunter2'
      for (const thrown of [new Error(secret), new TypeError(secret), secret, { message: secret }, null, undefined]) {
        await withMishap(
          () => ({ thrown }),
          async (failing) => {
            for (const path of [
              '/api/v1/users/a',
              '/api/v1/users/a/posts',
              '/api/v1/sounds/library',
              '/api/v1/search?q=a'
            ]) {
              const { status, body, headers } = await failing.get(path)
              expect([path, status]).toEqual([path, 500])
              expect(body).toMatchObject({
                data: null,
                pagination: null,
                error: { code: 'INTERNAL_ERROR', message: 'Something went wrong on the server.' }
              })
              expect(headers.get('x-request-id')).toBe(body.meta.request_id)
            }
            const answer = await failing.query(`{ user(by: {username: "a"}) { id } soundLibrary { totalCount } }`)
            expect(new Set(answer.errors?.map(({ extensions }) => extensions?.code))).toEqual(
              new Set(['INTERNAL_ERROR'])
            )
            expect(new Set(answer.errors?.map(({ message }) => message))).toEqual(
              new Set(['Something went wrong on the server.'])
            )
            expect(JSON.stringify(answer)).not.toContain('hunter2')
            expect(answer.status).toBe(200)
          }
        )
      }
    })

    test('a record that breaks its own schema is this server’s fault, not the client’s', async () => {
      const post = { post_id: '1', hashtags: [], created_at: 1, plays: -5 }
      await withMishap(
        (kind) => (kind === 'post' ? { value: post } : undefined),
        async (failing) => {
          const answer = await failing.query('{ post(by: {postId: "1"}) { postId plays } }')
          expect(answer.data).toEqual({ post: { postId: '1', plays: null } })
          expect(answer.errors?.map(({ extensions }) => extensions?.code)).toEqual(['INTERNAL_ERROR'])
          expect(answer.errors?.[0]?.message).toBe('Something went wrong on the server.')
        }
      )
    })

    test.each([
      ['UPSTREAM_ERROR', 502],
      ['UNAVAILABLE', 503],
      ['UPSTREAM_TIMEOUT', 504],
      ['RATE_LIMITED', 429]
    ] as const)('%s is %i on REST and a code in GraphQL', async (code, status) => {
      const error = new ApiError(code, undefined, { cause: new Error('hunter2'), retryAfterSeconds: 7 })
      await withMishap(
        () => ({ thrown: error }),
        async (failing) => {
          const rest = await failing.get('/api/v1/effects/1')
          expect(rest.status).toBe(status)
          expect(rest.body.error).toMatchObject({ code, message: error.message })
          expect(rest.headers.get('retry-after')).toBe('7')
          const answer = await failing.query('{ effect(effectId: "1") { name } }')
          expect(codes(answer)).toEqual([`effect ${code}`])
          expect(JSON.stringify([rest.body, answer])).not.toContain('hunter2')
        }
      )
    })
  })
})

/** A query that nests posts and authors. */
const nested = (levels: number): string =>
  `user(by: {username: "a"}) { ${'posts(first: 1) { nodes { author { '.repeat(levels)} id ${'} } } '.repeat(levels)} }`

describe('the schema', () => {
  test('can be introspected, and is the one that is printed', async () => {
    const server = await startServer()
    const { data, errors } = await server.query<IntrospectionQuery & Record<string, unknown>>(
      getIntrospectionQuery({ schemaDescription: true, inputValueDeprecation: true, specifiedByUrl: true, oneOf: true })
    )
    await server.close()
    expect(errors).toBe(undefined)
    if (data == null) throw new Error('no data')
    const sorted = (text: Parameters<typeof printSchema>[0]) => printSchema(lexicographicSortSchema(text))
    expect(sorted(buildClientSchema(data))).toBe(sorted(schema))
  })

  test('describes every type, field, argument and input', () => {
    const silent: string[] = []
    const note = (name: string, description: string | null | undefined) => {
      if (!/\w/.test(description ?? '')) silent.push(name)
    }
    for (const type of Object.values(schema.getTypeMap())) {
      if (type.name.startsWith('__') || ['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name)) continue
      note(type.name, type.description)
      if (isObjectType(type) || isInterfaceType(type)) {
        for (const field of Object.values(type.getFields())) {
          note(`${type.name}.${field.name}`, field.description)
          for (const argument of field.args) note(`${type.name}.${field.name}(${argument.name})`, argument.description)
        }
      }
      if (isInputObjectType(type)) {
        for (const field of Object.values(type.getFields())) note(`${type.name}.${field.name}`, field.description)
      }
      if (isEnumType(type)) {
        for (const value of type.getValues()) note(`${type.name}.${value.name}`, value.description)
      }
    }
    expect(silent).toEqual([])
  })

  test('has no Int where a count may outgrow it, and times only as DateTime', () => {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('__')) continue
      for (const field of Object.values(type.getFields())) {
        const name = `${type.name}.${field.name}: ${String(field.type)}`
        if (/(^|[a-z])(count|likes|plays|shares|saves|comments|followers|videos)$/i.test(field.name)) {
          expect(name).toMatch(/: (Count|CountGrowth|ObservedCount|Distribution|\w+Connection)!?$/)
        }
        if (/(At|Time|Timestamp)$/.test(field.name)) expect(name).toMatch(/: DateTime!?$/)
      }
    }
  })

  test('pages run forward only, and only feeds that are counted have a total', () => {
    const totals: string[] = []
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue
      if (type.name.endsWith('Connection') && 'totalCount' in type.getFields()) totals.push(type.name)
      for (const field of Object.values(type.getFields())) {
        expect(field.args.map(({ name }) => name)).not.toContain('before')
        expect(field.args.map(({ name }) => name)).not.toContain('last')
        if (String(field.type).endsWith('Connection')) {
          expect(field.args.map(({ name }) => name)).toEqual(expect.arrayContaining(['first', 'after']))
        }
      }
    }
    expect(totals.sort()).toEqual(['FollowerConnection', 'PostConnection', 'SoundConnection', 'UserConnection'])
  })

  test('keeps to the names that docs/graph.md gives', () => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
    const outputs = types.filter((type) => isObjectType(type) || isInterfaceType(type))
    const fields = outputs.flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({
        ...{ path: `${type.name}.${field.name}`, name: field.name, of: getNamedType(field.type).name },
        args: field.args.map(({ name }) => name)
      }))
    )
    const outOf = (kind: string, form: RegExp) =>
      fields.filter(({ name, of }) => of === kind && !form.test(name)).map(({ path }) => path)
    expect(outOf('DateTime', /^at$|At$/)).toEqual([
      'Dataset.asOf',
      'Effect.publishTime',
      'ScorecardIntelligence.analysisTimestamp'
    ])
    expect(outOf('Boolean', /^(is|has)[A-Z]/)).toEqual([
      ...['ScorecardIntelligence.lowSampleWarning', 'ScorecardProfile.verified', 'User.verified']
    ])
    const named = (end: string) => outputs.map(({ name }) => name).filter((name) => name.endsWith(end))
    const edges = fields.filter(({ name }) => name === 'edges').map(({ path, of }) => [path.split('.')[0], of])
    expect(edges.map(([, edge]) => edge).sort()).toEqual(named('Edge').sort())
    expect(edges.map(([connection]) => connection).sort()).toEqual(named('Connection').sort())
    const withNodes = fields.filter(({ name }) => name === 'nodes').map(({ path }) => path.split('.')[0])
    expect(withNodes).toEqual(expect.arrayContaining(named('Connection')))
    for (const { path, args } of fields.filter(({ args }) => args.includes('filter') && args.includes('orderBy')))
      expect(args, path).toContain('reverse')
    for (const type of types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type)))
      expect(type.specifiedByURL, type.name).toMatch(/^https:/)
  })

  test('prints without environment, data or network', async () => {
    const module = new URL('../src/surfaces/graphql/schema/schema.ts', import.meta.url).href
    const script = `
      import { schema } from ${JSON.stringify(module)}
      import { printSdl } from ${JSON.stringify(new URL('../src/surfaces/graphql/schema/nullability.ts', import.meta.url).href)}
      process.stdout.write(printSdl(schema))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: {},
      cwd: tmpdir()
    })
    expect(stdout).toBe(printSdl(schema))
  })
})
