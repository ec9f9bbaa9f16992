import { statement } from '../../store/postgres/database.ts'
import type { Writing } from './writing.ts'

/** Tables that have grown by a factor since the planner last looked at them, or the tables that they are partitions of. Small ones are left out. */
const grown = statement(`SELECT DISTINCT coalesce(pg_partition_root(c.oid)::oid, c.oid)::regclass::text
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND c.relkind = 'r'
    AND pg_relation_size(c.oid) > current_setting('block_size')::bigint * (c.relpages * $1::float8 + 8)`)

/**
 * Lets the planner look at tables that have grown; statements of this connection are then planned anew. One that was planned for a nearly
 * empty table goes through all its rows for each key.
 */
export const analyzeGrown = async (writing: Writing, factor: number): Promise<void> => {
  const tables = await writing.rows(grown, factor)
  // The database quotes their names where they need it.
  if (tables.length > 0) await writing.run(`ANALYZE ${tables.map(([name]) => name).join(', ')}`)
}
