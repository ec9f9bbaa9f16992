import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { writeQuery } from '../src/engines/filters/query.ts'
import { trendKey } from '../src/engines/history/growth.ts'
import { importFiles } from '../src/ingest/import.ts'
import type { Post } from '../src/records/post.ts'
import { trendKinds } from '../src/records/trending.ts'
import type { UserProfile } from '../src/records/user-profile.ts'
import type { FeedKind } from '../src/store/kinds.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import type { Page, Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { expectUserFacet } from './brute-force-facets.ts'
import {
  anyPostQuery,
  anyUserQuery,
  postsOf,
  type ReadRows,
  readWorld,
  usersOf,
  type World
} from './brute-force-filters.ts'
import { trendingOf } from './brute-force-trends.ts'
import { userFacets } from './fixtures.ts'
import { growingFeed } from './growing-feed.ts'
import { connectTo, createDatabase, fillDatabase, hasNoPostgres } from './own-postgres.ts'
import { runs } from './thorough.ts'

const { signal } = new AbortController()
const mediaBase = () => null

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-filters-'))
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

const readFile =
  (path: string): ReadRows =>
  async (sql) => {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return db.prepare(sql).all()
    } finally {
      db.close()
    }
  }

const readDatabase =
  (url: string): ReadRows =>
  async (sql) => {
    const client = await connectTo(url)
    try {
      await client.query('SET search_path = clipgraph')
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }

/** The ids of a whole list, page by page; null when it does not exist. `isSettled`: no import hides posts meanwhile. */
const walk = async (
  source: Source,
  kind: FeedKind,
  key: string,
  count: number,
  isSettled = true
): Promise<string[] | null> => {
  const ids: string[] = []
  for (let after: string | null = null; ; ) {
    const page = (await source.page(kind, key, { count, after }, signal)) as Page<Post | UserProfile> | null
    if (page === null) return null
    expect(page.coverage?.isComplete).toBe(true)
    ids.push(...page.items.map((item) => ('username' in item ? item.username : String(item.post_id))))
    // A cursor of any item goes on behind it.
    if (page.next === null) return ids
    if (isSettled) expect(page.items.length).toBe(count)
    after = page.next
  }
}

/** Pages of at least a twentieth of the list: each takes a scan. */
const sizeFor = (length: number, size: number): number => Math.max(size, Math.ceil(length / 20))

/** Compares all rankings, and returns how many entries they have. */
const expectEqualTrends = async (source: Source, world: World): Promise<number> => {
  let found = 0
  for (const kind of trendKinds) {
    for (const window of ['DAY', 'WEEK', 'MONTH'] as const) {
      const entries = trendingOf(world, kind, window)
      found += entries.length
      const key = trendKey(kind, window)
      expect(await source.lookUp('trending', [key], signal), key).toEqual([{ ends_at: world.asOf, entries }])
    }
  }
  return found
}

const expectEqualAnswers = async (source: Source, world: World, numRuns: number): Promise<void> => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(anyPostQuery(world), fc.integer({ min: 1, max: 100 }), async (query, size) => {
      const expected = postsOf(world, query)
      const ids = expected?.map(({ id }) => id) ?? null
      found += ids?.length ?? 0
      expect(await walk(source, 'filteredPosts', writeQuery(query), sizeFor(ids?.length ?? 0, size))).toEqual(ids)
      const key = writeQuery({ query, facet: { kind: 'count' } })
      const [summary] = await source.lookUp('postSummary', [key], signal)
      expect(summary instanceof Error ? summary : (summary?.count ?? null)).toBe(ids?.length ?? null)
    }),
    { numRuns }
  )
  await fc.assert(
    fc.asyncProperty(anyUserQuery(world), fc.integer({ min: 1, max: 100 }), async (query, size) => {
      const users = usersOf(world, query)
      const names = users.map(({ username }) => username)
      found += names.length
      expect(await walk(source, 'filteredUsers', writeQuery(query), sizeFor(names.length, size))).toEqual(names)
      for (const facet of userFacets) {
        const [summary = null] = await source.lookUp('userSummary', [writeQuery({ query, facet })], signal)
        if (summary === null || summary instanceof Error) throw summary ?? new Error('no summary')
        expectUserFacet(summary, users, facet, Math.max(2, size))
      }
    }),
    { numRuns }
  )
  expect(found).toBeGreaterThan(numRuns)
}

