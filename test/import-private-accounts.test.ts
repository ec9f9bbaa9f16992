import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getNamedType, isObjectType } from 'graphql'
import { afterAll, describe, expect, test } from 'vitest'
import { forms } from '../src/commands/export/targets.ts'
import { textOf } from '../src/core/byte-text.ts'
import { type QueryLimits, readConfig } from '../src/core/config/config.ts'
import { readAnyData } from '../src/core/config/data-location.ts'
import { readCache } from '../src/core/config/parsers.ts'
import { importFiles } from '../src/ingest/import.ts'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { seedDataset } from '../src/ingest/seed/seed.ts'
import { besideText } from '../src/records/missing-fields.ts'
import { Post } from '../src/records/post.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { brought } from './brought.ts'
import { commandInProcess } from './command-in-process.ts'
import { dump } from './dump.ts'
import { type Answer, asTables, overGraphQL, overMcp, overRest, type Values } from './every-answer.ts'
import { accountNodeId } from './node-ids.ts'
import { emptyDatabase, hasNoPostgres } from './own-postgres.ts'
import { isListening } from './own-redis.ts'
import { startServer, type TestServer, testKey } from './server.ts'
import { checkSums } from './stored.ts'
import { isThorough } from './thorough.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-private-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string, feed: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(feed))
  return file
}

/** A data set that counts as collected, whose most active creator is about to turn private. */
const base = (() => {
  const path = join(folder, 'base.db')
  seedDataset({ path, users: 40, posts: 900, seed: 5, until: '2026-06-01' })
  const db = new DatabaseSync(path)
  const one = (sql: string): Record<string, string> => {
    const row = db.prepare(sql).get()
    if (row === undefined) throw new Error(`the data set has nothing for: ${sql}`)
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
  }
  db.exec("UPDATE sources SET name = 'collected.json'")
  const author = one(
    `SELECT pk, user_id, username FROM users u WHERE is_private = 0 AND pk > 1 AND EXISTS (SELECT 1 FROM collections WHERE user_pk = u.pk)
     AND EXISTS (SELECT 1 FROM live_rooms WHERE user_pk = u.pk) ORDER BY (SELECT count(*) FROM posts WHERE author_pk = u.pk) DESC`
  )
  const other = one(
    `SELECT u.pk, u.user_id, u.username, c.pk AS collection, c.collection_id FROM users u JOIN collections c ON c.user_pk = u.pk
     WHERE u.pk <> ${author.pk} AND c.posts_count > 8 AND EXISTS (SELECT 1 FROM reposts WHERE user_pk = u.pk)`
  )
  const popular = (table: string, id: string) =>
    one(`SELECT t.pk, t.${id} AS id FROM ${table} t WHERE t.${id} IS NOT NULL ORDER BY posts_count DESC`).id
  const hashtag = one(
    `SELECT t.hashtag_id AS id, t.name FROM hashtags t JOIN hashtag_posts h ON h.hashtag_pk = t.pk
     WHERE t.hashtag_id IS NOT NULL AND t.name IS NOT NULL GROUP BY t.pk ORDER BY count(*) DESC`
  )
  const room = one(`SELECT room_id FROM live_rooms WHERE user_pk = ${author.pk}`).room_id
  const own = one(`SELECT collection_id FROM collections WHERE user_pk = ${author.pk}`).collection_id
  const things = {
    author,
    other,
    hashtag,
    room,
    own,
    sound: popular('sounds', 'sound_id'),
    place: popular('places', 'place_id')
  }
  // Posts of theirs among those of others, where no feed tells of: in a collection and among reposts.
  const mine = db
    .prepare('SELECT pk FROM all_posts WHERE author_pk = ? ORDER BY pk DESC LIMIT 5')
    .all(Number(author.pk))
  for (const [index, { pk }] of mine.entries()) {
    db.prepare('UPDATE collection_posts SET post_pk = ? WHERE collection_pk = ? AND place_in_list = ?').run(
      Number(pk),
      Number(other.collection),
      2 * index + 1
    )
    db.prepare('INSERT OR IGNORE INTO reposts SELECT ?, ?, id_order, pk FROM all_posts WHERE pk = ?').run(
      Number(other.pk),
      1_780_000_000 + index,
      Number(pk)
    )
  }
  const ids = db.prepare('SELECT post_id FROM all_posts WHERE author_pk = ?').all(Number(author.pk))
  // Posts of another creator, which stop being public by themselves.
  const single = db
    .prepare('SELECT post_id, created_at, plays FROM all_posts WHERE author_pk = ? ORDER BY plays DESC LIMIT 4')
    .all(Number(other.pk))
  db.close()
  return { path, ...things, single, postIds: ids.map(({ post_id }) => String(post_id)) }
})()

