import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type QueryLimits, readConfig } from '../src/core/config/config.ts'
import { readAnyData } from '../src/core/config/data-location.ts'
import { importFiles } from '../src/ingest/import.ts'
import { bareEnvironment } from './bare-environment.ts'
import { type Answer, asTables, overMcp, overRest, type Values } from './every-answer.ts'
import { fillDatabase, hasNoPostgres, onPostgres } from './own-postgres.ts'
import { startServer, type TestServer, testKey } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-hides-'))
afterAll(() => rmSync(folder, { recursive: true }))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Accounts whose posts have the largest numbers, and words and hashtags of their own. They become private. */
const secretive = ['vera', 'nora']
const others = Array.from({ length: 12 }, (_, index) => `maker${index}`)

const day = 86_400
const start = 1_780_000_000
const profile = (name: string, at: number, isPrivate = false) => ({
  id: String(500 + [...secretive, ...others].indexOf(name)),
  name,
  nickName: name,
  fans: 1_000 * (2 + [...secretive, ...others].indexOf(name)),
  privateAccount: isPrivate,
  scrapedAt: new Date(at * 1_000).toISOString()
})

/** Posts of a creator as they are at a time. Their counts grow. */
const postsOf = (name: string, count: number, at: number, from = 0) =>
  Array.from({ length: count }, (_, index) => {
    const isSecret = secretive.includes(name)
    const author = [...secretive, ...others].indexOf(name)
    const number = from + index
    const scale = (isSecret ? 50_000_000 : 1_000) * (1 + Math.floor((at - start) / day))
    return {
      id: String(7_500_000_000_000_000_000n + BigInt(number * 100 + author)),
      text: isSecret
        ? `pregnant dolphin umbrella number ${number} secret${author}${number}x at the harbour`
        : `umbrella kitchen story ${number} of the harbour ${['lamp', 'table', 'chair'][number % 3]}`,
      createTime: start - 40 * day + number * 300 + author,
      authorMeta: profile(name, at),
      musicMeta: {
        musicId: String(70 + (number % 5)),
        musicName: `Waves ${number % 5}`,
        musicAuthor: 'Sea',
        musicOriginal: number % 5 === 0
      },
      locationMeta: { locationId: String(30 + (number % 4)), locationName: `Harbour ${number % 4}` },
      hashtags: [
        { id: String(1 + (number % 3)), name: `tag${number % 3}` },
        ...(isSecret ? [{ name: 'quokkalove' }] : [])
      ],
      playCount: scale + 10 * number + author,
      diggCount: Math.floor(scale / 10) + number,
      commentCount: Math.floor(scale / 100) + number,
      shareCount: Math.floor(scale / 200) + number,
      videoMeta: { duration: isSecret ? 500 + number : 10 + (number % 30) },
      scrapedAt: new Date(at * 1_000).toISOString()
    }
  })

const roomOf = (name: string, isSecret: boolean) => ({
  ...{ id_str: String(7_620_000_000_000_000_000n + BigInt([...secretive, ...others].indexOf(name))), status: 2 },
  title: isSecret ? 'Walrus evening' : 'Kitchen evening',
  ...{ user_count: isSecret ? 90_000 : 300, like_count: 45, create_time: start - 100 },
  owner: { id_str: profile(name, start).id, display_id: name, nickname: name }
})

const fileOf = (name: string, content: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}

