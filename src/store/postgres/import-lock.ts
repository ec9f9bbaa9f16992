import type { Client } from 'pg'
import { CommandError } from '../../core/errors.ts'
import { statement } from './database.ts'

const key = "hashtext('clipgraph import')"

const take = statement(`SELECT pg_try_advisory_lock(${key}) AS taken`)
/** The time since which the lock is held. */
const holder = statement(`SELECT a.backend_start AS since FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.objid = (${key}::bigint & 4294967295)::oid`)

/** Prevents concurrent imports for as long as the connection lasts. Throws `CommandError` while another import holds the lock. */
export const lockForImport = async (client: Client, place: string): Promise<void> => {
  const { rows } = await client.query<{ taken: boolean }>(take)
  if (rows[0]?.taken) return
  const { rows: others } = await client.query<{ since: Date }>(holder)
  const since = others[0]?.since.toISOString()
  const when = since === undefined ? '' : ` since ${since}`
  throw new CommandError(`Another import into ${place} is running${when}: wait until it has finished.`)
}

/** Whether an import is running. */
export const isImporting = async (client: Client): Promise<boolean> => (await client.query(holder)).rows.length > 0