const word = 'quokka'
/** What a collector saw of them at a time: a profile, and newer posts, which are found by what others are found by. */
const authorAt = (scrapedAt: string, isPrivate: boolean) => ({
  id: base.author.user_id,
  name: base.author.username,
  fans: 1_000,
  privateAccount: isPrivate,
  scrapedAt
})
const newPosts = Array.from({ length: 12 }, (_, index) => ({
  id: String(7_999_000_000_000_000_000n + BigInt(index)),
  text: `${word} umbrella secret${index}x`,
  createTime: 1_780_270_000 + index,
  authorMeta: authorAt('2026-06-02T00:00:00Z', false),
  musicMeta: { musicId: base.sound },
  locationMeta: { locationId: base.place },
  hashtags: [
    { id: base.hashtag.id, name: base.hashtag.name },
    { id: '', name: 'quokkalove' }
  ],
  playCount: 90_000_000 + index,
  diggCount: 10,
  scrapedAt: '2026-06-02T00:00:00Z'
}))
const singleAt = (scrapedAt: string, privateItem: boolean) =>
  base.single.map(({ post_id, created_at, plays }) => ({
    ...{ id: post_id, desc: '', createTime: created_at, statsV2: { playCount: String(plays) }, privateItem, scrapedAt }
  }))
const turnedAt = (time: string, isPrivate: boolean) => [authorAt(time, isPrivate), ...singleAt(time, isPrivate)]
const feeds = {
  posts: fileOf('posts.json', newPosts),
  private: fileOf('private.json', turnedAt('2026-06-03T00:00:00Z', true)),
  public: fileOf('public.json', turnedAt('2026-06-04T00:00:00Z', false))
}

const singleIds = base.single.map(({ post_id }) => String(post_id))
const hiddenIds = [...base.postIds, ...newPosts.map(({ id }) => id), ...singleIds]
const secret = new RegExp([...hiddenIds, 'secret\\d+x', `${word}love`].join('|'))
const askedIds = [hiddenIds[0], newPosts.at(-1)?.id, singleIds[0]].map(String)
const collections = [base.other.collection_id, base.own]
const keywords = [`${word} umbrella`, base.author.username, base.hashtag.name, 'quok']
const usernames = [base.author.username, base.other.username]
const nodes = [
  ...[base.author.user_id, base.other.user_id].map((id) => accountNodeId(String(id))),
  ...askedIds.map((id) => toGlobalId('Post', id)),
  ...collections.map((id) => toGlobalId('Collection', String(id))),
  toGlobalId('Sound', String(base.sound)),
  toGlobalId('Place', String(base.place)),
  toGlobalId('Hashtag', String(base.hashtag.id))
]
const values: Values = {
  username: usernames,
  userId: [base.author.user_id],
  videoId: askedIds,
  url: askedIds.map((id) => `https://clips.example/@x/video/${id}`),
  soundId: [base.sound],
  placeId: [base.place],
  collectionId: collections,
  challengeId: [base.hashtag.id],
  roomId: [base.room],
  effectId: ['1'],
  keyword: keywords,
  sort: ['hot', 'new'],
  usernames: [usernames],
  userIds: [[base.author.user_id, base.other.user_id]],
  postIds: [askedIds],
  soundIds: [[base.sound]],
  names: [[base.hashtag.name, `${word}love`]],
  'user.by': usernames.map((username) => ({ username })),
  'post.by': askedIds.map((postId) => ({ postId })),
  'hashtag.by': [{ hashtagId: base.hashtag.id }, { name: base.hashtag.name }, { name: `${word}love` }],
  'trending.kind': ['POST', 'CREATOR'],
  id: nodes,
  ids: [nodes]
}
const queries = [
  `{ user(by: { username: "${base.author.username}" }) { posts { nodes { postId caption } } } }`,
  `{ sound(soundId: "${base.sound}") { posts(first: 50) { nodes { postId caption } } } }`
]

