import type { Client } from 'pg'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import { numberOf, schemaVersion } from '../tables/schema-version.ts'
import { inTransaction } from './client.ts'
import { statement } from './database.ts'
import { createTables, createVersion, storeTables } from './schema.ts'
import { schemaName, storedNumber, versionTable } from './version.ts'

export type Migration = { version: number; partitions: number; isNew: boolean }

/**
 * Creates the tables in the schema `clipgraph`, in one transaction. Existing tables of this version are left alone; empty ones of another
 * version are recreated.
 */
export const migrate = (url: string, partitions: number | null): Promise<Migration> =>
  inTransaction(url, async (client) => {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schemaName}; ${createVersion}`)
    const there = await storeOf(client)
    const tables = storeTables()
    if (there !== null) {
      if (there.version > schemaVersion) {
        throw new CommandError(
          `the tables have version ${there.version}, and this clipgraph knows ${schemaVersion}: bring it up to date`
        )
      }
      const isSame = there.version === schemaVersion
      if (isSame && (partitions ?? there.partitions) === there.partitions) {
        return { version: there.version, partitions: there.partitions, isNew: false }
      }
      if (!(await isEmpty(client))) {
        throw new CommandError(
          isSame
            ? `the tables are divided into ${there.partitions} partitions and hold data: make others in another database`
            : `the tables were made by an older version of clipgraph and hold data: make new ones in another database, and fill them with: ${commandLine('copy FILE --into URL')}`
        )
      }
    }
    const parts = partitions ?? there?.partitions ?? 0
    // Views are dropped with their tables.
    for (const name of await tableNames(client)) await client.query(`DROP TABLE IF EXISTS ${name} CASCADE`)
    for (const sql of createTables(tables, parts)) await client.query(sql)
    return { version: schemaVersion, partitions: parts, isNew: true }
  })

const store = statement(`SELECT ${storedNumber}, partitions::text FROM ${versionTable}`)

/** Version of the existing tables; null without any. */
export const storeOf = async (client: Client): Promise<{ version: number; partitions: number } | null> => {
  const { rows } = await client.query<Record<'version' | 'partitions', string>>(store.text)
  const [row] = rows
  return row === undefined ? null : { version: numberOf(Number(row.version)) ?? 0, partitions: Number(row.partitions) }
}

/** Tables of any version. */
const tableNamesOf = statement(`SELECT quote_ident(relname) AS name FROM pg_class
  WHERE relnamespace = '${schemaName}'::regnamespace
    AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '${versionTable}'`)
const tableNames = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(tableNamesOf.text)
  return rows.map(({ name }) => name)
}

export const isEmpty = async (client: Client): Promise<boolean> => {
  for (const name of await tableNames(client)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`)
    if (rowCount !== 0) return false
  }
  return true
}