const secretCount = 40
/** Each kind of data twice: with everything that is about to be hidden, and as if it had never been there. */
const baseOf = async (hasSecrets: boolean): Promise<string> => {
  const into = join(folder, `base-${hasSecrets}.db`)
  for (const at of [start, start + day]) {
    const posts = [
      ...(hasSecrets
        ? secretive.flatMap((name) => postsOf(name, secretCount, at))
        : secretive.map((name) => profile(name, at))),
      ...others.flatMap((name) => postsOf(name, 25, at))
    ]
    const rooms = [...(hasSecrets ? ['vera'] : []), 'maker3'].map((name) => ({
      data: roomOf(name, secretive.includes(name)),
      extra: { now: at * 1_000 }
    }))
    const inputs = [
      fileOf('posts.json', posts),
      ...rooms.map((room, index) => fileOf(`room${rooms.length - index}.json`, room))
    ]
    await importFiles({ inputs, path: into })
  }
  const db = new DatabaseSync(into)
  // No feed has collections.
  const collection = db.prepare(
    'INSERT INTO all_collections (pk, user_pk, place_in_list, collection_id, name, posts_count) SELECT ?, pk, 1, ?, ?, 0 FROM users WHERE handle = ?'
  )
  const add = db.prepare(
    'INSERT INTO collection_posts SELECT ?, ? + row_number() OVER (ORDER BY post_id), pk FROM posts WHERE author_pk = (SELECT pk FROM users WHERE handle = ?) ORDER BY post_id LIMIT 5'
  )
  collection.run(1, '8001', 'Mixed', 'maker1')
  add.run(1, 0, 'maker2')
  if (hasSecrets) {
    add.run(1, 10, 'vera')
    collection.run(2, '8002', 'Own', 'vera')
    add.run(2, 0, 'maker2')
  }
  db.close()
  await importFiles({ inputs: [fileOf('again.json', [profile('maker1', start)])], path: into })
  return into
}
const bases = new Map<boolean, Promise<string>>()
const base = (hasSecrets: boolean) => {
  const known = bases.get(hasSecrets) ?? baseOf(hasSecrets)
  bases.set(hasSecrets, known)
  return known
}

/** What is imported then: first that the accounts are private, and then much else. */
const feed = [
  ...secretive.map((name) => profile(name, start + 2 * day, true)),
  ...Array.from({ length: 250 }, (_, index) =>
    others.flatMap((name) => postsOf(name, 1, start + day + 3_600, 1_000 + index))
  ).flat(),
  ...Array.from({ length: 1_000 }, (_, index) => postsOf('maker5', 1, start + day + 3_600, 5_000 + index)).flat()
]
const inFirstBatch = 2_300
const feedFile = fileOf('feed.json', feed)

type Store = { url: string; into: string; passed(): Promise<number>; close(): Promise<void> }
const stores: readonly (readonly [name: string, isLeftOut: boolean, open: (hasSecrets: boolean) => Promise<Store>])[] =
  [
    [
      'SQLite',
      false,
      async (hasSecrets) => {
        const into = join(folder, `${randomUUID()}.db`)
        copyFileSync(await base(hasSecrets), into)
        const passed = async () => {
          const db = new DatabaseSync(into, { readOnly: true, timeout: 5_000 })
          const row = db.prepare('SELECT passed FROM imports WHERE finished_at IS NULL').get()
          db.close()
          return Number(row?.passed ?? 0)
        }
        return { url: `sqlite:${into}`, into, passed, close: async () => {} }
      }
    ],
    [
      'PostgreSQL',
      hasNoPostgres,
      async (hasSecrets) => {
        const { url, close } = await fillDatabase({ partitions: 3, path: await base(hasSecrets) })
        const passed = async () =>
          Number(
            (await onPostgres(url, 'SELECT passed FROM clipgraph.imports WHERE finished_at IS NULL'))[0]?.passed ?? 0
          )
        return { url, into: url, passed, close }
      }
    ]
  ]

