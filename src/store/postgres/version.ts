import type { ClientBase } from 'pg'
import { schemaVersion } from '../tables/schema.ts'
import { statement } from './database.ts'
import { PostgresFault } from './faults.ts'

/** Incremented with each release whose tables differ. */
export const storeVersion = 3

/** Version of existing tables; `tables` distinguishes states of one version during development. */
export type StoreVersion = { version: number; tables: number }

export const ownVersion: StoreVersion = { version: storeVersion, tables: schemaVersion }

/** Schema of all tables. Statements do not name it: it is first in the search path. */
export const schemaName = 'clipgraph'

export const versionTable = 'store_version'

const version = statement(`SELECT version::text, tables::text FROM ${versionTable}`)

/** Null when there are no tables of clipgraph. */
export const versionOf = async (client: Pick<ClientBase, 'query'>): Promise<StoreVersion> => {
  const { rows } = await client.query<{ version: string; tables: string }>(version.text)
  const [row] = rows
  if (row === undefined) throw new PostgresFault('unmade')
  return { version: Number(row.version), tables: Number(row.tables) }
}

/** Throws the fault for tables this version cannot read. */
export const checkVersion = ({ version, tables }: StoreVersion): void => {
  if (version > ownVersion.version) throw new PostgresFault('newer')
  if (version < ownVersion.version || tables !== ownVersion.tables) throw new PostgresFault('older')
}
