import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { migrateData } from '../src/ingest/migrations/migrate.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { openFile } from '../src/store/sqlite/data-file.ts'
import { schemaVersion } from '../src/store/tables/schema-version.ts'
import { formerFeeds } from './data-versions/feed.ts'
import { dump } from './dump.ts'
import { connectTo, createDatabase, hasNoPostgres, onPostgres } from './own-postgres.ts'

/** Data sets of former versions, as those made them (`data-versions/make.ts`). */

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

const versions = [2]
const formerSql = (version: number, store: 'sqlite' | 'postgres') =>
  readFileSync(join(import.meta.dirname, `data-versions/version-${version}.${store}.sql`), 'utf8')

const newPath = () => join(folder, `${randomUUID()}.db`)
const formerFile = (version: number): string => {
  const path = newPath()
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  db.exec(`BEGIN; ${formerSql(version, 'sqlite')} COMMIT`)
  db.close()
  return path
}
const silent = () => {}
const migrateFile = (path: string, onProgress: Parameters<typeof migrateData>[1] = silent) =>
  migrateData({ kind: 'sqlite', path }, onProgress)

/** Imports the feeds one by one, as they were imported then. */
const importFeeds = async (path: string): Promise<void> => {
  for (const [name, content] of Object.entries(formerFeeds)) {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(content))
    await importFiles({ inputs: [file], path })
  }
}
const fresh = async (): Promise<string> => {
  const path = newPath()
  await importFeeds(path)
  const db = new DatabaseSync(path)
  // Sources are named as they were given.
  db.prepare('UPDATE sources SET name = substr(name, ?)').run(folder.length + 2)
  db.close()
  return path
}
const reading = <T>(path: string, read: (db: DatabaseSync) => T): T => {
  const db = openFile(path)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** Tables with their columns, and indexes with what they are of. The order of columns is free: new ones come last in a data set that had others. */
const layoutOf = (db: DatabaseSync) => ({
  columns: db
    .prepare(`SELECT m.name AS of, c.name, c.type, c."notnull", c.dflt_value, c.pk FROM sqlite_schema m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, 2`)
    .all(),
  indexes: db
    .prepare(`SELECT m.tbl_name AS of, m.name, i."unique", i.origin, i.partial, group_concat(coalesce(c.name, '()')) AS columns
      FROM sqlite_schema m JOIN pragma_index_list(m.tbl_name) i ON i.name = m.name, pragma_index_info(m.name) c
      WHERE m.type = 'index' AND m.name NOT LIKE 'sqlite_%' GROUP BY m.name ORDER BY 1, 2`)
    .all(),
  views: db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY name").all()
})

describe.each(versions)('a data set with tables of version %i', (version) => {
  test('has those of this version when it is migrated, and all that it had', async () => {
    const path = formerFile(version)
    expect(() => openFile(path)).toThrow(
      `${path} has tables of version ${version}, and this clipgraph reads version ${schemaVersion}; bring it there with`
    )
    expect(await migrateFile(path)).toBe(true)
    const imported = await fresh()
    expect(reading(path, layoutOf)).toEqual(reading(imported, layoutOf))
    expect(reading(path, dump)).toEqual(reading(imported, dump))
    expect(readdirSync(folder).filter((name) => join(folder, name).startsWith(path))).toEqual([basename(path)])
    expect(await migrateFile(path)).toBe(false)
  })

  test.skipIf(hasNoPostgres)('has them in PostgreSQL likewise', async () => {
    const [former, imported] = await Promise.all([createDatabase(), createDatabase()])
    try {
      const client = await connectTo(former.url)
      await client.query(formerSql(version, 'postgres'))
      await client.end()
      expect(await migrateData({ kind: 'postgres', urls: [former.url] }, silent)).toBe(true)
      await migrate(imported.url, 0)
      await importFeeds(imported.url)
      for (const sql of [columnsSql, indexesSql]) {
        expect(await onPostgres(former.url, sql)).toEqual(await onPostgres(imported.url, sql))
      }
      expect(await migrateData({ kind: 'postgres', urls: [former.url] }, silent)).toBe(false)
    } finally {
      await former.close()
      await imported.close()
    }
  })
})

const columnsSql = `SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default
  FROM information_schema.columns WHERE table_schema = 'clipgraph' ORDER BY 1, 2`
const indexesSql = `SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'clipgraph' ORDER BY 1, 2`