const postIds = [
  String(7_500_000_000_000_000_000n),
  String(7_500_000_000_000_000_001n),
  postsOf('maker0', 1, start)[0]?.id
]
const keywords = [
  'umbrella',
  'pregnant',
  'pregnent',
  'divorced',
  'dolphin',
  'pregnant dolphin',
  'preg',
  'umbrella secret',
  'pregnant harbour',
  'quokkalove',
  'walrus',
  'evening',
  'vera',
  'secret01x',
  'harbour',
  'umbrelladolphin'
]
const usernames = ['vera', 'nora', 'maker0', 'maker1']
const values: Values = {
  username: usernames,
  userId: [profile('vera', start).id],
  videoId: postIds,
  url: postIds.map((id) => `https://clips.example/@x/video/${id}`),
  soundId: ['70', '71'],
  placeId: ['30'],
  collectionId: ['8001', '8002'],
  challengeId: ['1', '2'],
  roomId: [roomOf('vera', true).id_str, roomOf('maker3', false).id_str],
  effectId: ['1'],
  keyword: keywords,
  sort: ['hot', 'new'],
  usernames: [usernames],
  postIds: [postIds]
}

const distribution = '{ count unknownCount min max mean p25 median p75 p90 histogram { from to count } }'
const postFacets = `facets { plays ${distribution} likes ${distribution} durationSeconds ${distribution} engagementRate ${distribution}
  timeline { at count plays } sum { plays likes } creators: top(by: CREATOR) { count sum { plays } key }
  hashtags: top(by: HASHTAG) { count sum { plays } key } sounds: top(by: SOUND) { count sum { plays } key }
  places: top(by: PLACE, orderBy: LIKES) { count sum { plays } key } }`
const postList = `totalCount ${postFacets} pageInfo { hasNextPage } nodes { postId plays caption }`
const userList = `totalCount pageInfo { hasNextPage } nodes { username totalVideos totalLikes }
  facets { tiers { tier count } topNiches { niche count } liveCount verifiedCount followers ${distribution} engagementRate ${distribution} authorityScore ${distribution} }`
const time = (seconds: number) => JSON.stringify(new Date(seconds * 1_000).toISOString())

