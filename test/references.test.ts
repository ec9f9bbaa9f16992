import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LiveSearchResult } from '../src/records/live-room.ts'
import type { Post } from '../src/records/post.ts'
import type { Page, Source } from '../src/store/source.ts'
import { cases } from './cases.ts'
import { countedSource, countReads, describeCall } from './counted-source.ts'
import { row, rows } from './dataset.ts'
import { startServer, type TestServer } from './server.ts'

/** Where the graph leads on from what it knows, and what that costs. */

/** What the source's pages hold is changed by these, where a test sets them. */
const changed: {
  live?: (page: Page<LiveSearchResult>) => void
  collection?: (page: Page<Post>) => void
  posts?: (page: Page<Post>) => void
} = {}

const counted = countedSource()
const withChanges = (source: Source): Source => ({
  lookUp: (kind, keys, signal) => source.lookUp(kind, keys, signal),
  async page(kind, key, request, signal) {
    const page = await source.page(kind, key, request, signal)
    // The kind says what the page holds.
    if (page !== null && kind === 'searchLive') changed.live?.(page as Page<LiveSearchResult>)
    if (page !== null && kind === 'collectionPosts') changed.collection?.(page as Page<Post>)
    if (page !== null && kind === 'userPosts') changed.posts?.(page as Page<Post>)
    return page
  },
  ready: (signal) => source.ready(signal),
  close: () => source.close()
})

let server: TestServer
let now = Date.UTC(2026, 5, 1)
beforeAll(async () => {
  server = await startServer({ now: () => now, wrapSource: (source) => counted.wrap(withChanges(source)) })
})
afterAll(() => server.close())
beforeEach(() => {
  // Nothing is fresh any more.
  now += 48 * 3_600_000
  counted.take()
  delete changed.live
  delete changed.collection
  delete changed.posts
})

/** The data of an answer without errors and what the source was asked for it. */
const ask = async <T>(query: string, variables?: Record<string, unknown>) => {
  const { data, errors, extensions } = await server.query<T>(query, variables)
  expect(errors).toBe(undefined)
  if (data === null || data === undefined) throw new Error('no data')
  const calls = counted.take()
  expect(extensions?.cost?.reads).toBe(countReads(calls))
  expect(extensions?.cost?.estimated).toBeGreaterThanOrEqual(countReads(calls))
  return { data, asked: calls.map(describeCall).toSorted() }
}

const onAir = 'FROM live_rooms l JOIN users u ON u.pk = l.user_pk WHERE l.status = 2'

describe('the room of a creator on the air', () => {
  const query = `query ($names: [String!]!) { users: usersByUsername(usernames: $names) {
    username liveRoom { roomId title coverUrl streamer { username } } } }`
  type Found = { users: { username: string; liveRoom: { roomId: string; coverUrl: string | null } | null }[] }

  test('is found for everyone who is live, and is null without an error for everyone else', async () => {
    const live = rows<{ username: string; roomId: string }>(`SELECT u.username, l.room_id AS roomId ${onAir}`)
    const others = rows<{ username: string }>(
      'SELECT username FROM users WHERE pk NOT IN (SELECT user_pk FROM live_rooms WHERE status = 2) ORDER BY pk LIMIT 10'
    )
    expect(live.length).toBeGreaterThan(20)
    const names = [...live, ...others].map(({ username }) => username)
    const { data, asked } = await ask<Found>(query, { names })
    expect(data.users.map(({ username, liveRoom }) => [username, liveRoom?.roomId ?? null])).toEqual([
      ...live.map(({ username, roomId }) => [username, roomId]),
      ...others.map(({ username }) => [username, null])
    ])
    // Nobody is searched for who is not live, and what search tells of a room is not looked up.
    expect(new Set(asked)).toEqual(
      new Set([`lookUp user ×${names.length}`, `lookUp liveStatus ×${names.length}`, 'page searchLive'])
    )
    expect(asked.filter((call) => call === 'page searchLive')).toHaveLength(live.length)
  })

  test('is looked for on two pages of search at most', async () => {
    changed.live = (page) => {
      page.items = page.items.map((item) => ({ ...item, streamer: { ...item.streamer, username: 'somebody.else' } }))
      page.next = page.positions.at(-1) ?? null
    }
    const { data, asked } = await ask<Found>(query, { names: [cases.liveUser()] })
    expect(data.users[0]?.liveRoom).toBe(null)
    expect(asked.filter((call) => call === 'page searchLive')).toHaveLength(2)
  })

  test('is not that of somebody whose handle begins alike', async () => {
    changed.live = (page) => {
      page.items = page.items.map((item) => ({
        ...item,
        streamer: { ...item.streamer, username: `${item.streamer.username}.2` }
      }))
    }
    const { data } = await ask<Found>(query, { names: [cases.liveUser()] })
    expect(data.users[0]?.liveRoom).toBe(null)
  })
})

