import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { commandInProcess } from './command-in-process.ts'
import { findFixtures } from './fixtures.ts'
import { isLeftOut } from './ignored-terms.ts'

const duckdb = join(import.meta.dirname, 'duckdb/node_modules/@duckdb/node-api/lib/index.js')
const isMissing = isLeftOut(existsSync(duckdb), 'Parquet with DuckDB; install it: node packages/install.ts test/duckdb')

type Row = Readonly<Record<string, unknown>>
/** What this test uses of the package, which is installed apart, so that its own types are not always there. */
type DuckDB = {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection>; closeSync(): void }> }
}
type Connection = { runAndReadAll(sql: string): Promise<{ getRowObjectsJS(): Row[] }>; closeSync(): void }

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-duckdb-'))
const fixtures = isMissing ? null : findFixtures()
const known = (kind: 'user' | 'sound') => fixtures?.known[kind][0] ?? ''

describe.skipIf(isMissing)('DuckDB reads exported Parquet', () => {
  let connection: Connection
  const closing: (() => void)[] = [() => rmSync(folder, { recursive: true })]
  beforeAll(async () => {
    const { DuckDBInstance } = (await import(duckdb)) as DuckDB
    const database = await DuckDBInstance.create(':memory:')
    connection = await database.connect()
    closing.unshift(
      () => connection.closeSync(),
      () => database.closeSync()
    )
  })
  afterAll(() => {
    for (const close of closing) close()
  })

  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS()
  const exported = async (what: string, file: string) => {
    const from = `sqlite:${process.env.TEST_DATASET ?? inject('defaultDataset')}`
    const { code, stderr } = await commandInProcess(
      `export ${what} --from ${from} --unknown empty --limit 2000 --out ${file}`,
      folder
    )
    expect([code, stderr]).toEqual([0, expect.anything()])
    return join(folder, file)
  }

  /** A value of DuckDB as NDJSON has it. Counts fit into a double; lists are JSON. */
  const plain = (value: unknown, type: string) => {
    if (value instanceof Date) return value.getTime() / 1_000
    if (typeof value === 'bigint') return Number(value)
    return type === 'JSON' && typeof value === 'string' ? JSON.parse(value) : value
  }

  test.each([
    ...['posts', 'users', 'sounds', `sound:${known('sound')}`],
    ...['posts', 'followers'].map((list) => `user:${known('user')}/${list}`)
  ])('of %s with equal values, of types that say what they are', async (what) => {
    const lines = readFileSync(await exported(what, 'rows.ndjson'), 'utf8')
      .trim()
      .split('\n')
    const expected = lines.map((line): Row => JSON.parse(line))
    const file = await exported(what, 'rows.parquet')
    const described = await ask(`DESCRIBE SELECT * FROM '${file}'`)
    const types = new Map(described.map(({ column_name: name, column_type: type }) => [String(name), String(type)]))
    const rows = await ask(`SELECT * FROM '${file}'`)
    expect(rows.map((row) => mapped(row, (value, name) => plain(value, types.get(name) ?? '')))).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
    if (what === 'posts') expect(rows[0]).toMatchObject({ created_at: expect.any(Date), cover_url: null })
    for (const [name, type] of types) {
      if (/(^|_)id$/.test(name)) expect([name, type]).toEqual([name, 'VARCHAR'])
      if (/_at$/.test(name)) expect([name, type]).toEqual([name, 'TIMESTAMP'])
    }
    rmSync(join(folder, 'rows.ndjson'))
    rmSync(file)
  })
})

const mapped = (row: Row, map: (value: unknown, name: string) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, map(value, name)]))
