import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forms } from '../src/commands/export/targets.ts'
import { type QueryLimits, readConfig } from '../src/core/config/config.ts'
import { readAnyData } from '../src/core/config/data-location.ts'
import { importFiles } from '../src/ingest/import.ts'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { seedDataset } from '../src/ingest/seed/seed.ts'
import { targetOf } from '../src/ingest/target.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { commandInProcess } from './command-in-process.ts'
import { type Answer, asTables, overGraphQL, overMcp, overRest, type Values } from './every-answer.ts'
import { accountNodeId } from './node-ids.ts'
import { emptyDatabase, hasNoPostgres, onPostgres } from './own-postgres.ts'
import { startServer, type TestServer, testKey } from './server.ts'
import { checkColumns, checkSums } from './stored.ts'
import { isThorough } from './thorough.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-removals-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string, feed: unknown): string => {
  const file = join(folder, `${randomUUID()}-${name}`)
  writeFileSync(file, JSON.stringify(feed))
  return file
}

/** Every text of the account and the post that are removed, and of nothing else, has this. */
const secret = /quokkazq[a-z]/i
const account = { id: '6899000000000000001', handle: 'quokkazqanna' }
const single = '7999000000000000099'
const postIds = Array.from({ length: 8 }, (_, index) => String(7_999_000_000_000_000_000n + BigInt(index)))
const sound = '7399000000000000001'
const room = '7499000000000000001'
const collection = '7599000000000000001'
const place = '2299000000000000001'

const authorMeta = (day: number, more = {}) => ({
  ...{
    id: account.id,
    name: account.handle,
    nickName: 'Quokkazqname Anna',
    signature: 'quokkazqbio',
    fans: 900,
    heart: 80
  },
  ...{ bioLink: 'https://quokkazqlink.example/', scrapedAt: `2026-06-${day}T00:00:00Z`, ...more }
})
const postOf = (id: string, day: number, more = {}) => ({
  ...{ id, text: `quokkazqcaption${id.slice(-2)} umbrella`, createTime: 1_780_200_000 + Number(id.slice(-2)) },
  ...{ authorMeta: authorMeta(day), playCount: 70_000_000, diggCount: 9, scrapedAt: `2026-06-${day}T00:00:00Z` },
  musicMeta: { musicId: sound, musicName: 'quokkazqsound', musicAuthor: 'Quokkazqname Anna', musicOriginal: true },
  locationMeta: { locationId: place, locationName: 'quokkazqplace', address: 'quokkazqaddress' },
  hashtags: [{ id: '4199000000000000001', name: 'quokkazqtag' }, { name: 'quokkazqloose' }],
  ...more
})
const other = { id: '6899000000000000002', name: 'other.person', nickName: 'Other', fans: 5 }
const feed = (day: number) => [
  authorMeta(day),
  ...postIds.map((id) => postOf(id, day)),
  postOf(single, day, { authorMeta: other, musicMeta: undefined, locationMeta: undefined })
]
const live = (owner: object) => ({
  data: {
    ...{ id_str: room, title: 'quokkazqlive', status: 2, user_count: 17, create_time: 1_780_200_000 },
    owner: { id_str: account.id, display_id: account.handle, nickname: 'Quokkazqname Anna', ...owner }
  },
  extra: { now: 1_780_290_000_000 },
  status_code: 0
})

