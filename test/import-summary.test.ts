import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { rankedSounds } from '../src/ingest/merge/derived.ts'
import { listRelations, noteAllLists } from '../src/ingest/merge/relations.ts'
import { identify, type Named, removeRecords } from '../src/ingest/removals.ts'
import { targetOf } from '../src/ingest/target.ts'
import { datasetFacts, datasetListKinds, datasetListRows, summarize } from '../src/store/tables/summary.ts'
import { connectTo, emptyDatabase, hasNoPostgres } from './own-postgres.ts'
import { checkColumns } from './stored.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-summary-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Equal numbers for equal seeds. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const start = 1_700_000_000
const day = (number: number) => new Date((start + number * 86_400) * 1_000).toISOString()

/** An answer of this API as a browser records it. */
const archivedAnswer = (address: string, startedDateTime: string, data: unknown) => {
  const meta = { request_id: '1', timestamp: startedDateTime, cached: false, version: '2025-01' }
  const text = JSON.stringify({ meta, data, pagination: { cursor: null, has_more: false }, error: null })
  return {
    startedDateTime,
    request: { method: 'GET', url: `http://127.0.0.1:4000/api/v1${address}` },
    response: { status: 200, content: { mimeType: 'application/json', text } }
  }
}

/** Recorded lists, of some accounts again and again, which name accounts and posts that may come later, or not at all. */
const listsOf = (feed: number, random: (below: number) => number) => {
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: random(most) }, make)
  const account = () => {
    const number = random(170)
    return {
      ...(random(3) === 0 ? {} : { user_id: String(900 + number) }),
      ...{ username: `maker${number}`, display_name: 'Maker', followers: random(5_000) }
    }
  }
  const post = () => {
    const number = random(700)
    return {
      ...{
        post_id: String(7_000_000_000_000_000_000n + BigInt(number)),
        caption: 'a day',
        // Without its time it is no record, and may come in a later feed.
        ...(random(3) === 0 ? {} : { created_at: start - 10_000 + number })
      },
      ...{ plays: random(50_000), author_username: `maker${number % 160}` }
    }
  }
  const collection = (number: number) => ({
    collection_id: String(7_500_000_000_000_000_000n + BigInt(number)),
    name: 'Joints'
  })
  const answers: [address: string, data: unknown][] = [
    ...some(5, (): [string, unknown] => [`/users/maker${random(12)}/followers?count=30`, some(30, account)]),
    ...some(5, (): [string, unknown] => [`/users/maker${random(12)}/reposts`, some(12, post)]),
    ...some(3, (): [string, unknown] => [
      `/users/maker${random(12)}/playlist`,
      { playlists: some(4, () => collection(random(8))) }
    ]),
    ...some(4, (): [string, unknown] => [`/collections/${collection(random(8)).collection_id}/posts`, some(12, post)])
  ]
  const entries = [['/users/maker1/reposts', [post()]] as const, ...answers].map(([address, data]) =>
    archivedAnswer(address, day(feed), data)
  )
  return { log: { version: '1.2', entries } }
}

