import type { Client } from 'pg'
import { statement } from '../../store/postgres/database.ts'
import { createTables, storeTables } from '../../store/postgres/schema.ts'
import { schemaName } from '../../store/postgres/version.ts'

/** Schema of a new data set until it is complete, and of the replaced one until its last reader is gone. */
export const nextSchema = `${schemaName}_next`
const formerSchema = `${schemaName}_former`

/** How long to wait for the former tables, in milliseconds. */
const maxWaitMs = 5_000

const schemaNamed = statement('SELECT to_regnamespace($1) IS NOT NULL AS there')

export const isNextThere = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>(schemaNamed.text, [nextSchema])
  return rows[0]?.there === true
}

export const dropNext = async (client: Client): Promise<void> => {
  await client.query(`DROP SCHEMA IF EXISTS ${nextSchema} CASCADE`)
}

/** Runs in a transaction. New objects are created in that schema. */
export const makeNext = async (client: Client, partitions: number): Promise<void> => {
  await client.query(`CREATE SCHEMA ${nextSchema}; SET LOCAL search_path = ${nextSchema}`)
  for (const sql of createTables(storeTables(), partitions)) await client.query(sql)
}

/** Grants on the existing tables are copied to the new ones. */
const grants = statement(`SELECT format('GRANT %s ON %s TO %s', privilege_type, what,
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END) AS sql
  FROM (
    SELECT (aclexplode(nspacl)).*, 'SCHEMA ${nextSchema}' AS what FROM pg_namespace WHERE nspname = '${schemaName}'
    UNION ALL
    SELECT (aclexplode(relacl)).*, format('${nextSchema}.%I', relname) FROM pg_class
    WHERE relnamespace = '${schemaName}'::regnamespace AND relkind IN ('r', 'p', 'v')
  ) granted`)

/** Runs in a transaction. The schemas exchange names, which needs no table lock; readers see one or the other completely. */
export const putNextInPlace = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ sql: string }>(grants)
  for (const { sql } of rows) await client.query(sql)
  await client.query(
    `ALTER SCHEMA ${schemaName} RENAME TO ${formerSchema}; ALTER SCHEMA ${nextSchema} RENAME TO ${schemaName}`
  )
}

/** Runs outside a transaction. Tables that are still read, for example by an export, are dropped by the next import. */
export const dropFormer = async (client: Client): Promise<void> => {
  await client
    .query(`BEGIN; SET LOCAL lock_timeout = ${maxWaitMs}; DROP SCHEMA IF EXISTS ${formerSchema} CASCADE; COMMIT`)
    .catch(() => client.query('ROLLBACK'))
}