let base = ''
/** What others have of theirs: whom they follow, what they reposted, what is in their collections. */
const relate = (path: string) => {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  const one = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  const pk = one(`SELECT pk FROM users WHERE user_id = '${account.id}'`)
  const theirs = one('SELECT user_pk FROM all_collections')
  db.exec(`
    INSERT INTO all_collections (pk, user_pk, place_in_list, collection_id, name, posts_count)
      VALUES (900001, ${pk}, 1, '${collection}', 'quokkazqlist', 2);
    INSERT INTO collection_posts SELECT 900001, row_number() OVER (), pk FROM posts WHERE post_id IN ('${postIds[0]}', '${single}');
    UPDATE collection_posts SET post_pk = (SELECT pk FROM posts WHERE post_id = '${postIds[0]}')
      WHERE collection_pk = (SELECT min(pk) FROM all_collections) AND place_in_list = 1;
    INSERT INTO reposts SELECT ${theirs}, 1780200001, id_order, pk FROM posts WHERE post_id IN ('${postIds[0]}', '${single}');
    INSERT INTO reposts SELECT ${pk}, 1780200001, id_order, pk FROM posts WHERE author_pk <> ${pk} LIMIT 3;
    INSERT INTO followers VALUES (${theirs}, 1790000000, ${pk}, 1790000000), (${pk}, 1790000000, ${theirs}, 1790000000);
    UPDATE follower_counts SET listed = listed + 1 WHERE user_pk = ${theirs};
    INSERT INTO follower_counts VALUES (${pk}, 1);
    INSERT INTO user_variants (user_pk, region, bio) VALUES (${pk}, 'JP', 'quokkazqvariant')`)
  const username = String(db.prepare('SELECT username FROM users WHERE pk = ?').get(theirs)?.username)
  const own = String(db.prepare('SELECT collection_id FROM all_collections ORDER BY pk').get()?.collection_id)
  db.close()
  return { username, collection: own }
}
let related = { username: '', collection: '' }
beforeAll(async () => {
  base = join(folder, 'base.db')
  seedDataset({ path: base, users: 40, posts: 600, seed: 5, until: '2026-06-01' })
  const db = new DatabaseSync(base)
  db.exec("UPDATE sources SET name = 'collected.json'")
  db.close()
  await importFiles({ inputs: [fileOf('feed.json', feed(10)), fileOf('live.json', live({}))], path: base })
  // Another day, so that there is a history, and values that are no longer those of the rows.
  await importFiles({
    inputs: [
      fileOf(
        'later.json',
        feed(12).map((post) => ({ ...post, fans: 950, diggCount: 12 }))
      )
    ],
    path: base
  })
  related = relate(base)
})

