import pg from 'pg'
import { CommandError } from '../../core/errors.ts'
import type { Cells } from '../tables/columns.ts'
import { faultOf, PostgresFault } from './faults.ts'
import { checkVersion, schemaName, versionOf } from './version.ts'

const connectMs = 5_000

/** The encoding of the database, as a column. */
export const encoding = "current_setting('server_encoding') AS encoding"

/** Sets a session's settings, as columns. */
export const setAll = (settings: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)

/**
 * Settings for long work, which override those of the role and the database. Bytes are read as hexadecimal digits, arrays may have nulls. JIT
 * is off: plans forced to use indexes look expensive, and compiling one takes up to a hundred times as long as running it.
 */
const settings = { bytea_output: 'hex', array_nulls: 'on', jit: 'off' }
/** Timeouts to turn off: they suit short statements, and an import reads files between statements. Older servers lack some of them. */
const limits = [
  ...['statement_timeout', 'lock_timeout', 'transaction_timeout'],
  ...['idle_session_timeout', 'idle_in_transaction_session_timeout']
]
const openSession = `SELECT ${encoding}, ${setAll(settings)}, (
  SELECT count(set_config(name, '0', false)) FROM pg_settings WHERE name IN (${limits.map((name) => `'${name}'`)})
)`

/** Runs a statement that sets up a connection. Rejects encodings other than UTF-8, which lack characters of the data. */
export const setUp = async (client: Pick<pg.ClientBase, 'query'>, sql = openSession): Promise<void> => {
  const { rows } = await client.query<{ encoding: string }>(sql)
  if (rows[0]?.encoding !== 'UTF8') throw new PostgresFault('encoding')
}

/** The error with a message for users. Problems specific to the server, such as a full disk, keep their wording. */
export const describedError = (error: unknown): unknown => {
  const fault = faultOf(error)
  const isItsOwn =
    error instanceof pg.DatabaseError && (fault === null || fault.kind === 'unreachable' || fault.kind === 'slow')
  return isItsOwn
    ? new CommandError(`PostgreSQL gave up: ${error.message} (${error.code})`, { cause: error })
    : (fault ?? error)
}

export const beginSnapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** A connection for creating and filling tables. */
export const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'clipgraph',
    keepAlive: true
  })
  // Pending queries receive the error.
  client.on('error', () => {})
  try {
    await client.connect()
    await setUp(client)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return client
}

/** Rows of a statement over tables of this version, on its own connection. */
export const readRows = async (url: string, text: string): Promise<readonly Cells[]> => {
  let client: pg.Client | undefined
  try {
    client = await connect(url)
    await client.query(`SET search_path = ${schemaName}`)
    checkVersion(await versionOf(client))
    return (await client.query<Cells & unknown[]>({ text, rowMode: 'array' })).rows
  } catch (error) {
    throw describedError(error)
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Runs work in one transaction on its own connection. */
export const inTransaction = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  let client: pg.Client | undefined
  try {
    client = await connect(url)
    await client.query('BEGIN')
    // Locks out other creators of tables.
    await client.query(`SET LOCAL search_path = ${schemaName}; SELECT pg_advisory_xact_lock(hashtext('${schemaName}'))`)
    const done = await work(client)
    await client.query('COMMIT')
    return done
  } catch (error) {
    throw describedError(error)
  } finally {
    // Closing the connection rolls back.
    await client?.end().catch(() => {})
  }
}