describe('the cover of a room', () => {
  test('is the same by its number as in search, and costs a search', async () => {
    const rooms = rows<{ room_id: string; cover_url: string | null }>(`SELECT l.room_id, l.cover_url ${onAir}`)
    expect(rooms.some(({ cover_url }) => cover_url === null)).toBe(true)
    for (const { room_id, cover_url } of rooms) {
      const { data, asked } = await ask<{ liveRoom: { coverUrl: string | null } }>(
        'query ($id: ID!) { liveRoom(roomId: $id) { coverUrl likeCount } }',
        { id: room_id }
      )
      expect(data.liveRoom.coverUrl?.replace(server.url, '') ?? null).toBe(cover_url)
      expect(asked).toEqual(['lookUp liveRoom ×1', 'page searchLive'])
    }
  })

  test('is null for a room that is not on the air, and nothing is searched', async () => {
    const { roomId } = row<{ roomId: string }>('SELECT room_id AS roomId FROM live_rooms WHERE status = 4')
    const { data, asked } = await ask('query ($id: ID!) { liveRoom(roomId: $id) { coverUrl } }', { id: roomId })
    expect(data).toEqual({ liveRoom: { coverUrl: null } })
    expect(asked).toEqual(['lookUp liveRoom ×1'])
  })

  test('that search does not show is null', async () => {
    changed.live = (page) => {
      page.items = []
      page.next = null
    }
    const { data } = await ask('query ($id: ID!) { liveRoom(roomId: $id) { coverUrl } }', { id: cases.room() })
    expect(data).toEqual({ liveRoom: { coverUrl: null } })
  })
})

describe('the owner of a collection', () => {
  const byId = 'query ($id: ID!) { collection(collectionId: $id) { name owner { id username } } }'
  type Found = { collection: { owner: { id: string; username: string } | null } }

  test('is at hand where the collection was reached through it', async () => {
    const { data, asked } = await ask<{ user: { id: string; collections: { owner: { id: string } }[] } }>(
      'query ($name: String!) { user(by: { username: $name }) { id collections { name owner { id username } } } }',
      { name: cases.busyUser() }
    )
    expect(data.user.collections.length).toBeGreaterThan(0)
    for (const { owner } of data.user.collections) expect(owner.id).toBe(data.user.id)
    expect(asked).toEqual(['lookUp playlists ×1', 'lookUp user ×1'])
  })

  test('is found by the first post of it', async () => {
    const { username } = row<{ username: string }>(
      `SELECT u.username FROM collections c JOIN users u ON u.pk = c.user_pk WHERE c.collection_id = '${cases.collection()}'`
    )
    const { data, asked } = await ask<Found>(byId, { id: cases.collection() })
    expect(data.collection.owner?.username).toBe(username)
    expect(asked).toEqual(['lookUp collection ×1', 'lookUp playlists ×1', 'page collectionPosts'])
  })

  test('is not whoever made the first post, unless that creator lists the collection', async () => {
    const other = cases.userWithoutPosts()
    changed.collection = (page) => {
      page.items = page.items.map((post) => ({ ...post, author_username: other }))
    }
    expect((await ask<Found>(byId, { id: cases.collection() })).data.collection.owner).toBe(null)
  })

  test.each([
    ['an account that is gone', null],
    ['nobody', 'nobody.at.all']
  ])('is null when the first post is by %s', async (_, author) => {
    changed.collection = (page) => {
      page.items = page.items.map((post) => ({ ...post, author_username: author }))
    }
    expect((await ask<Found>(byId, { id: cases.collection() })).data.collection.owner).toBe(null)
  })

  test('is null where no post leads to it', async () => {
    const { data, asked } = await ask<Found>(byId, { id: cases.emptyCollection() })
    expect(data.collection.owner).toBe(null)
    expect(asked).toEqual(['lookUp collection ×1', 'page collectionPosts'])
  })
})