/** Feeds of one world, later ones with other counts, names, hashtags and privacy, and with posts that were not there before. */
const feedsOf = (seed: number): string[] => {
  const random = randomFrom(seed)
  return Array.from({ length: 7 }, (_, feed) => {
    const scrapedAt = new Date((start + feed * 86_400) * 1_000).toISOString()
    const account = (number: number) => ({
      id: String(900 + number),
      // Some take over the handle of another.
      name: `maker${random(20) === 0 ? (number + 1) % 160 : number}`,
      nickName: 'Maker',
      fans: random(5) === 0 ? 0 : random(5_000),
      ...(random(4) === 0 ? { privateAccount: random(3) === 0 } : {}),
      scrapedAt
    })
    const posts = Array.from({ length: feed === 0 ? 400 : 60 }, () => {
      const number = random(feed === 0 ? 500 : 600)
      const sound = random(150)
      return {
        id: String(7_000_000_000_000_000_000n + BigInt(number)),
        text: 'a day',
        createTime: start - 10_000 + number + (random(30) === 0 ? 5 : 0),
        playCount: random(50_000),
        diggCount: random(100),
        // Some are known by their handle alone.
        authorMeta: random(6) === 0 ? { name: `maker${number % 160}` } : account(number % 160),
        musicMeta: {
          ...(random(9) === 0 ? {} : { musicId: String(70 + sound) }),
          ...{ musicName: `Waves ${sound}`, musicAuthor: 'Sea', musicOriginal: sound % 3 === 0 }
        },
        hashtags: Array.from({ length: random(4) }, () => {
          const tag = random(random(200) + 1)
          return { name: `tag${tag}`, ...(random(3) === 0 && feed < 3 ? {} : { id: String(50_000 + tag) }) }
        }),
        ...(random(3) === 0 ? { locationMeta: { locationId: String(30 + random(140)), locationName: 'Kitchen' } } : {})
      }
    })
    const rooms = Array.from({ length: feed % 2 === 0 ? 5 : 0 }, () => {
      const owner = random(160)
      return {
        data: {
          ...{ id_str: `76200000000000${100 + owner}`, title: 'Live', status: random(3) === 0 ? 4 : 2 },
          ...{ user_count: random(900), create_time: start, cover: { url_list: ['https://cdn.example/l.jpg'] } },
          owner: { id_str: String(900 + owner), display_id: `maker${owner}`, nickname: 'Maker' }
        },
        extra: { now: (start + feed * 86_400) * 1_000 }
      }
    })
    const files = [posts, ...rooms, listsOf(feed, random)].map((content, part) => {
      const file = join(folder, `${seed}-${feed}-${part}.json`)
      writeFileSync(file, JSON.stringify(content))
      return file
    })
    return files
  }).map((files, feed) => {
    const list = join(folder, `${seed}-${feed}`)
    writeFileSync(list, files.join('\n'))
    return list
  })
}

type Ask = (sql: string) => Promise<readonly unknown[]>

const fileAsk =
  (path: string): Ask =>
  async (sql) => {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return db.prepare(sql).all()
    } finally {
      db.close()
    }
  }

/** Everything that a summary says, and the ranks of the library. */
const summaryOf = async (ask: Ask) => ({
  facts: (await ask(`${datasetFacts} ORDER BY name`)) as unknown,
  lists: await Promise.all(datasetListKinds.map(async (kind) => [kind, await ask(datasetListRows(kind))])),
  library: await ask(
    'SELECT pk, hot_rank, new_rank FROM sounds WHERE hot_rank IS NOT NULL OR new_rank IS NOT NULL ORDER BY pk'
  )
})

/** All lists that sources give, by public keys. */
const listsIn = async (ask: Ask) => ({
  followers: await ask(`SELECT u.user_id, f.page_time, v.user_id AS follower, f.followed_at FROM followers f
    JOIN users u ON u.pk = f.user_pk JOIN users v ON v.pk = f.follower_pk ORDER BY u.user_id, f.page_time`),
  counts: await ask(
    'SELECT u.user_id, c.listed FROM follower_counts c JOIN users u ON u.pk = c.user_pk ORDER BY u.user_id'
  ),
  reposts: await ask(`SELECT u.user_id, p.post_id FROM reposts r JOIN users u ON u.pk = r.user_pk
    JOIN all_posts p ON p.pk = r.post_pk ORDER BY u.user_id, p.post_id`),
  collections: await ask(`SELECT c.collection_id, u.user_id FROM all_collections c LEFT JOIN users u ON u.pk = c.user_pk
    ORDER BY c.collection_id`),
  posts: await ask(`SELECT c.collection_id, l.place_in_list, p.post_id FROM collection_posts l
    JOIN all_collections c ON c.pk = l.collection_pk JOIN all_posts p ON p.pk = l.post_pk ORDER BY c.collection_id, l.place_in_list`),
  known: await ask('SELECT user_id, known_lists FROM users WHERE known_lists <> 0 ORDER BY user_id'),
  sizes: await ask(
    'SELECT (SELECT count(*) FROM followers) AS f, (SELECT count(*) FROM reposts) AS r, (SELECT count(*) FROM collection_posts) AS c'
  )
})