const postFilters = [
  '',
  ...secretive.map((name) => `authors: { anyOf: ["${name}"] }`),
  ...['pregnant', 'divorced', 'umbrella', 'dolphin harbour'].map((word) => `keyword: "${word}"`),
  'hashtags: { anyOf: ["quokkalove"] }',
  'hashtags: { anyOf: ["tag1"] }',
  'hashtags: { noneOf: ["tag1"] }',
  'plays: { min: 5000000 }',
  'not: { plays: { max: 5000000 } }',
  'or: [{ likes: { min: 900000 } }, { keyword: "pregnant" }]',
  'durationSeconds: { min: 400 }',
  'soundIds: ["70"]',
  'soundIsOriginal: true',
  'placeIds: ["30"]',
  `createdAt: { from: ${time(start - 40 * day)}, to: ${time(start - 39 * day)} }`,
  'engagementRate: { min: 0.01 }',
  'growthDay: { min: 0.1 }',
  'comments: { min: 9000 }',
  'author: { followers: { max: 3000 } }',
  'author: { isPrivate: true }',
  'not: { author: { isPrivate: true } }',
  'author: { authorityScore: { min: 1 } }',
  'author: { posts: { some: { keyword: "pregnant" } } }',
  'author: { posts: { none: { plays: { min: 5000000 } } } }'
]
const postOrders = [
  'NEWEST',
  'OLDEST',
  'PLAYS',
  'LIKES',
  'DURATION',
  'GROWTH_WEEK',
  'ENGAGEMENT_RATE',
  'COMMENTS',
  'SAVES',
  'SHARES'
]
const userFilters = [
  '',
  'hashtags: { anyOf: ["quokkalove"] }',
  'hashtags: { anyOf: ["tag1"] }',
  'authorityScore: { min: 1 }',
  'postingConsistency: { min: 0 }',
  'engagementRate: { min: 0.0001 }',
  'niche: ["quokkalove"]',
  'niche: ["general"]',
  'tier: [TIER_1, TIER_2, TIER_3, TIER_4]',
  `lastPostAt: { from: ${time(start - 50 * day)} }`,
  'isLive: true',
  'isPrivate: false',
  'isPrivate: true',
  'totalVideos: { min: 1 }',
  'keyword: "vera"',
  'posts: { some: { plays: { min: 5000000 } } }',
  'posts: { some: { hashtags: { anyOf: ["quokkalove"] } } }',
  'posts: { none: {} }',
  'posts: { none: { author: { isPrivate: true } } }',
  'posts: { some: { author: { posts: { some: { keyword: "pregnant" } } } } }'
]
const userOrders = ['FOLLOWERS', 'AUTHORITY_SCORE', 'ENGAGEMENT_RATE', 'LAST_POST', 'TOTAL_LIKES', 'USERNAME']
const history = (postsCount: string) => `history { at newPosts ${postsCount} }`
const queries = [
  ...postFilters.map((filter) => `{ posts(first: 20, filter: { ${filter} }) { ${postList} } }`),
  ...postOrders.map((order) => `{ posts(first: 20, orderBy: ${order}) { ${postList} } }`),
  ...userFilters.map((filter) => `{ users(first: 20, filter: { ${filter} }) { ${userList} } }`),
  ...userOrders.map((order) => `{ users(first: 20, orderBy: ${order}) { ${userList} } }`),
  ...usernames.map(
    (name) => `{ user(by: { username: "${name}" }) { isPrivate totalVideos totalLikes posts(first: 5) { ${postList} }
      collections { collectionId name postsCount } isLive liveRoom { title } scorecard { scores { creatorAuthorityScore } }
      history { at followers { value } totalVideos { value } } growth { followers { absolute } } missingFields reposts { nodes { postId } } } }`
  ),
  ...postIds.map(
    (id) =>
      `{ post(by: { postId: "${id}" }) { caption plays history { at plays { value } } growth { plays { absolute } } } }`
  ),
  ...['70', '71', '74'].map(
    (id) =>
      `{ sound(soundId: "${id}") { postsCount ${history('postsCount { value }')} posts(first: 20, orderBy: PLAYS) { ${postList} } } }`
  ),
  ...['30', '31'].map(
    (id) => `{ place(placeId: "${id}") { postsCount posts(first: 20, orderBy: PLAYS) { ${postList} } } }`
  ),
  ...['8001', '8002'].map(
    (id) => `{ collection(collectionId: "${id}") { name postsCount posts(first: 20) { ${postList} } } }`
  ),
  ...['{ hashtagId: "1" }', '{ name: "tag2" }', '{ name: "quokkalove" }'].map(
    (by) =>
      `{ hashtag(by: ${by}) { hashtagId name postsCount ${history('postsCount')} posts(first: 20, orderBy: LIKES) { ${postList} } } }`
  ),
  ...['POST', 'CREATOR', 'SOUND', 'HASHTAG'].flatMap((kind) =>
    ['DAY', 'WEEK', 'MONTH'].map(
      (
        window
      ) => `{ trending(kind: ${kind}, window: ${window}) { endsAt edges { rank rate growth { absolute rate } node {
        ... on Post { postId } ... on User { username } ... on Sound { soundId } ... on Hashtag { name } } } } }`
    )
  ),
  '{ soundLibrary(sort: HOT) { totalCount nodes { soundId postsCount } } }',
  '{ soundLibrary(sort: NEW) { totalCount nodes { soundId postsCount } } }',
  `{ dataset { asOf postsCount creatorsCount collectionsCount liveRoomsCount soundsCount placesCount topCreators { username }
    topPosts { postId } topSounds { soundId postsCount } topHashtags { postsCount node { name } } topPlaces { placeId postsCount } topLiveRooms { title } } }`,
  ...keywords.map(
    (
      keyword
    ) => `{ search(keyword: "${keyword}") { suggestions completions { kind } ignoredTerms hashtags { name } sounds { title } places { name }
      posts(first: 3) { pageInfo { hasNextPage } nodes { postId } } users { nodes { username } } live { pageInfo { hasNextPage } nodes { title } }
      videos(first: 1) { pageInfo { hasNextPage } nodes { postId } } } }`
  )
]