/** Pages for everyone: what they are about, without what their address repeats. */
const pages = async (server: TestServer): Promise<Answer[]> => {
  const addresses = [
    ...[
      '/',
      '/docs',
      '/docs.md',
      '/docs/map',
      '/docs/map.md',
      '/docs/limits',
      '/llms.txt',
      '/openapi.json',
      '/graphql'
    ],
    ...usernames.map((name) => `/?creator=${name}`),
    ...askedIds.map((id) => `/?post=${id}`),
    ...collections.map((id) => `/?collection=${id}`),
    ...[`/?sound=${base.sound}`, `/?place=${base.place}`, `/?hashtag=${base.hashtag.id}`, `/?live=${base.room}`],
    ...keywords.map((keyword) => `/?search=${keyword}`)
  ]
  const answers: Answer[] = []
  for (const address of addresses) {
    const response = await fetch(server.url + address, { headers: { accept: 'text/html' } })
    const [asked = ''] = /\d{15,}/.exec(address) ?? []
    const text = await response.text()
    answers.push({ asked: address, text: asked === '' ? text : text.replaceAll(asked, '') })
    // What is not there is a page of its own.
    if (address.startsWith('/?post='))
      answers.push({ asked: `status of ${address}`, text: response.ok ? 'secret1x' : '' })
  }
  return answers
}

const words: Readonly<Record<string, readonly unknown[]>> = {
  user: [base.author.username, base.other.username],
  'user-id': [base.author.user_id],
  post: askedIds,
  sound: [base.sound],
  sounds: ['hot'],
  hashtag: [base.hashtag.id],
  place: [base.place],
  collection: collections,
  search: keywords,
  live: [base.room],
  effect: ['1']
}
/** Every list and record that can be exported. */
const exports = async (dataUrl: string): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (const form of forms.filter((each) => each !== 'all' && !each.startsWith('scorecards'))) {
    const [kind = ''] = form.split(':')
    for (const key of words[kind] ?? []) {
      const what = form.replace(/[A-Z]+/, String(key))
      const out = join(folder, randomUUID())
      await commandInProcess(`export '${what}' --out ${out}`, folder, { DATA_URL: dataUrl })
      answers.push({ asked: what, text: existsSync(out) ? readFileSync(out, 'utf8') : '' })
    }
  }
  return answers
}

/** All that a server answers. `only`: of the graph, some questions. */
const everything = async (server: TestServer, asksGraph: boolean, only?: ReadonlySet<string>) => {
  const rest = await overRest(server, values)
  const graph = asksGraph ? await overGraphQL(server, values, only) : []
  const others = [await asTables(server, values), await overMcp(server, values, queries), await pages(server)]
  return { rest, graph, all: [rest, graph, ...others].flat() }
}
const telling = <A extends Answer>(answers: readonly A[]): A[] => answers.filter(({ text }) => secret.test(text))
const questions = (answers: readonly Answer[]) => telling(answers).map(({ asked }) => asked)