describe('a hashtag by its name', () => {
  test.each(['', '#'])('is the one with that number, with "%s" before it and in any case', async (before) => {
    const known = row<{ hashtag_id: string; name: string }>(
      `SELECT hashtag_id, name FROM hashtags WHERE hashtag_id = '${cases.hashtag()}'`
    )
    const { data, asked } = await ask<Record<'byName' | 'byId', unknown>>(
      `query ($name: String!, $id: ID!) { byName: hashtag(by: { name: $name }) { id hashtagId name } byId: hashtag(by: { hashtagId: $id }) { id hashtagId name } }`,
      { name: before + known.name.toUpperCase(), id: known.hashtag_id }
    )
    expect(data.byName).toEqual(data.byId)
    expect(data.byName).toMatchObject({ hashtagId: known.hashtag_id, name: known.name })
    expect(asked).toEqual(['page hashtagPosts', 'page searchVideos'])
  })

  test('has no number where the platform has none, and is the one that posts carry', async () => {
    const { post } = (
      await ask<{ post: { hashtags: { id: string; hashtagId: string | null; name: string }[] } }>(
        'query ($id: ID!) { post(by: { postId: $id }) { hashtags { id hashtagId name } } }',
        { id: cases.namelessHashtagPost() }
      )
    ).data
    const carried = post.hashtags.find(({ hashtagId }) => hashtagId === null)
    const { data } = await ask('query ($name: String!) { hashtag(by: { name: $name }) { id hashtagId name } }', {
      name: carried?.name
    })
    expect(data).toEqual({ hashtag: carried })
  })

  test('that is no name is refused', async () => {
    const { data, errors } = await server.query('{ hashtag(by: { name: "# " }) { id } }')
    expect(data).toEqual({ hashtag: null })
    expect(errors).toMatchObject([
      { path: ['hashtag'], extensions: { code: 'INVALID_PARAM', details: { param: 'name' } } }
    ])
  })

  test('that no post carries is not found', async () => {
    const { data, errors } = await server.query('{ hashtag(by: { name: "zzzznothingmatchesthis" }) { id } }')
    expect(data).toEqual({ hashtag: null })
    expect(errors).toMatchObject([{ path: ['hashtag'], extensions: { code: 'NOT_FOUND' } }])
  })
})

describe('what a post does not tell', () => {
  const names = `author { username displayName } sound { soundId title author } hashtags { hashtagId name }`
  type Told = { sound: object; author: object; hashtags: object[] }

  test('of things that always have a name is looked up, so that they are called the same everywhere', async () => {
    const creator = row<{ username: string }>(
      `SELECT u.username FROM posts p JOIN users u ON u.pk = p.author_pk JOIN sounds s ON s.pk = p.sound_pk
       WHERE NOT u.is_private AND s.sound_id IS NOT NULL AND p.hashtags <> '[]' AND p.hashtags NOT LIKE '%"id":null%'
         AND p.pk = (SELECT pk FROM posts WHERE author_pk = u.pk ORDER BY created_at DESC LIMIT 1)`
    ).username
    const query = `query ($u: String!) { user(by: { username: $u }) { posts(first: 1) { nodes { ${names} } } } }`
    const told = await server.query<{ user: { posts: { nodes: Told[] } } }>(query, { u: creator })
    expect(told.data?.user.posts.nodes[0]?.hashtags.length).toBeGreaterThan(0)
    now += 48 * 3_600_000
    changed.posts = (page) => {
      page.items = page.items.map((post) => ({
        ...post,
        ...{ author_display_name: null, sound_title: null, sound_author: null },
        hashtags: post.hashtags.map(({ id }) => ({ id, name: null }))
      }))
    }
    const untold = await server.query(query, { u: creator })
    expect(untold.errors).toBe(undefined)
    expect(untold.data).toEqual(told.data)
  })

  test('of its own number leaves each with an id of its own, which is short and leads nowhere', async () => {
    changed.posts = (page) => {
      page.items = page.items.map((post) => ({ ...post, post_id: null }))
    }
    const { data } = await ask<{ user: { posts: { nodes: { id: string; postId: null; caption: string }[] } } }>(
      'query ($u: String!) { user(by: { username: $u }) { posts(first: 5) { nodes { id postId caption } } } }',
      { u: cases.busyUser() }
    )
    const ids = data.user.posts.nodes.map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
    for (const id of ids) expect(id.length).toBeLessThan(50)
    const again = await ask<{ nodes: unknown }>('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
    expect(again.data.nodes).toEqual(ids.map(() => null))
    expect(again.asked).toEqual([])
  })
})

describe('what leads on is charged for where it is not at hand', () => {
  test.each([
    ['{ search(keyword: "a") { live(first: 50) { nodes { roomId } } } }', 2],
    ['{ search(keyword: "a") { live(first: 50) { nodes { coverUrl } } } }', 2],
    ['{ search(keyword: "a") { live(first: 50) { nodes { likeCount } } } }', 52],
    ['{ liveRoom(roomId: "1") { title } }', 2],
    ['{ liveRoom(roomId: "1") { coverUrl } }', 5],
    ['{ user(by: { username: "a" }) { liveRoom { coverUrl } } }', 5],
    ['{ user(by: { username: "a" }) { liveRoom { likeCount } } }', 6],
    ['{ user(by: { username: "a" }) { collections { owner { username } } } }', 3],
    ['{ user(by: { username: "a" }) { collections { owner { bio } } } }', 53],
    ['{ collection(collectionId: "1") { owner { username } } }', 4],
    ['{ collection(collectionId: "1") { owner { bio } } }', 5]
  ])('%s', async (query, estimated) => {
    // Everything that is read counts 1, and all values together 1 more.
    expect((await server.query(query)).extensions?.cost?.estimated).toBe(estimated)
  })
})