describe('filters over the default data set give what going through all rows gives', () => {
  test('in a file', async () => {
    const path = inject('defaultDataset')
    const source = openSqlite({ path, mediaBase })
    const world = await readWorld(readFile(path))
    await expectEqualAnswers(source, world, runs(10))
    expect(await expectEqualTrends(source, world)).toBeGreaterThan(1_000)
    await source.close()
  })

  test.skipIf(hasNoPostgres)('in a PostgreSQL', async () => {
    const database = await fillDatabase({ partitions: 2 })
    closing.push(database.close)
    const source = openPostgres({ urls: [database.url], mediaBase })
    await source.ready(signal)
    const world = await readWorld(readDatabase(database.url))
    await expectEqualAnswers(source, world, runs(4))
    expect(await expectEqualTrends(source, world)).toBeGreaterThan(1_000)
    await source.close()
  })
})

type Imported = { into: string; read: ReadRows; open(): Promise<Source> }

describe.each([
  ['a file', false],
  ['a PostgreSQL', true]
])('filters over what is imported step by step into %s', (_, isPostgres) => {
  let target: Imported
  beforeAll(async () => {
    if (!isPostgres) {
      const path = join(folder, 'steps.db')
      const open = async () => openSqlite({ path, mediaBase })
      target = { into: path, read: readFile(path), open }
      return
    }
    if (hasNoPostgres) return
    const { url, close } = await createDatabase()
    closing.push(close)
    await migrate(url, null)
    const open = async () => {
      const source = openPostgres({ urls: [url], mediaBase })
      await source.ready(signal)
      return source
    }
    target = { into: url, read: readDatabase(url), open }
  })

  test.skipIf(isPostgres && hasNoPostgres)(
    'give what going through all rows gives, unknown numbers and hidden posts too',
    async () => {
      let before = new Map<string, number>()
      for (const step of [0, 1, 2]) {
        const file = join(folder, `${isPostgres}-${step}.json`)
        writeFileSync(file, JSON.stringify(growingFeed(step)))
        await importFiles({ inputs: [file], path: target.into })
        const world = await readWorld(target.read)
        // What was observed twice has grown, and observed again it has grown by another rate.
        const rates = new Map(trendingOf(world, 'CREATOR', 'MONTH').map(({ key, rate }) => [key, rate]))
        expect(rates.size > 0).toBe(step > 0)
        if (step > 1)
          expect([...rates].some(([name, rate]) => before.has(name) && before.get(name) !== rate)).toBe(true)
        before = rates
        expect(world.posts.some(({ numbers }) => numbers.plays === null)).toBe(true)
        const source = await target.open()
        await expectEqualAnswers(source, world, runs(12))
        expect((await expectEqualTrends(source, world)) > 0).toBe(true)
        await source.close()
      }
    }
  )

  test.skipIf(isPostgres && hasNoPostgres)('and are whole while an import runs beside them', async () => {
    const source = await target.open()
    const before = await readWorld(target.read)
    const file = join(folder, `${isPostgres}-beside.json`)
    writeFileSync(file, JSON.stringify(growingFeed(3)))
    let isDone = false
    const importing = importFiles({ inputs: [file], path: target.into }).then(() => {
      isDone = true
    })
    const key = writeQuery({ of: null, where: null, order: 'PLAYS' })
    const known = new Set(before.posts.map(({ id }) => id))
    let scans = 0
    while (!isDone) {
      const ids = await walk(source, 'filteredPosts', key, 100, false)
      // Nothing comes twice.
      expect(new Set(ids).size).toBe(ids?.length)
      expect(ids?.filter((id) => known.has(id)).length).toBeGreaterThan(before.posts.length * 0.8)
      scans += 1
    }
    await importing
    expect(scans).toBeGreaterThan(0)
    const after = await readWorld(target.read)
    expect(after.posts.length).toBeGreaterThan(before.posts.length)
    await source.close()
    const fresh = await target.open()
    await expectEqualAnswers(fresh, after, runs(6))
    await fresh.close()
  })
})
