import type { Client } from 'pg'
import { statement } from '../../store/postgres/database.ts'
import { createTables, storeTables } from '../../store/postgres/schema.ts'
import { schemaName } from '../../store/postgres/version.ts'

/** Where an import makes a new data set, until it is complete; and the one whose place it took, until nobody reads that any more. */
export const nextSchema = `${schemaName}_next`
const formerSchema = `${schemaName}_former`

/** How long the tables of before are waited for, in milliseconds. */
const maxWaitMs = 5_000

const schemaNamed = statement('SELECT to_regnamespace($1) IS NOT NULL AS there')

export const isNextThere = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>(schemaNamed.text, [nextSchema])
  return rows[0]?.there === true
}

export const dropNext = async (client: Client): Promise<void> => {
  await client.query(`DROP SCHEMA IF EXISTS ${nextSchema} CASCADE`)
}

/** Within a transaction. Whatever is made then is made there. */
export const makeNext = async (client: Client, partitions: number): Promise<void> => {
  await client.query(`CREATE SCHEMA ${nextSchema}; SET LOCAL search_path = ${nextSchema}`)
  for (const sql of createTables(storeTables(), partitions)) await client.query(sql)
}

/** Whoever may read or write what is there may do so with what takes its place. */
const grants = statement(`SELECT format('GRANT %s ON %s TO %s', privilege_type, what,
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END) AS sql
  FROM (
    SELECT (aclexplode(nspacl)).*, 'SCHEMA ${nextSchema}' AS what FROM pg_namespace WHERE nspname = '${schemaName}'
    UNION ALL
    SELECT (aclexplode(relacl)).*, format('${nextSchema}.%I', relname) FROM pg_class
    WHERE relnamespace = '${schemaName}'::regnamespace AND relkind IN ('r', 'p', 'v')
  ) granted`)

/** Within a transaction. Whoever asks gets the one or the other, whole: the schemas exchange their names, for which nobody has to let go of a table. */
export const putNextInPlace = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ sql: string }>(grants)
  for (const { sql } of rows) await client.query(sql)
  await client.query(
    `ALTER SCHEMA ${schemaName} RENAME TO ${formerSchema}; ALTER SCHEMA ${nextSchema} RENAME TO ${schemaName}`
  )
}

/** Within none. What somebody still reads, for example to export it, goes with the next import. */
export const dropFormer = async (client: Client): Promise<void> => {
  await client
    .query(`BEGIN; SET LOCAL lock_timeout = ${maxWaitMs}; DROP SCHEMA IF EXISTS ${formerSchema} CASCADE; COMMIT`)
    .catch(() => client.query('ROLLBACK'))
}
