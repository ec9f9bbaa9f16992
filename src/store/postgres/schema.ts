import { DatabaseSync } from 'node:sqlite'
import { indexes, tables, views } from '../tables/schema.ts'
import { schemaVersion } from '../tables/schema-version.ts'
import { searchIndexes } from '../tables/search-indexes.ts'
import { versionTable } from './version.ts'

/**
 * The tables of the embedded data in PostgreSQL. They are declared once, for SQLite; columns, keys and indexes are read back from SQLite's
 * catalog. Text is compared by code point, as there.
 */
export type PostgresTable = {
  name: string
  columns: readonly { name: string; type: string; isNullable: boolean; fallback: string | null }[]
  keys: readonly { name: string; kind: 'PRIMARY KEY' | 'UNIQUE'; columns: readonly string[] }[]
  /** Statements that create the indexes other than keys. */
  indexes: readonly { name: string; sql: string }[]
}

const typeOf: Readonly<Record<string, string>> = {
  INTEGER: 'bigint',
  TEXT: 'text COLLATE "C"',
  REAL: 'double precision',
  BLOB: 'bytea'
}

/** The type of a column that is declared for SQLite. */
export const postgresType = (type: string): string => typeOf[type] ?? 'text COLLATE "C"'

/** Columns by which partitioned tables keep a creator's rows together. All their keys begin with it or include it. */
const partitionColumns: Readonly<Record<string, string>> = {
  all_posts: 'author_pk',
  reposts: 'user_pk',
  followers: 'user_pk'
}

export const storeTables = (): PostgresTable[] => {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(tables + indexes + searchIndexes)
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").all()
    return names.map(({ name }) => tableOf(db, String(name)))
  } finally {
    db.close()
  }
}

const tableOf = (db: DatabaseSync, name: string): PostgresTable => {
  const columns = db
    .prepare('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(name)
  const primary = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a.pk) - Number(b.pk))
  const listed = db.prepare('SELECT name, origin FROM pragma_index_list(?) ORDER BY seq DESC').all(name)
  const ofIndex = db.prepare('SELECT name FROM pragma_index_info(?) ORDER BY seqno')
  const unique = listed
    .filter(({ origin }) => origin === 'u')
    .map((index) => ofIndex.all(String(index.name)).map((column) => String(column.name)))
  const indexes = db.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL"
  )
  return {
    name,
    columns: columns.map((column) => ({
      name: String(column.name),
      type: postgresType(String(column.type)),
      isNullable: column.notnull === 0 && column.pk === 0,
      fallback: column.dflt_value === null ? null : String(column.dflt_value)
    })),
    keys: [
      ...(primary.length === 0
        ? []
        : [
            {
              name: `${name}_pkey`,
              kind: 'PRIMARY KEY' as const,
              columns: primary.map((column) => String(column.name))
            }
          ]),
      ...unique.map((key) => ({ name: `${name}_${key.join('_')}_key`, kind: 'UNIQUE' as const, columns: key }))
    ],
    indexes: indexes.all(name).map((index) => ({ name: String(index.name), sql: String(index.sql) }))
  }
}

/** Statements name no schema: it is first in the search path. */

/** Tables without keys and indexes. `partitions`: number of partitions of creator tables; 0 for none. */
const createTable = ({ name, columns }: PostgresTable, partitions: number): string[] => {
  const by = partitions === 0 ? undefined : partitionColumns[name]
  const definitions = columns.map(
    ({ name: column, type, isNullable, fallback }) =>
      `${column} ${type}${isNullable ? '' : ' NOT NULL'}${fallback === null ? '' : ` DEFAULT ${fallback}`}`
  )
  const parts = Array.from({ length: by === undefined ? 0 : partitions }, (_, part) => part)
  return [
    `CREATE TABLE ${name} (${definitions.join(', ')})${by === undefined ? '' : ` PARTITION BY HASH (${by})`}`,
    ...parts.map(
      (part) =>
        `CREATE TABLE ${name}_${part} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${part})`
    ),
    ...(uncompressed[name] ?? []).map((column) => `ALTER TABLE ${name} ALTER COLUMN ${column} SET STORAGE EXTERNAL`)
  ]
}

/** Columns with bytes that are small by themselves: compressing them makes each read slower. */
const uncompressed: Readonly<Record<string, readonly string[]>> = {
  column_chunks: ['data']
}

/** Whether a table is partitioned; COPY writes partitions one by one. */
export const isDivided = ({ name }: PostgresTable, partitions: number): boolean =>
  partitions > 0 && name in partitionColumns

/**
 * Keys of a table. Keys of a partitioned table include the partition column, because PostgreSQL cannot enforce uniqueness across
 * partitions. That column may be null, so such a key cannot be primary.
 */
export const addKeys = (table: PostgresTable, partitions: number): string[] => {
  const by = isDivided(table, partitions) ? partitionColumns[table.name] : undefined
  return table.keys.map(({ name, kind, columns }) => {
    const isWidened = by !== undefined && !columns.includes(by)
    const what = isWidened ? `UNIQUE NULLS NOT DISTINCT (${[...columns, by]})` : `${kind} (${columns})`
    return `ALTER TABLE ${table.name} ADD CONSTRAINT ${name} ${what}`
  })
}

/** Reverts `addKeys` and drops the indexes. */
export const dropKeys = ({ name, keys, indexes }: PostgresTable): string[] => [
  ...keys.map((key) => `ALTER TABLE ${name} DROP CONSTRAINT IF EXISTS ${key.name}`),
  ...indexes.map((index) => `DROP INDEX IF EXISTS ${index.name}`)
]

/**
 * A public view may be the only one a role can read. Its own conditions must run before those of a query, or a function in the query would
 * see hidden rows.
 */
export const withBarrier = (view: string): string =>
  view.replace(/^(CREATE VIEW public_\w+)/, '$1 WITH (security_barrier)')

/** All tables and their version. */
export const createTables = (tables: readonly PostgresTable[], partitions: number): string[] => [
  ...tables.flatMap((table) => [
    ...createTable(table, partitions),
    ...addKeys(table, partitions),
    ...table.indexes.map(({ sql }) => sql)
  ]),
  ...views.map(withBarrier),
  createVersion,
  `DELETE FROM ${versionTable}`,
  insertVersion(partitions)
]

export const createVersion = `CREATE TABLE IF NOT EXISTS ${versionTable} (version bigint NOT NULL, tables bigint NOT NULL, partitions bigint NOT NULL)`
const insertVersion = (partitions: number): string =>
  `INSERT INTO ${versionTable} VALUES (${schemaVersion}, ${schemaVersion}, ${partitions})`
