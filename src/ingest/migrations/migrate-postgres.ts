import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { placeOf } from '../../core/config/data-location.ts'
import { CommandError } from '../../core/errors.ts'
import { connect, describedError } from '../../store/postgres/client.ts'
import { statement } from '../../store/postgres/database.ts'
import { lockForImport } from '../../store/postgres/import-lock.ts'
import { storeOf } from '../../store/postgres/migrate.ts'
import { postgresType, storeTables, withBarrier } from '../../store/postgres/schema.ts'
import { schemaName, versionTable } from '../../store/postgres/version.ts'
import { views } from '../../store/tables/schema.ts'
import { schemaVersion } from '../../store/tables/schema-version.ts'
import type { OnProgress } from '../merge/merge-store.ts'
import { refreshDerived } from '../postgres/derived-refresh.ts'
import { dropNext } from '../postgres/replacing.ts'
import { Writing } from '../postgres/writing.ts'
import type { MigratedTables, MigrationStep } from './step.ts'
import { canStepFrom, stepsFrom } from './steps.ts'

const waitMs = 50

/** Whether there are tables, and whether this user may change them: they are its own, and the server takes writes. */
const state = statement(`SELECT c.oid IS NOT NULL AS there,
    coalesce(pg_has_role(c.relowner, 'USAGE'), false)
      AND NOT (pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on') AS owned
  FROM (SELECT to_regclass('${schemaName}.${versionTable}') AS oid) v LEFT JOIN pg_class c ON c.oid = v.oid`)

/**
 * Brings the tables in a PostgreSQL to those of this version, in one transaction, so that others read the old ones until its end. If several
 * processes start together, one migrates and the others wait. Does nothing if the tables are current, or if this user may not change the
 * tables; opening them reports that. Returns whether it migrated.
 */
export const migratePostgres = async (url: string, onProgress: OnProgress): Promise<boolean> => {
  let client: Client | undefined
  try {
    client = await connect(url)
    const { rows } = await client.query<{ there: boolean; owned: boolean }>(state.text)
    if (!rows[0]?.there || !rows[0].owned) return false
    await client.query(`SET search_path = ${schemaName}`)
    if (!(await isDue(client))) return false
    await lockOnceFree(client, placeOf(url), () => onProgress('waiting for another process that writes there', 0, 0))
    return await migrateLocked(client, onProgress)
  } catch (error) {
    throw describedError(error)
  } finally {
    // Closing the connection releases the lock, and rolls back.
    await client?.end().catch(() => {})
  }
}

const isDue = async (client: Client) => canStepFrom((await storeOf(client))?.version ?? null)

const lockOnceFree = async (client: Client, place: string, onWait: () => void): Promise<void> => {
  for (let waits = 0; ; waits += 1) {
    try {
      return await lockForImport(client, place)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
    }
    if (waits === 0) onWait()
    await pause(waitMs)
  }
}

const viewNames = statement(`SELECT quote_ident(relname) AS name FROM pg_class
  WHERE relnamespace = '${schemaName}'::regnamespace AND relkind = 'v'`)

/** Who may read the tables may read the new ones and the views, which are made anew. */
const grants = statement(`SELECT format('GRANT %s ON ALL TABLES IN SCHEMA ${schemaName} TO %s', privilege_type,
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END) AS sql
  FROM (SELECT (aclexplode(relacl)).* FROM pg_class WHERE oid = 'all_posts'::regclass) granted
  WHERE privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`)

const migrateLocked = async (client: Client, onProgress: OnProgress): Promise<boolean> => {
  // A new data set that an import left unfinished has the older tables.
  await dropNext(client)
  const writing = new Writing(client)
  const isDone = await writing.transaction(async () => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('${schemaName}'))`)
    const store = await storeOf(client)
    if (store === null || !canStepFrom(store.version)) return false
    await takeSteps(client, writing, stepsFrom(store.version), onProgress)
    return true
  })
  if (isDone) await client.query(`ANALYZE ${storeTables().map(({ name }) => name)}`)
  return isDone
}

const takeSteps = async (client: Client, writing: Writing, steps: readonly MigrationStep[], onProgress: OnProgress) => {
  const { rows: granted } = await client.query<{ sql: string }>(grants.text)
  const dropViews = async () => {
    const { rows: former } = await client.query<{ name: string }>(viewNames.text)
    for (const { name } of former) await client.query(`DROP VIEW IF EXISTS ${name} CASCADE`)
  }
  let hasViews = true
  const tables: MigratedTables = {
    async run(sql) {
      // Readers wait from the first change of a table that they read: not before there is one.
      if (hasViews && /^\s*(ALTER|DROP)/i.test(sql)) {
        hasViews = false
        await dropViews()
      }
      await writing.run(inPostgres(sql))
    },
    // Not prepared: each runs once.
    rows: (sql) => writing.rows({ name: '', text: sql, isPage: false, hasGeneration: false }),
    async insert(table, columns, rows) {
      writing.copy(table, columns, rows)
      await writing.done()
    }
  }
  for (const { number, what, run } of steps) {
    const onStep = (done: number, total: number) => onProgress(`version ${number}, ${what}`, done, total)
    onStep(0, 1)
    await run(tables, onStep)
  }
  await dropViews()
  for (const view of views) await client.query(withBarrier(view))
  if (steps.some(({ makesAnew }) => makesAnew)) await refreshDerived(writing, onProgress, { isWhole: true })
  await client.query(`UPDATE ${versionTable} SET version = ${schemaVersion}, tables = ${schemaVersion}`)
  for (const { sql } of granted) await client.query(sql)
}

/** Types and table options of PostgreSQL in a statement that makes or changes a table. */
const inPostgres = (sql: string): string =>
  /^\s*(CREATE|ALTER)\s+TABLE/i.test(sql)
    ? sql.replace(/\b(INTEGER|TEXT|REAL|BLOB)\b/g, postgresType).replace(/\)\s*STRICT(,\s*WITHOUT ROWID)?\s*$/, ')')
    : sql