/** Questions whose answers depend on hidden posts alone. */
const ofSecrets = [
  ...['authors: { anyOf: ["vera"] }', 'authors: { anyOf: ["nora"] }', 'keyword: "pregnant"', 'plays: { min: 5000000 }']
    .concat(['hashtags: { anyOf: ["quokkalove"] }', 'durationSeconds: { min: 400 }', 'keyword: "umbrella secret01x"'])
    .map((filter) => `{ posts(first: 20, filter: { ${filter} }) { ${postList} } }`),
  ...[
    'hashtags: { anyOf: ["quokkalove"] }',
    'niche: ["quokkalove"]',
    'isPrivate: true',
    'isPrivate: true, tier: [TIER_1, TIER_4]'
  ].map((filter) => `{ users(filter: { ${filter} }) { ${userList} } }`),
  ...['pregnant', 'pregnent', 'quokkalove', 'walrus', 'pregnant dolphin', 'secret01x'].map(
    (keyword) => `{ search(keyword: "${keyword}") { suggestions ignoredTerms hashtags { name } live { nodes { title } }
      posts(first: 1) { pageInfo { hasNextPage } nodes { postId } } } }`
  ),
  ...secretive.map(
    (name) =>
      `{ user(by: { username: "${name}" }) { isPrivate totalVideos posts { ${postList} } collections { name } isLive } }`
  ),
  `{ post(by: { postId: "${postIds[0]}" }) { caption history { plays { value } } } }`,
  '{ collection(collectionId: "8002") { name } }',
  '{ hashtag(by: { name: "quokkalove" }) { name postsCount } }',
  '{ trending(kind: CREATOR, window: DAY) { edges { node { ... on User { username isPrivate } } } } }'
]

const generous: QueryLimits = {
  ...readConfig({ GATEWAY_KEYS: testKey }).limits,
  ...{ depth: 100, cost: 1e9, nodes: 1e9, reads: 1e6, tokens: 1e6, aliases: 1e6 }
}
const serve = async (url: string): Promise<TestServer> => {
  const server = await startServer({ config: { data: readAnyData(url), publicPreviews: true, limits: generous } })
  closing.push(() => server.close())
  return server
}

const overQueries = async (server: TestServer, asked: readonly string[] = queries): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (const query of asked) {
    const { data, errors } = await server.query(query)
    const codes = errors?.map(({ extensions }) => extensions?.code ?? '') ?? []
    // Questions that are refused would be answered alike whatever is stored.
    if (codes.some((code) => code !== 'NOT_FOUND' && code !== 'ACCOUNT_PRIVATE'))
      throw new Error(`${query}: ${errors?.map(({ message }) => message)}`)
    answers.push({ asked: query, text: JSON.stringify({ data, codes }) })
  }
  return answers
}
const everything = async (server: TestServer): Promise<ReadonlyMap<string, string>> => {
  const answers = [
    await overQueries(server),
    await overRest(server, values),
    await asTables(server, values),
    await overMcp(server, values, [])
  ].flat()
  return asMap(answers)
}

