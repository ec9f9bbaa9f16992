import type { ClientBase } from 'pg'
import { numberOf, schemaVersion } from '../tables/schema-version.ts'
import { statement } from './database.ts'
import { PostgresFault } from './faults.ts'

/** Schema of all tables. Statements do not name it: it is first in the search path. */
export const schemaName = 'clipgraph'

export const versionTable = 'store_version'

/** Before tables had version numbers, each state of the tables had a hash and version 3. */
export const storedNumber = `CASE WHEN version = 3 AND tables <> 3 THEN tables ELSE version END::text AS version`

const version = statement(`SELECT ${storedNumber} FROM ${versionTable}`)

/** Version number of the tables; 0 for tables that no migration step begins at. */
export const versionOf = async (client: Pick<ClientBase, 'query'>): Promise<number> => {
  const { rows } = await client.query<{ version: string }>(version.text)
  const [row] = rows
  if (row === undefined) throw new PostgresFault('unmade')
  return numberOf(Number(row.version)) ?? 0
}

/** Throws the fault for tables this version cannot read. */
export const checkVersion = (version: number): void => {
  if (version > schemaVersion) throw new PostgresFault('newer')
  if (version < schemaVersion) throw new PostgresFault('older')
}
