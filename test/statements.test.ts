import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { sqliteMergeStore } from '../src/ingest/sqlite/merge-store.ts'
import { directFeedKinds, directLookupKinds } from '../src/store/kinds.ts'
import { defaultPageBytes } from '../src/store/source.ts'
import { columnReads, rowReads } from '../src/store/sqlite/column-store.ts'
import type { Database } from '../src/store/sqlite/database.ts'
import { feedReaders } from '../src/store/sqlite/feeds.ts'
import { lookupReaders } from '../src/store/sqlite/lookups.ts'
import { columnNames } from '../src/store/tables/column-chunks.ts'
import { tables } from '../src/store/tables/schema.ts'
import { findFixtures } from './fixtures.ts'

/** What the embedded data set is asked costs the same however much it holds, because no statement goes through a table. */
const db = new DatabaseSync(inject('defaultDataset'), { readOnly: true })
afterAll(() => db.close())
const fixtures = findFixtures()

/** Texts of the statements that ran since the last time. */
const ran = new Set<string>()
const prepared = (sql: string, asArrays: boolean) => {
  ran.add(sql)
  const statement = db.prepare(sql)
  statement.setReturnArrays(asArrays)
  return statement
}
const database: Database = {
  query: (sql) => prepared(sql, false),
  // The declarations know nothing of rows as arrays.
  cells: (sql) => prepared(sql, true) as unknown as ReturnType<Database['cells']>,
  mediaBase: () => null,
  maxPageBytes: defaultPageBytes,
  limitValues() {},
  limitsValues: false
}

/**
 * Steps of a plan that read all of something; a list that came with the statement is what was asked for. A search without an index is one
 * for a maximum, and looks at every row.
 */
const scans = (sql: string): string[] => stepsOf(db, sql).filter((step) => wholeRead.test(step))

const stepsOf = (asked: DatabaseSync, sql: string): string[] =>
  asked
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail))

const wholeRead = /^SCAN (?!CONSTANT ROW|\w+ VIRTUAL TABLE|\(subquery)|^SEARCH (?!.* USING )/

const expectNoScan = (work: () => void) => {
  ran.clear()
  work()
  const all = [...ran]
  expect(all.length).toBeGreaterThan(0)
  expect(all.flatMap((sql) => scans(sql).map((scan) => `${scan}: ${sql}`))).toEqual([])
}

describe('no statement goes through a whole table', () => {
  const feeds = feedReaders(database)
  test.each(directFeedKinds)('of the feed %s', (kind) => {
    expectNoScan(() => {
      for (const { key } of fixtures.feeds.filter((feed) => feed.kind === kind)) {
        const first = feeds[kind](key, { count: 5, after: null })
        first?.written()
        feeds[kind](key, { count: 5, after: first?.records().next ?? null })?.records()
      }
    })
  })

  const lookups = lookupReaders(database)
  // A data set has no samples of sounds, so that nothing is read.
  const read = directLookupKinds.filter((kind) => kind !== 'soundHistory')
  test.each(read)('of the look-up %s', (kind) => {
    expectNoScan(() => {
      for (const key of [...fixtures.known[kind], ...fixtures.unknown[kind]]) lookups[kind](key)
    })
  })

  test('of columns', () => {
    const columns = columnReads(database)
    const found = rowReads(database)
    const ends = { positions: [], next: null, total: null }
    expectNoScan(() => {
      for (const table of ['posts', 'users', 'sounds'] as const) {
        expect(columns.groups(table)).toBeGreaterThan(0)
        const [name] = columnNames[table]
        expect(columns.chunks(table, name, 0, 1)[0]).toBeInstanceOf(Uint8Array)
      }
      for (const reference of ['author', 'hashtag', 'sound', 'place'] as const) {
        columns.rowsOf(reference, ['a', 'b'])
        columns.owner(reference, 'a')
      }
      columns.collection('1')
      columns.words('posts', ['kitchen'])
      columns.piecesFrom(2, 0, 1)
      found.posts([1, 2], ends)
      found.users([1, 2], ends)
      for (const kind of ['posts', 'creators', 'hashtags', 'sounds'] as const) found.names(kind, [1, 2])
      expect(found.asOf()).toBeGreaterThan(0)
    })
  })

  test('of gathering, nor through all sounds without an id', async () => {
    const gathered = new DatabaseSync(':memory:')
    gathered.exec(tables)
    const store = sqliteMergeStore(
      new Proxy(gathered, {
        get: (target, name) =>
          name === 'prepare'
            ? (sql: string) => {
                ran.add(sql)
                return target.prepare(sql)
              }
            : Reflect.get(target, name).bind(target)
      }),
      { isNew: true }
    )
    ran.clear()
    const key = JSON.stringify(['original sound', 'maya', 1])
    for (const lookUp of ['users', 'nameless', 'takenIds', 'holders', 'sounds', 'places', 'hashtags'] as const) {
      await store[lookUp](['1'])
    }
    await store.hashtagsNamed(['cooking'])
    await store.posts(['1'])
    await store.sounds([key])
    const plans = [...ran].map((sql) => ({ sql, steps: stepsOf(gathered, sql) }))
    expect(plans.length).toBe(10)
    expect(plans.filter(({ steps }) => steps.some((step) => wholeRead.test(step)))).toEqual([])
    // Its id is null, and an index of ids has all that have none in one place.
    expect(plans.at(-1)?.steps).toEqual([expect.stringMatching(/\(title=\? AND author=\?\)/)])
  })
})
