import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readAnyData } from '../src/core/config/data-location.ts'
import { importFiles } from '../src/ingest/import.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'
import { startServer, type TestServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-rooms-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (content: unknown): string => {
  const file = join(folder, `${randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

const roomId = '7620000000000000100'
const userId = '6900000000000000001'
/** What the live service says of the room at a time. */
const roomAt = (seconds: number, more: object = {}, owner: object = {}) =>
  fileOf({
    data: {
      ...{ id_str: roomId, title: 'Building a quokka', status: 2, user_count: 321, like_count: 4567 },
      ...{ create_time: 1_742_700_008, cover: { url_list: ['https://cdn.example/l.jpg'] } },
      owner: { id_str: userId, display_id: 'oak_bench', nickname: 'Oak', ...owner },
      ...more
    },
    extra: { now: seconds * 1_000 }
  })
const files = {
  first: roomAt(1_742_700_100),
  later: roomAt(1_742_700_200, { user_count: 400, title: '' }),
  ended: roomAt(1_742_700_300, { status: 4, user_count: 0 }),
  renamed: roomAt(1_742_700_150, {}, { display_id: 'oak.bench' }),
  profile: (isPrivate: boolean, seconds: number) =>
    fileOf({ user: { id: userId, uniqueId: 'oak_bench', privateAccount: isPrivate }, collectedAt: seconds, stats: {} })
}

type Store = { url: string; into: string; close(): Promise<void> }
const stores: readonly (readonly [name: string, isLeftOut: boolean, open: () => Promise<Store>])[] = [
  [
    'SQLite',
    false,
    async () => {
      const into = join(folder, `${randomUUID()}.db`)
      return { url: `sqlite:${into}`, into, close: async () => {} }
    }
  ],
  [
    'PostgreSQL',
    hasNoPostgres,
    async () => {
      const { url, close } = await emptyDatabase()
      return { url, into: url, close }
    }
  ]
]

/** Everything that is asked about rooms. */
const answersOf = async (server: TestServer) => {
  const rest = async (path: string) => (await server.get(`/api/v1${path}`)).body.data
  const { data, errors } = await server.query(`{
    liveRoom(roomId: "${roomId}") { title status viewerCount likeCount isLive coverUrl streamer { username displayName } }
    liveStatus(username: "oak_bench") { isLive }
    user(by: { username: "oak_bench" }) { isLive liveRoom { roomId viewerCount } }
    search(keyword: "quokka") { live { nodes { roomId } } }
    dataset { liveRoomsCount topLiveRooms { roomId } }
    users(filter: { isLive: true }) { nodes { username } }
  }`)
  return {
    room: await rest(`/live/${roomId}`),
    alive: await rest('/live/oak_bench/alive'),
    found: await rest('/search/live?keyword=quokka'),
    graph: data,
    errors: (errors ?? []).filter(({ extensions }) => extensions?.code !== 'NOT_FOUND')
  }
}

const serving = async <T>(url: string, ask: (server: TestServer) => Promise<T>): Promise<T> => {
  const server = await startServer({ config: { data: readAnyData(url) } })
  try {
    return await ask(server)
  } finally {
    await server.close()
  }
}

const shown = {
  room: { room_id: roomId, title: 'Building a quokka', status: 2, viewer_count: 400, like_count: 4567, is_live: true },
  alive: { username: 'oak_bench', is_alive: true },
  found: [{ room_id: roomId, viewer_count: 400, cover_url: 'https://cdn.example/l.jpg' }],
  graph: {
    liveRoom: { coverUrl: 'https://cdn.example/l.jpg', streamer: { username: 'oak_bench', displayName: 'Oak' } },
    liveStatus: { isLive: true },
    user: { isLive: true, liveRoom: { roomId, viewerCount: 400 } },
    search: { live: { nodes: [{ roomId }] } },
    dataset: { liveRoomsCount: 1, topLiveRooms: [{ roomId }] },
    users: { nodes: [{ username: 'oak_bench' }] }
  },
  errors: []
}
const notLive = {
  alive: { username: 'oak_bench', is_alive: false },
  found: [],
  graph: {
    liveStatus: { isLive: false },
    user: { isLive: false, liveRoom: null },
    search: { live: { nodes: [] } },
    dataset: { liveRoomsCount: 0, topLiveRooms: [] },
    users: { nodes: [] }
  },
  errors: []
}

describe.each(stores)('an imported live room, in %s', (_, isLeftOut, open) => {
  test.skipIf(isLeftOut)('is as it was seen last, whatever the order, and leaves with a private account', async () => {
    const store = await open()
    const imported = (...inputs: string[]) => importFiles({ inputs, path: store.into })
    try {
      // Younger before older, and one of them again.
      await imported(files.later)
      await imported(files.renamed, files.first)
      const again = await imported(files.first)
      expect(again.tally.live_rooms).toEqual({ new: 0, changed: 0 })
      expect(await serving(store.url, answersOf)).toMatchObject(shown)

      await imported(files.profile(true, 1_742_700_250))
      expect(await serving(store.url, answersOf)).toMatchObject({ ...notLive, room: null })
      await imported(files.profile(false, 1_742_700_260))
      expect(await serving(store.url, answersOf)).toMatchObject(shown)

      await imported(files.ended)
      const over = await serving(store.url, answersOf)
      expect(over).toMatchObject({ ...notLive, room: { status: 4, is_live: false, viewer_count: 0 } })
    } finally {
      await store.close()
    }
  })
})

test('answers of this API with rooms and effects can be imported', async () => {
  const [from, to] = [join(folder, 'from.db'), join(folder, 'to.db')]
  await importFiles({ inputs: [files.first], path: from })
  const room = await serving(`sqlite:${from}`, async (server) => (await server.get(`/api/v1/live/${roomId}`)).body)
  const effect = { effect_id: '55', name: 'Glow', publish_time: 1_600_000_000, tags: ['sea'], user_count: 7 }
  await importFiles({ inputs: [fileOf(room), fileOf({ data: { ...effect, icon_url: null } })], path: to })
  await serving(`sqlite:${to}`, async (server) => {
    expect((await server.get(`/api/v1/live/${roomId}`)).body.data).toEqual(room.data)
    expect((await server.get('/api/v1/effects/55')).body.data).toEqual({ ...effect, icon_url: null })
  })
})

describe('the address of a post that no source has given', () => {
  const id = '7620000000000000200'
  const postAt = (seconds: number, more: object = {}, uniqueId = 'oak_bench') =>
    fileOf({
      ...{ id, desc: 'rasp', createTime: 1_742_700_007, author: { id: userId, uniqueId }, stats: { diggCount: 1 } },
      ...{ collectedAt: seconds, ...more }
    })
  const ask = async (server: TestServer) => {
    const { data } = await server.query(`{ post(by: { postId: "${id}" }) { shareUrl missingFields } }`)
    const { body } = await server.get<{ share_url: string }>(`/api/v1/posts?videoId=${id}`)
    const post = data?.post as { shareUrl: string; missingFields: string[] }
    expect(post.shareUrl).toBe(body.data.share_url)
    return [body.data.share_url, post.missingFields.includes('SHARE_URL')]
  }
  const addressOf = async (store: Store, ...imports: string[]) => {
    for (const file of imports) await importFiles({ inputs: [file], path: store.into })
    return serving(store.url, ask)
  }
  const given = 'https://clips.example/p/1'
  const derived = 'https://www.tiktok.com/@oak_bench'

  test.each(stores.filter(([, isLeftOut]) => !isLeftOut))(
    'has the handle of its author, in %s',
    async (_, _l, open) => {
      const store = await open()
      try {
        expect(await addressOf(store, postAt(100))).toEqual([`${derived}/video/${id}`, true])
        expect(await addressOf(store, postAt(300, { imagePost: { images: [] } }))).toEqual([
          `${derived}/photo/${id}`,
          true
        ])
        const renamed = `https://www.tiktok.com/@oak.bench/photo/${id}`
        expect(await addressOf(store, postAt(400, { imagePost: {} }, 'oak.bench'))).toEqual([renamed, true])
        // An old file that has it.
        expect(await addressOf(store, postAt(50, { shareUrl: given }))).toEqual([given, false])
        expect(await addressOf(store, postAt(500))).toEqual([given, false])
      } finally {
        await store.close()
      }
    }
  )

  test('is the same in any order of imports', async () => {
    const seen = [postAt(100), postAt(300, { imagePost: {} }, 'oak.bench'), postAt(200)]
    for (const order of [seen, seen.toReversed()]) {
      const path = join(folder, `${randomUUID()}.db`)
      const address = await addressOf({ url: `sqlite:${path}`, into: path, close: async () => {} }, ...order)
      expect(address).toEqual([`https://www.tiktok.com/@oak.bench/photo/${id}`, true])
    }
  })
})