/** Fields of the graph that lead to posts at once. */
const fieldsOfPosts = () =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__') && !/^(Post|Repost)(Connection|Edge)$/.test(name))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => /^(Post|PostConnection|RepostConnection)$/.test(getNamedType(field.type).name))
        .map(({ name }) => `${type.name}.${name}`)
    )
    .sort()

/** Those of them behind which hidden posts were found. */
const fieldsIn = (answers: Awaited<ReturnType<typeof overGraphQL>>) =>
  new Set(
    telling(answers).flatMap(({ way }) =>
      [...`Query.${way}`.matchAll(/(\w+)\.(\w+)\.(?=Post\b|(?:Post|Repost)Connection\b)/g)]
        .map(([, type, field]) => `${type}.${field}`)
        .filter((field) => !/^(Post|Repost)(Connection|Edge)\./.test(field) && !/^Query\.nodes?$/.test(field))
    )
  )

type Store = { url: string; into: string; close(): Promise<void> }
const stores: readonly (readonly [name: string, isLeftOut: boolean, open: () => Promise<Store>])[] = [
  [
    'SQLite',
    false,
    async () => {
      const into = join(folder, `${randomUUID()}.db`)
      copyFileSync(base.path, into)
      return { url: `sqlite:${into}`, into, close: async () => {} }
    }
  ],
  [
    'PostgreSQL',
    hasNoPostgres,
    async () => {
      const { url, close } = await emptyDatabase(3)
      await copyDataset(base.path, url, () => {})
      return { url, into: url, close }
    }
  ]
]

const redis = (await isListening(6379)) ? { cache: readCache('redis://127.0.0.1:6379') } : {}
const generous: QueryLimits = {
  ...readConfig({ GATEWAY_KEYS: testKey }).limits,
  depth: 100,
  ...{ cost: 1e9, nodes: 1e9, reads: 1e6, tokens: 1e6, aliases: 1e6 }
}

describe.each(stores)(
  'an account that becomes private, and posts of another that do, in %s,',
  (name, isLeftOut, open) => {
    test.skipIf(isLeftOut)(
      'leave nothing where their posts were shown, and bring all of it back when they are public again',
      async () => {
        const store = await open()
        const imported = (input: string) => importFiles({ inputs: [input], path: store.into })
        await imported(feeds.posts)
        const data = readAnyData(store.url)
        const server = await startServer({ config: { data, publicPreviews: true, limits: generous, ...redis } })
        // The graph reads what REST reads, whatever the store.
        const asksGraph = isThorough || name === 'SQLite'
        const all = async (only?: ReadonlySet<string>) => {
          const served = await everything(server, asksGraph, only)
          return { ...served, all: [...served.all, ...(await exports(store.url))] }
        }
        try {
          const [asked = ''] = askedIds
          const becomes = (status: number) =>
            expect.poll(async () => (await server.get(`/api/v1/posts?videoId=${asked}`)).status).toBe(status)
          const before = await all()
          const shown = questions(before.all)
          // Twice, so that what can be kept is kept.
          await everything(server, asksGraph, new Set(shown))
          const ofPosts = operations.filter(({ record }) => record === Post).map(({ id }) => id)
          expect([...new Set(telling(before.rest).map(({ operation }) => operation))]).toEqual(
            expect.arrayContaining(ofPosts)
          )
          if (asksGraph) expect([...fieldsIn(before.graph)].sort()).toEqual(fieldsOfPosts())

          await imported(feeds.private)
          await becomes(404)
          const hidden = await all()
          expect(questions(hidden.all)).toEqual([])
          for (const { asked: path, etag } of telling(before.rest.flatMap(({ pages }) => pages))) {
            const headers = { 'x-gateway-key': testKey, 'if-none-match': String(etag) }
            const { status } = await fetch(server.url + path, { headers })
            expect([path, status], 'what a client has kept is not said to be good still').not.toEqual([path, 304])
          }

          await imported(feeds.public)
          await becomes(200)
          const again = await all(new Set(shown))
          expect(questions(again.all)).toEqual(shown)
        } finally {
          await server.close()
          await store.close()
        }
      },
      // It asks for everything twice, along every way through the graph.
      900_000
    )
  }
)

