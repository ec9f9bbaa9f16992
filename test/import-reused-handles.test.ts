import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readAnyData } from '../src/core/config/data-location.ts'
import { importFiles } from '../src/ingest/import.ts'
import { accountNodeId } from './node-ids.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'
import { startServer, type TestServer } from './server.ts'

/** Handles pass from one account to another. An id stays that of one account, and whatever is asked of it is that account's. */

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-handles-'))
afterAll(() => rmSync(folder, { recursive: true }))

const post = (number: number, day: number, id: string, name: string, fans: number) => ({
  ...{
    id: String(7_400_000_000_000_000_000n + BigInt(number)),
    text: `by ${id} #wood`,
    createTime: 1_780_000_000 + number
  },
  authorMeta: {
    id,
    name,
    nickName: `Account ${id}`,
    fans,
    following: 1,
    heart: 10,
    video: 2,
    signature: `bio of ${id}`
  },
  ...{
    playCount: 100 * number,
    diggCount: number,
    shareCount: 1,
    commentCount: 1,
    scrapedAt: `2026-06-${day}T00:00:00Z`
  }
})
const idOf = (number: number) => post(number, 10, '', '', 0).id

/** A room on the air, as the live service shows it on a day. */
const room = (id: string, day: number) => ({
  data: {
    ...{ id_str: `76200000000000${id}`, title: `Live by ${id}`, status: 2, user_count: 3, create_time: 1_780_000_000 },
    owner: { id_str: id, display_id: 'mona', nickname: `Account ${id}` }
  },
  extra: { now: Date.parse(`2026-06-${day}T00:00:00Z`) }
})

const feeds = {
  first: [
    ...[post(1, 10, '100', 'mona', 1_000), post(2, 10, '300', 'kept', 5), post(3, 10, '400', 'before', 7)],
    { ...post(6, 10, '', '', 0), authorMeta: { name: 'Unnumbered' } }
  ],
  // 200 takes the handle of 100, which is not seen any more; 400 goes by another one, and its former is nobody's.
  later: [post(4, 12, '200', 'mona', 50), post(5, 12, '400', 'After', 8)]
}

type Store = { path: string; close(): Promise<void> }
const stores: readonly (readonly [name: string, isLeftOut: boolean, open: () => Promise<Store>])[] = [
  ['SQLite', false, async () => ({ path: join(folder, `${randomUUID()}.db`), close: async () => {} })],
  [
    'PostgreSQL',
    hasNoPostgres,
    async () => {
      const { url, close } = await emptyDatabase(3)
      return { path: url, close }
    }
  ]
]

const whole = `id userId username displayName bio followersCount isLive liveRoom { roomId streamer { id } } missingFields
  posts { totalCount nodes { postId author { id userId } } } reposts { nodes { id } } followers { totalCount } collections { id }
  filtered: posts(filter: { plays: { min: 1 } }) { totalCount nodes { postId } facets { sum { plays } } }
  history { followers { value } } growth { followers { absolute } } scorecard { user { id } profile { bio } audience { followers } }
  inRegion(region: "JP") { bio }`

type Whole = {
  id: string
  userId: string
  username: string
  bio: string
  posts: { totalCount: number; nodes: { postId: string; author: { id: string } }[] }
} & Record<string, unknown>

