import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { rankedSounds } from '../src/ingest/merge/derived.ts'
import { identify, type Named, removeRecords } from '../src/ingest/removals.ts'
import { targetOf } from '../src/ingest/target.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { datasetFacts, datasetListKinds, datasetListRows, summarize } from '../src/store/tables/summary.ts'
import { connectTo, createDatabase, hasNoPostgres } from './own-postgres.ts'

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
    const files = [posts, ...rooms].map((content, part) => {
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

/** Everything that a summary says, and the ranks of the library. */
const summaryOf = async (ask: Ask) => ({
  facts: (await ask(`${datasetFacts} ORDER BY name`)) as unknown,
  lists: await Promise.all(datasetListKinds.map(async (kind) => [kind, await ask(datasetListRows(kind))])),
  library: await ask(
    'SELECT pk, hot_rank, new_rank FROM sounds WHERE hot_rank IS NOT NULL OR new_rank IS NOT NULL ORDER BY pk'
  )
})

const expectSameAsCounted = async (ask: Ask, run: Ask): Promise<void> => {
  const kept = await summaryOf(ask)
  await run('BEGIN')
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

describe('the summary after many imports and removals', () => {
  const inputsOf = async (list: string) => (await import('node:fs')).readFileSync(list, 'utf8').split('\n')

  test.each([1, 2, 3, 4])('is what counting everything gives, in a file (%d)', async (seed) => {
    const path = join(folder, `${seed}.db`)
    for (const [number, feed] of feedsOf(seed).entries()) {
      await importFiles({ inputs: await inputsOf(feed), path })
      if (number % 3 === 2) await remove(path, number)
      const db = new DatabaseSync(path)
      try {
        const ask: Ask = async (sql) => db.prepare(sql).all()
        await expectSameAsCounted(ask, async (sql) => [db.exec(sql)])
      } finally {
        db.close()
      }
    }
  })

  test.skipIf(hasNoPostgres).each([5, 6])('is what counting everything gives, in PostgreSQL (%d)', async (seed) => {
    const { url, close } = await createDatabase()
    try {
      await migrate(url, 0)
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
})