/** A post as a feed of a day names its author. */
const postOn = (day: number, index: number, authorMeta: { id?: string; name: string; privateAccount?: boolean }) => ({
  ...{ id: String(7_998_000_000_000_000_000n + BigInt(index)), text: 'a', createTime: 1_780_000_000, authorMeta },
  ...{ playCount: 5, diggCount: 1, scrapedAt: `2026-06-${day}T00:00:00Z` }
})

describe.each(stores)('accounts with several handles in %s', (_, isLeftOut, open) => {
  test.skipIf(isLeftOut)('are private by each of them, and not by who had them before', async () => {
    const store = await open()
    const imported = (name: string, feed: unknown) =>
      importFiles({ inputs: [fileOf(`${randomUUID()}-${name}`, feed)], path: store.into })
    await imported('open.json', [
      postOn(11, 1, { id: '905', name: 'two_b' }),
      postOn(11, 2, { id: '907', name: 'renamed_b' })
    ])
    const start = () => startServer({ config: { data: readAnyData(store.url) } })
    const servers = [await start()]
    const statusOf = async (server: TestServer | undefined, index: number) =>
      (await server?.get(`/api/v1/posts?videoId=${postOn(1, index, { name: '' }).id}`))?.status
    try {
      expect([await statusOf(servers[0], 1), await statusOf(servers[0], 2)]).toEqual([200, 200])
      await imported('private.json', [
        // Private by its former handle, whatever the other one says later.
        postOn(10, 3, { id: '905', name: 'two_a' }),
        postOn(12, 4, { name: 'two_a', privateAccount: true }),
        postOn(13, 5, { name: 'two_b', privateAccount: false }),
        // Private, and renamed; the new name passes to another account.
        postOn(10, 6, { id: '907', name: 'renamed_a', privateAccount: true }),
        postOn(12, 7, { name: 'renamed_b' }),
        postOn(14, 8, { id: '908', name: 'renamed_b' }),
        postOn(15, 9, { name: 'renamed_b' })
      ])
      await expect.poll(() => statusOf(servers[0], 1)).toBe(404)
      servers.push(await start())
      for (const server of servers) {
        const statuses = await Promise.all(Array.from({ length: 9 }, (_, index) => statusOf(server, index + 1)))
        expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404, 200, 200])
      }
    } finally {
      for (const server of servers) await server.close()
      await store.close()
    }
  })
})