describe.each(stores)('in %s,', (_, isLeftOut, open) => {
  let store: Store
  let server: TestServer
  const imported = (feed: unknown) => {
    const file = join(folder, `${randomUUID()}.json`)
    writeFileSync(file, JSON.stringify(feed))
    return importFiles({ inputs: [file], path: store.path })
  }
  const dataOf = async <T>(query: string): Promise<T> => {
    const { data, errors } = await server.query<T>(query)
    expect(errors, query).toBe(undefined)
    if (data == null) throw new Error('there is an answer')
    return data
  }
  beforeAll(async () => {
    if (isLeftOut) return
    store = await open()
    await imported(feeds.first)
    await imported(room('100', 10))
    server = await startServer({
      config: { data: readAnyData(store.path.includes('://') ? store.path : `sqlite:${store.path}`) }
    })
    // What is kept of before is not shown afterwards.
    const asked = await dataOf<{ user: Whole }>(`{ user(by: { username: "mona" }) { ${whole} } }`)
    expect([asked.user.id, asked.user.userId]).toEqual([accountNodeId('100'), '100'])
    await imported(feeds.later)
    await imported(room('200', 12))
    await vi.waitFor(
      async () => {
        const { user } = await dataOf<{ user: Whole }>('{ user(by: { username: "mona" }) { userId } }')
        expect(user.userId).toBe('200')
      },
      { timeout: 60_000, interval: 50 }
    )
  })
  afterAll(async () => {
    await server?.close()
    await store?.close()
  })

  test.skipIf(isLeftOut)('an id leads to its account, though another one has its handle by now', async () => {
    const { former, now, posts } = await dataOf<{ former: Whole; now: Whole; posts: { author: Whole }[] }>(
      `{ former: node(id: "${accountNodeId('100')}") { ... on User { ${whole} } } now: user(by: { username: "mona" }) { ${whole} }
        posts: postsById(postIds: ["${idOf(1)}", "${idOf(4)}"]) { author { ${whole} } } }`
    )
    for (const [user, id, number, fans] of [
      [former, '100', 1, 1_000],
      [now, '200', 4, 50]
    ] as const) {
      const found = [{ postId: idOf(number), author: { id: accountNodeId(id), userId: id } }]
      expect(user).toMatchObject({
        ...{ id: accountNodeId(id), userId: id, username: 'mona', bio: `bio of ${id}`, followersCount: fans },
        ...{ isLive: true, liveRoom: { roomId: `76200000000000${id}`, streamer: { id: accountNodeId(id) } } },
        ...{ reposts: { nodes: [] }, followers: { totalCount: null }, collections: [] },
        posts: { totalCount: 1, nodes: found },
        filtered: { totalCount: 1, nodes: [{ postId: idOf(number) }], facets: { sum: { plays: 100 * number } } },
        history: [{ followers: { value: fans } }],
        scorecard: { user: { id: accountNodeId(id) }, profile: { bio: `bio of ${id}` }, audience: { followers: fans } },
        inRegion: { bio: `bio of ${id}` }
      })
    }
    expect(posts.map(({ author }) => author)).toEqual([former, now])
  })

  test.skipIf(isLeftOut)('an id leads to its account under the handle that it goes by now', async () => {
    const { node, gone } = await dataOf<{ node: Whole; gone: null[] }>(
      `{ node(id: "${accountNodeId('400')}") { ... on User { ${whole} } } gone: usersByUsername(usernames: ["before"]) { id } }`
    )
    expect(node).toMatchObject({ userId: '400', username: 'After', posts: { totalCount: 2 }, followersCount: 8 })
    expect(gone).toEqual([null])
    const { user } = await dataOf<{ user: Whole }>(`{ user(by: { username: "after" }) { ${whole} } }`)
    expect(user).toEqual(node)
  })

  test.skipIf(isLeftOut)('an account that came without an id has one all the same', async () => {
    const { user } = await dataOf<{ user: Whole }>(`{ user(by: { username: "unnumbered" }) { ${whole} } }`)
    expect(user).toMatchObject({ userId: expect.stringMatching(/^\d+$/), username: 'Unnumbered' })
    expect(user).toMatchObject({ id: accountNodeId(user.userId), posts: { nodes: [{ postId: idOf(6) }] } })
    const { node, byId } = await dataOf<{ node: Whole; byId: Whole[] }>(
      `{ node(id: "${user.id}") { ... on User { ${whole} } } byId: usersById(userIds: ["${user.userId}"]) { ${whole} } }`
    )
    expect([node, ...byId]).toEqual([user, user])
  })

  test.skipIf(isLeftOut)('REST knows an account by the handle that it holds, and by its id', async () => {
    const read = async (path: string) => (await server.get(`/api/v1/users/${path}`)).body.data
    expect(await read('mona')).toMatchObject({ user_id: '200' })
    expect(await read('by-id/100')).toMatchObject({ user_id: '100', username: 'mona', followers: 1_000 })
    expect(await read('mona/posts')).toMatchObject([{ post_id: idOf(4) }])
    for (const path of [':100', '%3A100', ':100/posts'])
      expect((await server.get(`/api/v1/users/${path}`)).status).toBe(400)
    const status = await server.get('/api/v1/live/:100/alive')
    expect(status.body.data).toEqual({ username: ':100', is_alive: false })
  })
})