const expectSameAsCounted = async (ask: Ask, run: Ask): Promise<void> => {
  const [kept, lists] = [await summaryOf(ask), await listsIn(ask)]
  expect(await ask('SELECT * FROM stale_lists')).toEqual([])
  await run('BEGIN')
  for (const sql of [noteAllLists, ...listRelations]) await run(sql)
  expect(lists).toEqual(await listsIn(ask))
  for (const sql of summarize) await run(sql)
  const counted = await summaryOf(ask)
  const ranked = await ask(`SELECT pk, hot AS hot_rank, new AS new_rank FROM (${rankedSounds}) r ORDER BY pk`)
  await run('ROLLBACK')
  expect(kept).toEqual({ ...counted, library: ranked })
}

/** Some records of each kind, one of them popular. */
const remove = async (path: string, feed: number): Promise<void> => {
  const named: Named[] = [
    { kind: 'user', key: String(900 + feed) },
    { kind: 'post', key: String(7_000_000_000_000_000_000n + BigInt(7 * feed + 1)) },
    { kind: 'sound', key: String(70 + feed) }
  ]
  const target = await targetOf(path)
  await removeRecords(target, await identify(target, named), 'asked for')
}

describe('what is derived, after many imports and removals', () => {
  const inputsOf = async (list: string) => (await import('node:fs')).readFileSync(list, 'utf8').split('\n')

  test.each([7, 8])('has the lists that an import of everything at once has (%d)', async (seed) => {
    const feeds = await Promise.all(feedsOf(seed).map(inputsOf))
    const [path, atOnce] = [join(folder, `${seed}.db`), join(folder, `${seed}-at-once.db`)]
    for (const inputs of feeds) await importFiles({ inputs, path })
    await importFiles({ inputs: feeds.flat().reverse(), path: atOnce })
    const [lists, expected] = await Promise.all([path, atOnce].map((file) => listsIn(fileAsk(file))))
    expect(lists).toEqual(expected)
    for (const list of Object.values(lists ?? {})) expect(list).not.toEqual([])
  })

  test.each([1, 2, 3, 4])('is what counting everything gives, in a file (%d)', async (seed) => {
    const path = join(folder, `${seed}.db`)
    for (const [number, feed] of feedsOf(seed).entries()) {
      await importFiles({ inputs: await inputsOf(feed), path })
      if (number % 3 === 2) await remove(path, number)
      const db = new DatabaseSync(path)
      try {
        const ask: Ask = async (sql) => db.prepare(sql).all()
        await expectSameAsCounted(ask, async (sql) => [db.exec(sql)])
        await checkColumns(db)
      } finally {
        db.close()
      }
    }
  })

  test.skipIf(hasNoPostgres).each([5, 6])('is what counting everything gives, in PostgreSQL (%d)', async (seed) => {
    const { url, close } = await emptyDatabase()
    try {
      for (const [number, feed] of feedsOf(seed).entries()) {
        await importFiles({ inputs: await inputsOf(feed), path: url })
        if (number % 3 === 2) await remove(url, number)
        const client = await connectTo(url)
        try {
          await client.query('SET search_path = clipgraph')
          const ask: Ask = async (sql) => (await client.query(sql)).rows
          await expectSameAsCounted(ask, ask)
        } finally {
          await client.end()
        }
      }
    } finally {
      await close()
    }
  })

  test('has the posts of a collection in the order of their times when one of these changes', async () => {
    const post = (number: number, createdAt: number) => ({
      post_id: String(7_000_000_000_000_000_000n + BigInt(number)),
      ...{ caption: 'a day', created_at: createdAt, plays: 5, author_username: 'maker1' }
    })
    const address = '/collections/7500000000000000077/posts'
    const answers = [
      // Two pages that do not say where they begin.
      [archivedAnswer(address, day(0), [post(11, start)]), archivedAnswer(address, day(0), [post(12, start + 5)])],
      [archivedAnswer('/posts/11', day(3), post(11, start + 9))]
    ]
    const path = join(folder, 'times.db')
    const found: unknown[] = []
    for (const [number, entries] of answers.entries()) {
      const file = join(folder, `times-${number}.json`)
      writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }))
      await importFiles({ inputs: [file], path })
      const { posts } = await listsIn(fileAsk(path))
      found.push(posts.map((row) => String(Object(row).post_id).slice(-2)))
    }
    expect(found).toEqual([
      ['11', '12'],
      ['12', '11']
    ])
  })
})
