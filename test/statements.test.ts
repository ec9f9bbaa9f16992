import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as columnStatements from '../src/ingest/columns/column-statements.ts'
import { importFiles } from '../src/ingest/import.ts'
import * as indexStatements from '../src/ingest/index/index-statements.ts'
import * as mergeStatements from '../src/ingest/merge/merge-statements.ts'
import * as sampleStatements from '../src/ingest/samples/sample-statements.ts'
import * as scoreStatements from '../src/ingest/scores/score-statements.ts'
import { DatasetWriter } from '../src/ingest/sqlite/dataset-writer.ts'
import { sqliteMergeStore } from '../src/ingest/sqlite/merge-store.ts'
import { ownerOf } from '../src/store/history/history-file.ts'
import { HistoryReader } from '../src/store/history/history-reader.ts'
import { HistoryWriter } from '../src/store/history/history-writer.ts'
import { directFeedKinds, directLookupKinds } from '../src/store/kinds.ts'
import { defaultPageBytes } from '../src/store/source.ts'
import { columnReads, rowReads } from '../src/store/sqlite/column-store.ts'
import type { Database } from '../src/store/sqlite/database.ts'
import { feedReaders } from '../src/store/sqlite/feeds.ts'
import { lookupReaders } from '../src/store/sqlite/lookups.ts'
import { changeSql, readSql } from '../src/store/sqlite/row-statements.ts'
import { columnNames } from '../src/store/tables/column-chunks.ts'
import { tables } from '../src/store/tables/schema.ts'
import { findFixtures } from './fixtures.ts'
import { plansDuring, scansOf, stepsOf } from './statement-plans.ts'

/** Everything that imports declare for both databases. */
const tablesOfImports = [mergeStatements, columnStatements, indexStatements, sampleStatements, scoreStatements]
const textsOf = ({ reads, changes }: (typeof tablesOfImports)[number]) =>
  [...reads.map(readSql), ...changes.map(changeSql)].map(({ sql }) => sql)

/** What the embedded data set is asked costs the same however much it holds, because no statement goes through a table. */
const db = new DatabaseSync(inject('defaultDataset'), { readOnly: true })
afterAll(() => db.close())
const fixtures = findFixtures()

/** Texts of the statements that ran since the last time. */
const ran = new Set<string>()
/** All that readers prepared. */
const read = new Set<string>()
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

const expectNoScan = (work: () => void) => {
  ran.clear()
  work()
  const all = [...ran]
  expect(all.length).toBeGreaterThan(0)
  for (const sql of all) read.add(sql)
  expect(all.flatMap((sql) => scansOf({ sql, steps: stepsOf(db, sql) }).map((scan) => `${scan}: ${sql}`))).toEqual([])
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
  const kinds = directLookupKinds.filter((kind) => kind !== 'soundHistory')
  test.each(kinds)('of the look-up %s', (kind) => {
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
      columns.blocksFrom(2, 0, 1)
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
    for (const lookUp of [
      'users',
      'nameless',
      'takenIds',
      'handles',
      'handlesOf',
      'sounds',
      'places',
      'hashtags'
    ] as const) {
      await store[lookUp](['1'])
    }
    await store.hashtagsNamed(['cooking'])
    await store.posts(['1'])
    const plans = [...ran].map((sql) => ({ sql, steps: stepsOf(gathered, sql) }))
    expect(plans.length).toBe(10)
    expect(plans.flatMap(scansOf)).toEqual([])
    // With or without an id.
    expect(plans.flatMap(({ steps }) => steps)).toContain('SEARCH t USING INDEX sounds_by_key (<expr>=?)')
  })
})

/** Feeds of two ids of each thing, so that an import finds, adds, hides, shows, moves and joins. */
const feed = (count: number, version: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(7_000_000_000_000_000_000n + BigInt(index)),
    text: `caption number${index % 7} of ${version} #tag${index % 9}`,
    createTime: 1_600_000_000 + index,
    scrapedAt: `2026-05-0${version}T00:00:00Z`,
    // Accounts change their names and become private; every third is known by name alone.
    authorMeta: {
      ...(index % 3 === 0 ? {} : { id: String(900 + (index % 50)) }),
      name: `handle${(index + version) % 50}`,
      nickName: `nick${version}`,
      privateAccount: index % 50 === version
    },
    musicMeta: {
      ...(index % 4 === 0 ? {} : { musicId: String(1 + (index % 5)) }),
      musicName: `sound${(index % 5) + version}`,
      musicAuthor: 'a',
      musicOriginal: false
    },
    locationMeta: { locationName: `place${version}`, locationId: String(1 + (index % 5)) },
    hashtags: [{ id: version === 1 ? '' : String(5_000 + (index % 9)), name: `tag${index % 9}` }],
    playCount: index * version
  }))

