import type { ClientBase } from 'pg'
import { schemaVersion } from '../tables/schema.ts'
import { statement } from './database.ts'
import { PostgresFault } from './faults.ts'

/** Raised by one with each release whose tables are others: the greater one is the newer. */
export const storeVersion = 2

/** Which tables there are: `tables` tells apart what has the same version while it is worked on. */
export type StoreVersion = { version: number; tables: number }

export const ownVersion: StoreVersion = { version: storeVersion, tables: schemaVersion }

/** Where everything is. Statements name no schema: it is the first of the search path. */
export const schemaName = 'clipgraph'

export const versionTable = 'store_version'

const version = statement(`SELECT version::text, tables::text FROM ${versionTable}`)

/** Null where there are no tables of clipgraph. */
export const versionOf = async (client: Pick<ClientBase, 'query'>): Promise<StoreVersion> => {
  const { rows } = await client.query<{ version: string; tables: string }>(version.text)
  const [row] = rows
  if (row === undefined) throw new PostgresFault('unmade')
  return { version: Number(row.version), tables: Number(row.tables) }
}

/** Throws the fault of tables that this version of clipgraph does not read. */
export const checkVersion = ({ version, tables }: StoreVersion): void => {
  if (version > ownVersion.version) throw new PostgresFault('newer')
  if (version < ownVersion.version || tables !== ownVersion.tables) throw new PostgresFault('older')
}