const nodes = () => [
  ...[accountNodeId(account.id), toGlobalId('Sound', sound), toGlobalId('Place', place), toGlobalId('LiveRoom', room)],
  ...[...postIds.slice(0, 1), single].map((id) => toGlobalId('Post', id)),
  ...[collection, related.collection].map((id) => toGlobalId('Collection', id))
]
const values = (): Values => ({
  username: [account.handle, related.username],
  userId: [account.id],
  videoId: [postIds[0], single],
  url: [single].map((id) => `https://clips.example/@x/video/${id}`),
  soundId: [sound],
  placeId: [place],
  collectionId: [collection, related.collection],
  challengeId: ['4199000000000000001'],
  roomId: [room],
  effectId: ['1'],
  keyword: ['umbrella', 'quokkazq', 'anna'],
  sort: ['hot', 'new'],
  usernames: [[account.handle, related.username]],
  userIds: [[account.id, other.id]],
  postIds: [[postIds[1], single]],
  soundIds: [[sound]],
  names: [['quokkazqtag', 'quokkazqloose']],
  'user.by': [{ username: account.handle }, { userId: account.id }],
  'post.by': [{ postId: single }],
  'hashtag.by': [{ hashtagId: '4199000000000000001' }, { name: 'quokkazqloose' }],
  'trending.kind': ['POST', 'CREATOR'],
  id: nodes(),
  ids: [nodes()]
})
const keys: () => Readonly<Record<string, readonly string[]>> = () => ({
  user: [account.handle, related.username],
  'user-id': [account.id],
  post: [single],
  sound: [sound],
  sounds: ['hot'],
  hashtag: ['4199000000000000001'],
  place: [place],
  collection: [collection, related.collection],
  search: ['umbrella'],
  live: [room],
  effect: ['1'],
  history: [`post:${single}`]
})
const exports = async (dataUrl: string): Promise<Answer[]> => {
  const answers: Answer[] = []
  const asked = forms.flatMap((form) => {
    const [kind = ''] = form.split(':')
    if (form.startsWith('scorecards')) return []
    return form === 'all' ? ['all'] : (keys()[kind] ?? []).map((key) => form.replace(/[A-Z]+/, key))
  })
  for (const what of [...asked, `history:post:${single}`, `history:user:${account.handle}`]) {
    const out = join(folder, randomUUID())
    await commandInProcess(`export '${what}' --out ${out}`, folder, { DATA_URL: dataUrl })
    const text = existsSync(out) ? readFileSync(out, 'utf8') : ''
    answers.push({ asked: what, text })
  }
  return answers
}
/** `only`: of the graph, some questions. */
const everything = async (server: TestServer, dataUrl: string, asksGraph: boolean, only?: ReadonlySet<string>) => {
  const queries = [
    '{ posts(first: 50) { nodes { caption } facets { top(by: HASHTAG) { key } } } users(first: 50) { nodes { displayName } } }'
  ]
  const answers = await overRest(server, values())
  const others = [
    asksGraph ? await overGraphQL(server, values(), only) : [],
    await asTables(server, values()),
    await overMcp(server, values(), queries),
    await exports(dataUrl)
  ]
  return { rest: answers, all: [...answers, ...others.flat()] }
}
/** Whether somebody is live is answered with the name that was asked for. */
const repeatsName = /alive$|get_live_status|liveStatus\(|\/live$/
const telling = <A extends Answer>(answers: readonly A[]): A[] =>
  answers.filter(({ asked, text }) => secret.test(repeatsName.test(asked) ? text.replaceAll(account.handle, '') : text))

type Store = {
  url: string
  into: string
  /** All that is stored, views included, as text. */
  stored(): Promise<string>
  check(): Promise<void>
  close(): Promise<void>
}
const tablesOf = (db: DatabaseSync) =>
  db.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").all()
const openFile = async (): Promise<Store> => {
  const into = join(folder, `${randomUUID()}.db`)
  copyFileSync(base, into)
  return {
    ...{ url: `sqlite:${into}`, into },
    async stored() {
      const db = new DatabaseSync(into)
      const views = tablesOf(db).flatMap(({ name }) =>
        String(name).startsWith('public_') ? db.prepare(`SELECT * FROM ${name}`).all() : []
      )
      db.close()
      // Bytes of the file too, whether or not anything refers to them.
      const files = [into, `${into}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file, 'latin1'))
      return JSON.stringify(views) + files.join('')
    },
    async check() {
      const db = new DatabaseSync(into)
      checkSums(db)
      await checkColumns(db)
      db.close()
    },
    close: async () => {}
  }
}
const openDatabase = async (): Promise<Store> => {
  const { url, close } = await emptyDatabase(3)
  await copyDataset(base, url, () => {})
  return {
    ...{ url, into: url, close },
    async stored() {
      const names = await onPostgres(
        url,
        "SELECT relname FROM pg_class WHERE relnamespace = 'clipgraph'::regnamespace AND relkind IN ('r', 'p', 'v')"
      )
      const rows = []
      for (const { relname } of names)
        rows.push(
          await onPostgres(url, `SET search_path = clipgraph; `).then(() =>
            onPostgres(url, `SELECT t::text AS row FROM clipgraph.${relname} t`)
          )
        )
      return JSON.stringify(rows)
    },
    check: async () => {}
  }
}
const stores: readonly (readonly [name: string, isLeftOut: boolean, open: () => Promise<Store>])[] = [
  ['SQLite', false, openFile],
  ['PostgreSQL', hasNoPostgres, openDatabase]
]

const remove = (store: Pick<Store, 'url'>, args: string) =>
  commandInProcess(`remove ${args}`, folder, { DATA_URL: store.url })
const removeBoth = `user:@${account.handle.toUpperCase()} post:${single} --why 'asked for' --yes`
const imported = (store: Pick<Store, 'into'>, name: string, what: unknown, more = {}) =>
  importFiles({ inputs: [fileOf(name, what)], path: store.into, ...more })
const limits: QueryLimits = {
  ...readConfig({ GATEWAY_KEYS: testKey }).limits,
  depth: 100,
  ...{ cost: 1e9, nodes: 1e9, reads: 1e6, tokens: 1e6, aliases: 1e6 }
}

/** The removed account and post again, in every way in which an import may name them. */
const again = () => ({
  'same.json': feed(13),
  'profile.json': [{ ...authorMeta(20), fans: 1_000 }],
  // Known by its handle alone, by a format that has no more.
  'handle.json': {
    data: {
      videos: [
        {
          id: '7999000000000000050',
          create_time: 1_780_250_000,
          username: account.handle,
          video_description: 'quokkazqhandle'
        }
      ]
    }
  },
  // Renamed, and then known by the new handle alone.
  'renamed.json': [
    postOf('7999000000000000051', 21, { authorMeta: authorMeta(21, { name: 'quokkazqnew' }) }),
    postOf('7999000000000000052', 22, { authorMeta: { name: 'quokkazqnew' } })
  ],
  // Without its author.
  'orphan.json': [postOf(postIds[2] ?? '', 23, { authorMeta: undefined })],
  'live.json': live({}),
  'live-by-handle.json': live({ id_str: undefined })
})

describe.each(stores)('an account and a post that are removed from %s', (name, isLeftOut, open) => {
  test.skipIf(isLeftOut)(
    'stand in no answer and nowhere in the data, and no import brings them back',
    async () => {
      const store = await open()
      const server = await startServer({ config: { data: readAnyData(store.url), limits } })
      const asksGraph = isThorough || name === 'SQLite'
      const all = (only?: ReadonlySet<string>) => everything(server, store.url, asksGraph, only)
      const statusIs = (status: number) =>
        expect.poll(async () => (await server.get(`/api/v1/posts?videoId=${single}`)).status).toBe(status)
      try {
        const before = await all()
        const told = new Set(telling(before.rest).map(({ operation }) => operation))
        // Effects, suggestions of the live and lists of sounds of the library are of nobody.
        const others = ['getEffect', 'getCreatorScorecard', 'listSoundLibrary', 'suggest', 'getLiveStatus']
        expect([...told]).toEqual(
          expect.arrayContaining(operations.map(({ id }) => id).filter((id) => !others.includes(id)))
        )
        expect(telling(before.all).some(({ asked }) => asked.startsWith('graphql {'))).toBe(true)
        expect(await store.stored()).toMatch(secret)

        const removed = await remove(store, removeBoth)
        expect(removed).toMatchObject({ code: 0, stderr: '' })
        await statusIs(404)
        const after = await all()
        expect(telling(after.all).map(({ asked }) => asked)).toEqual([])
        expect((await server.get(`/api/v1/users/${account.handle}`)).status).toBe(404)
        const { data, errors } = await server.query(`{ post(by: { postId: "${single}" }) { caption } }`)
        expect([data, errors?.[0]?.extensions?.code]).toEqual([{ post: null }, 'NOT_FOUND'])
        const left = () => store.stored().then((text) => text.match(/.{0,80}quokkazq[a-z].{0,80}/gis) ?? [])
        expect(await left()).toEqual([])
        await store.check()

        for (const [file, what] of Object.entries(again())) {
          const { removed: leftOut } = await imported(store, file, what)
          expect([file, leftOut]).not.toEqual([file, 0])
        }
        const later = await all(new Set(telling(before.all).map(({ asked }) => asked)))
        expect(telling(later.all).map(({ asked }) => asked)).toEqual([])
        await store.check()

        const list = (await remove(store, '--list')).stdout
        expect(list).toMatch(new RegExp(`^post:${single}, 20.*: asked for$`, 'm'))
        expect(list).toMatch(new RegExp(`^user-id:${account.id} with \\d+ posts, 20.*: asked for$`, 'm'))
        expect(list).not.toMatch(secret)

        expect(await remove(store, `--undo post:${single} user-id:${account.id}`)).toMatchObject({ code: 0 })
        await imported(store, 'back.json', feed(25))
        await statusIs(200)
        const { body } = await server.get(`/api/v1/users/${account.handle}/posts?count=20`)
        expect(body.data).toHaveLength(postIds.length)
      } finally {
        await server.close()
        await store.close()
      }
    },
    900_000
  )
})

/** A post of somebody, as a feed of a day has it. */
const postBy = (id: number, day: number, authorMeta: object | undefined, more = {}) => ({
  ...{ id: String(7_998_000_000_000_000_000n + BigInt(id)), text: `text${id}`, createTime: 1_780_200_000 + id },
  ...{ authorMeta, playCount: 5, diggCount: 1, scrapedAt: `2026-06-${day}T00:00:00Z`, ...more }
})
const idOf = (id: number) => postBy(id, 1, undefined).id

/** A small data set of some feed. */
const smallStores: readonly (readonly [
  string,
  boolean,
  (feed: unknown) => Promise<Pick<Store, 'url' | 'into' | 'close'>>
])[] = [
  [
    'SQLite',
    false,
    async (feed) => {
      const into = join(folder, `${randomUUID()}.db`)
      await imported({ into }, 'small.json', feed)
      return { url: `sqlite:${into}`, into, close: async () => {} }
    }
  ],
  [
    'PostgreSQL',
    hasNoPostgres,
    async (feed) => {
      const { url, close } = await emptyDatabase()
      await imported({ into: url }, 'small.json', feed)
      return { url, into: url, close }
    }
  ]
]

describe.each(smallStores)('removal from a data set in %s', (name, isLeftOut, make) => {
  const withStore = async (feed: unknown, work: (store: Pick<Store, 'url' | 'into'>) => Promise<void>) => {
    const store = await make(feed)
    try {
      await work(store)
    } finally {
      await store.close()
    }
  }
  /** Which of some posts are answered by id. */
  const there = async ({ url }: Pick<Store, 'url'>, ids: readonly number[]) => {
    const server = await startServer({ config: { data: readAnyData(url) } })
    try {
      const found: number[] = []
      for (const id of ids) if ((await server.get(`/api/v1/posts?videoId=${idOf(id)}`)).status === 200) found.push(id)
      return found
    } finally {
      await server.close()
    }
  }
  const anna = { id: '901', name: 'anna' }
  const berta = { id: '902', name: 'anna' }

  test.skipIf(isLeftOut)('is of one account, whoever has the handle later', () =>
    withStore(
      [postBy(1, 10, anna), postBy(2, 11, { name: 'anna' }), postBy(3, 20, berta), postBy(4, 21, { name: 'anna' })],
      async (store) => {
        expect(await remove(store, `user-id:${anna.id} --why no --yes`)).toMatchObject({ code: 0 })
        await imported(store, 'more.json', [
          ...[postBy(1, 12, anna), postBy(2, 11, { name: 'anna' }), postBy(5, 9, { name: 'anna' })],
          ...[postBy(6, 22, { name: 'anna' }), postBy(7, 23, berta)]
        ])
        expect(await there(store, [1, 2, 3, 4, 5, 6, 7])).toEqual([3, 4, 6, 7])
      }
    )
  )

  test.skipIf(isLeftOut)('is of an account that is known by its handle alone, and of the id that comes for it', () =>
    withStore([postBy(1, 10, { name: 'carla' }), postBy(2, 10, berta)], async (store) => {
      expect(await remove(store, 'user:carla --why no --yes')).toMatchObject({ code: 0 })
      await imported(store, 'more.json', [
        ...[postBy(1, 11, { name: 'carla' }), postBy(3, 12, { id: '905', name: 'carla' })],
        ...[postBy(4, 13, { id: '905', name: 'carla_new' }), postBy(5, 14, { id: '906', name: 'carla' })]
      ])
      expect(await there(store, [1, 2, 3, 4, 5])).toEqual([2, 5])
    })
  )

  test.skipIf(isLeftOut)('reaches what comes before the feed that says whose it is', () =>
    withStore([postBy(1, 10, anna), postBy(9, 10, { id: '903', name: 'else' })], async (store) => {
      expect(await remove(store, 'user:anna --why no --yes')).toMatchObject({ code: 0 })
      await imported(store, 'more.json', [postBy(2, 11, undefined), postBy(3, 11, { name: 'new_anna' })])
      expect(await there(store, [1, 2, 3, 9])).toEqual([2, 3, 9])
      await imported(store, 'whose.json', [postBy(2, 12, anna), postBy(4, 12, { ...anna, name: 'new_anna' })])
      expect(await there(store, [1, 2, 3, 4, 9])).toEqual([9])
    })
  )

  test.skipIf(isLeftOut)('reaches lists of others, and lists that come later', () => {
    const list = (of: string): string => {
      const file = join(mkdtempSync(join(folder, 'list-')), `@${of}.followers.json`)
      writeFileSync(file, JSON.stringify([{ username: 'anna' }, { username: 'third' }]))
      return file
    }
    return withStore([postBy(1, 10, anna), postBy(2, 10, { id: '903', name: 'else' })], async (store) => {
      const listed = (of: string) => importFiles({ inputs: [list(of)], path: store.into })
      const followers = async () => {
        const server = await startServer({ config: { data: readAnyData(store.url) } })
        try {
          const { body } = await server.get('/api/v1/users/else/followers')
          return (body.data as { username: string }[]).map(({ username }) => username).sort()
        } finally {
          await server.close()
        }
      }
      await listed('else')
      expect(await followers()).toEqual(['anna', 'third'])
      expect(await remove(store, 'user:anna --why no --yes')).toMatchObject({ code: 0 })
      expect(await followers()).toEqual(['third'])
      await listed('else')
      await listed('anna')
      expect(await followers()).toEqual(['third'])
      const server = await startServer({ config: { data: readAnyData(store.url) } })
      try {
        expect((await server.get('/api/v1/users/anna')).status).toBe(404)
      } finally {
        await server.close()
      }
    })
  })

  test.skipIf(isLeftOut)('of a sound leaves its posts, and of a post that is not there keeps it out', () =>
    withStore(
      [postBy(1, 10, anna, { musicMeta: { musicId: '501', musicName: 'Waves', musicAuthor: 'Sea' } })],
      async (store) => {
        const ahead = await remove(store, `sound:501 post:${idOf(2)} user-id:999 --why no --yes`)
        expect(ahead).toMatchObject({ code: 0 })
        expect(ahead.stdout).toContain('user-id:999 is not there, and no import will bring it.')
        await imported(store, 'more.json', [
          postBy(1, 11, anna, { musicMeta: { musicId: '501', musicName: 'Waves', musicAuthor: 'Sea' } }),
          ...[postBy(2, 11, anna), postBy(3, 11, { id: '999', name: 'nobody' })]
        ])
        expect(await there(store, [1, 2, 3])).toEqual([1])
        const server = await startServer({ config: { data: readAnyData(store.url) } })
        try {
          expect((await server.get('/api/v1/sounds/501')).status).toBe(404)
          const { data } = await server.query(`{ post(by: { postId: "${idOf(1)}" }) { sound { title } } }`)
          expect(data).toEqual({ post: { sound: null } })
        } finally {
          await server.close()
        }
      }
    )
  )

  test.skipIf(isLeftOut)('is carried along by whatever takes the place of the data set', () =>
    withStore([postBy(1, 10, anna), postBy(2, 10, { id: '903', name: 'else' })], async (store) => {
      expect(await remove(store, `user:anna post:${idOf(2)} --why no --yes`)).toMatchObject({ code: 0 })
      const feed = [
        postBy(1, 11, anna),
        postBy(2, 11, { id: '903', name: 'else' }),
        postBy(3, 11, { id: '904', name: 'third' })
      ]
      await imported(store, 'whole.json', feed, { replaces: true })
      expect(await there(store, [1, 2, 3])).toEqual([3])

      const copy = join(folder, `${randomUUID()}.db`)
      const env = { DATA_URL: store.url }
      const copying = name === 'SQLite' ? `backup ${copy}` : `copy ${store.url} --into ${copy}`
      expect(await commandInProcess(copying, folder, env)).toMatchObject({ code: 0 })
      const copied = { url: `sqlite:${copy}`, into: copy }
      await imported(copied, 'again.json', [...feed, postBy(4, 11, { id: '904', name: 'third' })])
      expect(await there(copied, [1, 2, 3, 4])).toEqual([3, 4])
      if (hasNoPostgres) return
      const database = await emptyDatabase()
      try {
        await copyDataset(copy, database.url, () => {})
        await imported({ into: database.url }, 'again.json', feed)
        expect(await there({ url: database.url }, [1, 2, 3, 4])).toEqual([3, 4])
      } finally {
        await database.close()
      }
      if (name !== 'SQLite') return
      await commandInProcess(`seed --users 5 --posts 20 --replace --out ${copy}`, folder)
      await imported(copied, 'last.json', feed)
      expect(await there(copied, [1, 2, 3])).toEqual([3])
    })
  )

  test.skipIf(isLeftOut)('is listed to who may only read, while an import runs', () =>
    withStore([postBy(1, 10, anna)], async (store) => {
      await remove(store, 'user:anna --why no --yes')
      const reader = new URL(store.url)
      if (name === 'PostgreSQL') {
        reader.username = `clipgraph_reader_${reader.pathname.slice(-12)}`
        await onPostgres(
          store.url,
          `CREATE ROLE ${reader.username} LOGIN; GRANT USAGE ON SCHEMA clipgraph TO ${reader.username};
           GRANT SELECT ON clipgraph.removals, clipgraph.store_version TO ${reader.username}`
        )
      }
      const session = await (await targetOf(store.into)).openSession({ replaces: false, resumes: false })
      try {
        const { code, stdout, stderr } = await remove({ url: reader.href }, '--list')
        expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^user-id:901 with 1 post, 20.*: no\n$/)])
        // A reader takes nobody else's lock, and changes nothing.
        if (name === 'PostgreSQL')
          expect(await remove({ url: reader.href }, 'user-id:901 --why no --yes')).toMatchObject({ code: 1 })
      } finally {
        await session.close()
        if (name === 'PostgreSQL')
          await onPostgres(store.url, `DROP OWNED BY ${reader.username}; DROP ROLE ${reader.username}`)
      }
    })
  )

  test.skipIf(isLeftOut)('holds for a feed with posts of several days, under the handle and under a new one', () =>
    withStore([postBy(1, 10, anna)], async (store) => {
      await remove(store, 'user:anna --why no --yes')
      const renamed = { ...anna, name: 'anna.new' }
      const feed = [12, 13, 14].flatMap((day) => [postBy(day, day, anna), postBy(day + 10, day, renamed)])
      await imported(store, 'days.json', feed)
      expect(await there(store, [12, 13, 14, 22, 23, 24])).toEqual([])
    })
  )

  test.skipIf(isLeftOut)('is done once for what is named twice, in whatever form', () =>
    withStore([postBy(1, 10, anna)], async (store) => {
      const names = `user:anna user-id:901 post:${idOf(1)} post:${idOf(1)}`
      const { code, stdout, stderr } = await remove(store, `${names} --why no --yes`)
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout.match(/^Removed \S+:/gm)).toEqual(['Removed user-id:901:', `Removed post:${idOf(1)}:`])
      expect(await there(store, [1])).toEqual([])
    })
  )

  test.skipIf(isLeftOut)('is refused with the reason where it cannot be done', () =>
    withStore([postBy(1, 10, anna), postBy(2, 10, anna)], async (store) => {
      const refused = async (args: string) => {
        const { code, stdout, stderr } = await remove(store, args)
        return [code, stdout, stderr.split('\n')[0]]
      }
      expect(await refused('user:nobody --why no --yes')).toEqual([
        1,
        '',
        expect.stringMatching(/^No account of .* has the handle nobody now\. .* user-id:ID\.$/)
      ])
      expect(await refused('post:abc --why no')).toEqual([2, '', expect.stringContaining('post:abc must be post:ID')])
      expect(await refused('hashtag:fyp --why no')).toEqual([2, '', expect.stringContaining('must be post:ID')])
      expect(await refused('user:anna')).toEqual([2, '', expect.stringContaining('--why')])
      expect(await refused("user:anna --why ' '")).toEqual([2, '', expect.stringContaining('--why')])
      expect(await refused('')).toEqual([2, '', expect.stringContaining("missing required argument 'what'")])
      expect(await refused('--list post:1')).toEqual([2, '', expect.stringContaining('--list')])
      expect(await refused('user:anna --why no')).toEqual([
        1,
        '',
        expect.stringMatching(/@anna, account 901, posts: 2\. Add --yes to remove it\.$/)
      ])
      expect(await there(store, [1, 2])).toEqual([1, 2])
      expect((await remove(store, '--list')).stdout).toBe('Nothing was removed.\n')

      expect(await refused(`--undo post:${idOf(1)}`)).toEqual([1, '', expect.stringContaining('is not removed from')])
      await remove(store, 'user:anna --why no --yes')
      expect(await refused(`--undo post:${idOf(1)}`)).toEqual([
        1,
        '',
        expect.stringContaining('was removed with user-id:901: undo that.')
      ])
      expect(await refused('--undo user:anna')).toEqual([1, '', expect.stringContaining('--list')])
      // What is removed already may be removed once more.
      expect(await remove(store, 'user-id:901 --why again --yes')).toMatchObject({ code: 0 })
    })
  )
})

test('the commands of the guide do what it says', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../src/surfaces/site/docs/guides/removing.md'), 'utf8')
  const commands = [...guide.matchAll(/^npm run clipgraph -- (.+)$/gm)].map(([, line = '']) =>
    line.replaceAll('"', "'")
  )
  expect(commands).toHaveLength(4)
  const store = { url: '', into: join(folder, `${randomUUID()}.db`) }
  await imported(store, 'guide.json', [
    postBy(1, 10, { id: '901', name: 'maya.nguyen' }),
    { ...postBy(2, 10, { id: '902', name: 'else' }), id: '7104796492621766821' }
  ])
  const finished = []
  for (const line of commands) finished.push(await commandInProcess(line, folder, { DATA_URL: `sqlite:${store.into}` }))
  expect(finished.map(({ code, stderr }) => ({ code, stderr }))).toEqual(commands.map(() => ({ code: 0, stderr: '' })))
  expect(finished.map(({ stdout }) => stdout.split('\n')[0])).toEqual([
    'Removed user-id:901: @maya.nguyen, account 901, posts: 1',
    'Removed post:7104796492621766821: post 7104796492621766821 of @else: text2',
    expect.stringMatching(/^(post:7104796492621766821|user-id:901 with 1 post), 20/),
    'No longer removed: post:7104796492621766821. The next import of the records brings them back.'
  ])
})

test('removal from what is no data set of its own is refused, and makes no file', async () => {
  const missing = join(folder, 'missing.db')
  const { code, stderr } = await commandInProcess(`remove post:1 --why no --yes --from ${missing}`, folder)
  expect([code, stderr]).toEqual([1, `There is no data set at ${missing}.\n`])
  expect(existsSync(missing)).toBe(false)
  const upstream = await commandInProcess('remove post:1 --why no --yes', folder, {
    DATA_URL: 'https://api.example',
    UPSTREAM_KEY: 'key'
  })
  expect(upstream).toMatchObject({ code: 1, stderr: expect.stringContaining('another deployment') })
})