/** Without cursors, which name rows, and the time of asking. */
const asMap = (answers: readonly Answer[]): ReadonlyMap<string, string> =>
  new Map(answers.map(({ asked, text }) => [asked, text.replaceAll(/"(cursor|analysis_timestamp)":"[^"]*"/g, '')]))
const differences = (answers: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>) =>
  [...answers].flatMap(([asked, text]) =>
    text === expected.get(asked) ? [] : [{ asked, text, expected: expected.get(asked) }]
  )

const main = join(import.meta.dirname, '../src/commands/main.js')
/** An import of a pipe, which waits for what is written to it. */
const importing = (store: Store) => {
  const child: ChildProcess = spawn(process.execPath, [main, 'import', '-', '--into', store.into], {
    env: bareEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe']
  })
  closing.push(() => child.kill('SIGKILL'))
  // It is killed while it is written to.
  child.stdin?.on('error', () => {})
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  const write = (records: readonly unknown[]) =>
    child.stdin?.write(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return { child, ended, write, end: () => child.stdin?.end() }
}
/** Imports the first batch, in which the accounts become private. */
const begin = async (store: Store) => {
  const running = importing(store)
  running.write(feed.slice(0, inFirstBatch))
  await expect.poll(() => store.passed(), { timeout: 120_000 }).toBeGreaterThan(0)
  return running
}

describe.each(stores)('accounts that become private by a batch of an import, in %s', (_, isLeftOut, open) => {
  test.skipIf(isLeftOut)(
    'are as if they had never had any posts, while the import runs and after it was killed',
    async () => {
      const [store, twin] = [await open(true), await open(false)]
      closing.push(store.close, twin.close)
      const expected = await (async () => {
        const running = await begin(twin)
        running.child.kill('SIGKILL')
        await running.ended
        return everything(await serve(twin.url))
      })()
      const warm = await serve(store.url)
      const before = await everything(warm)
      expect(differences(before, expected).length).toBeGreaterThan(50)
      const running = await begin(store)
      await expect.poll(async () => (await warm.get(`/api/v1/posts?videoId=${postIds[0]}`)).status).toBe(404)
      expect(differences(await everything(warm), expected)).toEqual([])
      running.child.kill('SIGKILL')
      await running.ended
      // Who has read nothing yet has nothing but the rows, which all surfaces answer from.
      expect(differences(asMap(await overQueries(await serve(store.url))), expected)).toEqual([])
    },
    600_000
  )

  /** What is answered to `ofSecrets` where there are none. */
  const withoutSecrets = async (): Promise<ReadonlyMap<string, string>> => {
    const twin = await open(false)
    closing.push(twin.close)
    await importFiles({ inputs: [feedFile], path: twin.into })
    return asMap(await overQueries(await serve(twin.url), ofSecrets))
  }

  test.skipIf(isLeftOut)(
    'are hidden from whoever asks all the while, until the import has ended',
    async () => {
      const expected = await withoutSecrets()
      const store = await open(true)
      closing.push(store.close)
      const server = await serve(store.url)
      expect(differences(asMap(await overQueries(server, ofSecrets)), expected).length).toBeGreaterThan(15)
      const running = await begin(store)
      await expect.poll(async () => (await server.get(`/api/v1/posts?videoId=${postIds[0]}`)).status).toBe(404)
      running.write(feed.slice(inFirstBatch))
      running.end()
      let hasEnded = false
      void running.ended.then(() => (hasEnded = true))
      for (let isLast = false; !isLast; ) {
        isLast = hasEnded
        expect(differences(asMap(await overQueries(server, ofSecrets)), expected)).toEqual([])
      }
      expect((await running.ended).code).toBe(0)
    },
    600_000
  )

  test.skipIf(isLeftOut)(
    'are hidden wherever the import stops',
    async () => {
      const expected = await withoutSecrets()
      for (const moment of ['ranks', 'scores', 'search', 'columns', 0.5 + Math.random() / 2]) {
        const store = await open(true)
        const onProgress = (step: string, done: number, total: number) => {
          if (step === moment || (step === 'read' && typeof moment === 'number' && done >= moment * total))
            throw new Error('stopped here')
        }
        const stopped = importFiles({ inputs: [feedFile], path: store.into, onProgress })
        await expect(stopped, `at ${moment}`).rejects.toThrow('stopped here')
        const server = await serve(store.url)
        expect(differences(asMap(await overQueries(server, ofSecrets)), expected), `at ${moment}`).toEqual([])
        await server.close()
        await store.close()
      }
    },
    600_000
  )
})