/** What an earlier version left: row counts of one size for all indexes. */
const leaveStatistics = (path: string, rows: number) => {
  const written = new DatabaseSync(path)
  written.exec('ANALYZE')
  const counts = written.prepare(
    "SELECT m.tbl_name AS tbl, m.name AS idx, (SELECT count(*) FROM pragma_index_info(m.name)) AS keys FROM sqlite_schema m WHERE m.type = 'index'"
  )
  const add = written.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)')
  const indexes = counts.all()
  written.exec('DELETE FROM sqlite_stat1')
  for (const { tbl, idx, keys } of indexes) {
    const perKey = Array.from({ length: Number(keys) }, () => 1)
    add.run(String(tbl), String(idx), [rows, ...perKey].join(' '))
  }
  written.close()
}

describe('statements of an import go through no table for each record, however large the data set was before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-plans-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const feeds = [1, 2].map((version) => join(folder, `feed${version}.json`))
  for (const [index, file] of feeds.entries()) writeFileSync(file, JSON.stringify(feed(300, index + 1)))
  const one = join(folder, 'one.json')
  writeFileSync(one, JSON.stringify(feed(1, 1)))

  const generationIn = (asked: DatabaseSync) => asked.prepare('SELECT id FROM generation').all()

  const dataSets: [rows: string, make: (path: string) => unknown][] = [
    ['no rows', (path) => new DatasetWriter(path).finish()],
    ['one post', (path) => importFiles({ inputs: [one], path })],
    [
      'one post, with statistics of it',
      async (path) => {
        await importFiles({ inputs: [one], path })
        leaveStatistics(path, 1)
      }
    ],
    [
      '100,000 rows a table, with statistics of them',
      async (path) => {
        await importFiles({ inputs: [one], path })
        leaveStatistics(path, 100_000)
      }
    ]
  ]
  test.each(dataSets)('with %s', async (name, make) => {
    const path = join(folder, `${name}.db`)
    await make(path)
    const reader = new DatabaseSync(path, { readOnly: true, enableForeignKeyConstraints: false })
    try {
      expect(generationIn(reader)).toHaveLength(1)
      for (const input of feeds) {
        const steps: string[] = []
        const planned = await plansDuring(() =>
          importFiles({ inputs: [input], path, onProgress: (step) => void steps.push(step) })
        )
        expect(planned.length).toBeGreaterThan(100)
        expect(steps).toContain('columns')
        // What compares all rows does so once, at the beginning or the end.
        const often = planned.filter((statement) => statement.runs > 2 && scansOf(statement).length > 0)
        expect(often).toEqual([])
        // A reader that was there before finds the statistics gone with its next read.
        expect(generationIn(reader)).toHaveLength(1)
        const declared = [...read, ...tablesOfImports.flatMap(textsOf)]
        const plans = declared.map((sql) => ({ sql, steps: stepsOf(reader, sql) }))
        expect(plans.filter((plan) => scansOf(plan).length > 0)).toEqual([])
      }
    } finally {
      reader.close()
    }
  })

  test('and a data set is left without statistics, which are soon those of another size', async () => {
    const path = join(folder, 'made.db')
    const statistics = () => {
      const asked = new DatabaseSync(path, { readOnly: true })
      const tables = asked.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'").all()
      asked.close()
      return tables
    }
    new DatasetWriter(path).finish()
    expect(statistics()).toEqual([])
    for (const replaces of [true, false]) {
      await importFiles({ inputs: [one], path, replaces })
      expect(statistics()).toEqual([])
    }
  })
})

test('statements of recorded histories go through no table', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-plans-'))
  const path = join(folder, 'history.db')
  const sample = (key: string, at: number) =>
    ({ kind: 'posts', key, sample: { at, source: 0, values: [1, 2, 3, 4, 5, 6], rounded: 0, negative: 0 } }) as const
  const owner = ownerOf(new URL('https://a.example'), null)
  const planned = await plansDuring(async () => {
    const now = 1_780_000_000
    const writer = new HistoryWriter({ path, ...owner, maxBytes: 2 ** 20, maxDays: 30 }, now)
    writer.write([sample('1', now - 9_000_000), sample('2', now)], now)
    writer.write([sample('2', now + 100)], now + 100)
    const reader = new HistoryReader(path, owner)
    expect(reader.samples('posts', '2', 30, now + 100)).toHaveLength(2)
    reader.close()
    writer.close()
  })
  rmSync(folder, { recursive: true })
  expect(planned.length).toBeGreaterThan(8)
  expect(planned.flatMap(scansOf)).toEqual([])
})
