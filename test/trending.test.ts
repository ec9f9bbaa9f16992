import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeQuery } from '../src/engines/filters/query.ts'
import { type TrendWindow, trendKey, trendWindows } from '../src/engines/history/growth.ts'
import type { Sample } from '../src/engines/history/samples.ts'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { DatasetWriter } from '../src/ingest/sqlite/dataset-writer.ts'
import { maxTrendEntries, type Trending, type TrendKind, trendKinds } from '../src/records/trending.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import type { Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { barePost, bareSound, bareUser } from './bare-rows.ts'
import { postsOf, readWorld, usersOf, type World } from './brute-force-filters.ts'
import { trendingOf } from './brute-force-trends.ts'
import { createDatabase, hasNoPostgres } from './own-postgres.ts'

const { signal } = new AbortController()
const day = 86_400
const begin = 1_750_000_000
const asOf = begin + 62 * day

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-trending-'))
const path = join(folder, 'trending.db')
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

/** Numbers from 0 up to before `size`, the same in every run. */
const dice = () => {
  let state = 12_345
  return (size: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * size)
  }
}

/** Samples of all sorts: without a time, rounded, negative, of two sources, several of one moment, and equal neighbours. */
const someSamples = (roll: (size: number) => number, fields: number, most: number): Sample[] =>
  Array.from({ length: roll(most) }, () => {
    const count = [0, 50, 99, 100, 101, 150, 400, 1_000, 1_000_000][roll(9)] ?? 0
    const values = [roll(8) === 0 ? null : count, ...Array.from({ length: fields - 1 }, () => roll(3))]
    return {
      at: roll(10) === 0 ? null : begin + roll(62) * day + roll(2) * 3_600,
      source: 1 + roll(2),
      values,
      rounded: roll(8) === 0 && values[0] !== null ? 1 : 0,
      negative: roll(12) === 0 && values[0] === null ? 1 : 0
    }
  })

/** More sounds and hashtags with equal rates than a ranking has places; some of them, and of the accounts, without a page. */
const things = 1_200
const accounts = 700

const write = (): void => {
  const roll = dice()
  const writer = new DatasetWriter(path)
  writer.source({ name: 'first', collected_from: null, collected_to: null })
  writer.source({ name: 'second', collected_from: null, collected_to: null })
  writer.asOf(asOf)
  for (let pk = 1; pk <= accounts; pk += 1) {
    writer.user({
      ...bareUser(pk, { is_private: pk % 5 === 0 ? true : pk % 7 === 0 ? null : false }),
      handle: pk % 11 === 0 ? null : `creator.${pk}`
    })
    writer.samples('users', pk, someSamples(roll, 4, 9))
  }
  for (let pk = 1; pk <= things; pk += 1) {
    writer.sound(bareSound(pk, pk % 9 === 0 ? { sound_id: null } : {}))
    writer.hashtag({ pk, hashtag_id: pk % 10 === 0 ? null : String(5_000 + ((pk * 7) % 1_511)), name: `tag${pk}` })
  }
  let pk = 0
  for (let thing = 1; thing <= things; thing += 1) {
    const [before, fresh] = [5 + roll(6), 3 + roll(6)]
    for (let index = 0; index < before + fresh; index += 1) {
      // Rows are not dense, and fill more than one row group.
      pk += 1 + roll(3)
      const daysAgo = index < before ? 35 + roll(25) : roll(30)
      const hashtag = 1 + ((thing * 7) % things)
      writer.post(
        barePost(pk, {
          created_at: asOf - daysAgo * day,
          author_pk: roll(12) === 0 ? null : 1 + roll(accounts),
          sound_pk: thing,
          hashtags: [{ pk: hashtag, id: null, name: `tag${hashtag}` }]
        })
      )
      writer.samples('posts', pk, someSamples(roll, 6, 9))
    }
  }
  writer.finish()
}

let world: World

const readAll = async (sql: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

beforeAll(async () => {
  write()
  world = await readWorld(readAll)
})

// The keys of a record are of its key type.
const windows = Object.keys(trendWindows) as TrendWindow[]

const rankingOf = async (source: Source, kind: TrendKind, window: TrendWindow): Promise<Trending> => {
  const [found] = await source.lookUp('trending', [trendKey(kind, window)], signal)
  if (found === null || found === undefined || found instanceof Error) throw new Error('there is a ranking')
  return found
}

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true]
])('growth in %s', (_, isPostgres) => {
  let source: Source
  beforeAll(async () => {
    if (!isPostgres) source = openSqlite({ path, mediaBase: () => null })
    else if (!hasNoPostgres) {
      const { url, close } = await createDatabase()
      closing.push(close)
      await migrate(url, 2)
      await copyDataset(path, url, () => {})
      source = openPostgres({ urls: [url], mediaBase: () => null })
      await source.ready(signal)
    } else return
    closing.push(() => source.close())
  })
  const testHere = test.skipIf(isPostgres && hasNoPostgres)

  testHere('ranks what a loop over all samples and rows ranks', async () => {
    for (const kind of trendKinds) {
      for (const window of windows) {
        const expected = { ends_at: asOf, entries: trendingOf(world, kind, window) }
        expect(await rankingOf(source, kind, window), trendKey(kind, window)).toEqual(expected)
      }
      const { entries } = await rankingOf(source, kind, 'MONTH')
      // Most rankings are cut.
      expect(entries.length, kind).toBeGreaterThanOrEqual(kind === 'CREATOR' ? 30 : maxTrendEntries)
    }
  })

  testHere('ranks no hidden post and no private account', async () => {
    const hidden = new Set(
      (await readAll('SELECT post_id FROM all_posts WHERE is_hidden = 1')).map(({ post_id }) => post_id)
    )
    const closed = new Set(
      (await readAll('SELECT username FROM users WHERE is_private = 1 OR handle IS NULL')).map(
        ({ username }) => username
      )
    )
    expect(Math.min(hidden.size, closed.size)).toBeGreaterThan(50)
    for (const window of windows) {
      for (const { key } of (await rankingOf(source, 'POST', window)).entries) expect(hidden).not.toContain(key)
      for (const { key } of (await rankingOf(source, 'CREATOR', window)).entries) expect(closed).not.toContain(key)
    }
  })

  testHere('sorts lists, and leaves what is unknown to the end', async () => {
    const posts = { of: null, where: null, order: 'GROWTH_WEEK' } as const
    const ids = postsOf(world, posts)?.map(({ id }) => id) ?? []
    const users = { where: null, order: 'GROWTH_MONTH' } as const
    const names = usersOf(world, users).map(({ username }) => username)
    const request = { count: 50_000, after: null }
    const [foundPosts, foundUsers] = [
      await source.page('filteredPosts', writeQuery(posts), request, signal),
      await source.page('filteredUsers', writeQuery(users), request, signal)
    ]
    expect(foundPosts?.items.map(({ post_id }) => post_id)).toEqual(ids)
    expect(foundUsers?.items.map(({ username }) => username)).toEqual(names)
    expect(world.posts.filter(({ numbers }) => numbers.growth_week === null).length).toBeGreaterThan(1_000)
    expect(world.posts.filter(({ numbers }) => numbers.growth_week !== null).length).toBeGreaterThan(100)
  })
})

test('a data set without rows has rankings without entries', async () => {
  const empty = join(folder, 'empty.db')
  new DatasetWriter(empty).finish()
  const source = openSqlite({ path: empty, mediaBase: () => null })
  for (const kind of trendKinds) expect(await rankingOf(source, kind, 'WEEK')).toEqual({ ends_at: null, entries: [] })
  await source.close()
})