describe('what is hidden', () => {
  // More than a second thread is used for.
  const count = 4_200
  const profile = (id: number, isPrivate: boolean, day: number) => ({
    id: String(500 + id),
    name: `creator${id}`,
    fans: 10,
    privateAccount: isPrivate,
    scrapedAt: `2026-06-0${day}T00:00:00Z`
  })
  const manyPosts = Array.from({ length: count }, (_, index) => ({
    id: String(7_100_000_000_000_000_000n + BigInt(index)),
    text: `post ${index} of ${word}${index % 20}`,
    createTime: 1_700_000_000 + index,
    authorMeta: profile(index % 20, false, 1),
    musicMeta: { musicId: String(1 + (index % 7)), musicName: 'a', musicAuthor: 'b', musicOriginal: false },
    locationMeta: { locationId: String(1 + (index % 5)), locationName: 'c' },
    hashtags: [{ id: String(1 + (index % 3)), name: `tag${index % 3}` }, { name: `own${index % 20}` }],
    playCount: index
  }))
  const half = manyPosts.slice(count / 2)
  const [posts, later, turned, back] = [
    fileOf('many.json', manyPosts),
    fileOf('later.json', half),
    fileOf('turned.json', [profile(3, true, 2), profile(4, true, 2), profile(5, true, 2)]),
    fileOf('back.json', [profile(4, false, 3)])
  ]
  const imports: Readonly<Record<string, readonly (readonly string[])[]>> = {
    'profiles first': [[back, turned, posts, later]],
    'one after the other': [[posts, later], [turned], [back]],
    'posts between profiles': [[later], [turned], [posts], [back]],
    'posts last': [[back], [turned], [posts, later]]
  }
  const stateOf = (db: DatabaseSync) => {
    checkSums(db)
    const rows = dump(db)
    const words = db.prepare('SELECT kind, word, documents FROM search_words ORDER BY 1, 2').all()
    const sizes = db.prepare('SELECT kind, documents FROM search_sizes WHERE kind > 0 ORDER BY 1').all()
    return { ...rows, words, sizes, suggested: db.prepare('SELECT term FROM suggestions ORDER BY 1').all() }
  }
  const inFile = (path: string) => {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return stateOf(db)
    } finally {
      db.close()
    }
  }
  const gathered = async () => {
    const path = join(folder, `${randomUUID()}.db`)
    await importFiles({ inputs: [posts, later, turned, back], path })
    return { path, state: inFile(path) }
  }
  let once: ReturnType<typeof gathered> | undefined
  const expected = () => {
    once ??= gathered()
    return once
  }

  test('is the posts of two accounts, and nothing that only they use is suggested or found', async () => {
    const { path, state } = await expected()
    const db = new DatabaseSync(path, { readOnly: true })
    const hidden = db.prepare(
      'SELECT DISTINCT u.username FROM all_posts p JOIN users u ON u.pk = p.author_pk WHERE is_hidden = 1 ORDER BY 1'
    )
    expect(hidden.all().map(({ username }) => username)).toEqual(['creator3', 'creator5'])
    db.close()
    const terms = state.suggested.map(({ term }) => term)
    expect(terms).toEqual(expect.arrayContaining(['own4']))
    expect(terms).not.toEqual(expect.arrayContaining(['own3']))
    expect(state.words.map(({ word }) => word)).not.toEqual(expect.arrayContaining([`${word}3`]))
  })

  test.each(Object.entries(imports))('is the same in a file: %s', async (_, all) => {
    const path = join(folder, `${randomUUID()}.db`)
    for (const inputs of all) await importFiles({ inputs, path })
    expect(inFile(path)).toEqual((await expected()).state)
  })

  test.skipIf(hasNoPostgres).each(Object.entries(imports))('is the same in a PostgreSQL: %s', async (_, all) => {
    const { url, close } = await emptyDatabase()
    try {
      for (const inputs of all) await importFiles({ inputs, path: url })
      const db = await brought(url)
      expect(stateOf(db)).toEqual((await expected()).state)
      db.close()
    } finally {
      await close()
    }
  })

  test('is left out of what search finds at once, each element with its position, though its index is told later', async () => {
    const path = join(folder, `${randomUUID()}.db`)
    copyFileSync((await expected()).path, path)
    const db = new DatabaseSync(path)
    db.exec("UPDATE all_posts SET is_hidden = 1 WHERE author_pk = (SELECT pk FROM users WHERE handle = 'creator4')")
    db.close()
    const source = openSqlite({ path, mediaBase: () => null })
    const request = { count: 50, after: null }
    const page = source.now?.page('searchVideos', 'tag1', request)
    const written = source.now?.written('searchVideos', 'tag1', request)
    await source.close()
    if (page == null || written == null) throw new Error('there is a page of every keyword')
    expect(page.items.filter((post) => 'author_username' in post && post.author_username === 'creator4')).toEqual([])
    expect(page.positions).toHaveLength(page.items.length)
    expect(page.items.length).toBeGreaterThan(0)
    expect(page.items.length).toBeLessThan(request.count)
    expect(JSON.parse(textOf(written.json))).toEqual(page.items)
    const missing = page.items.map(besideText)
    expect({ ...written, json: null }).toEqual({ ...page, items: undefined, json: null, missing })
  })
})
