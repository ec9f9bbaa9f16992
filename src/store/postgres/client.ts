import pg from 'pg'
import { CommandError } from '../../core/errors.ts'
import { faultOf } from './faults.ts'
import { schemaName } from './version.ts'

const connectMs = 5_000

/** An error message for users. What only this server can say, such as a full disk, keeps its wording. */
export const describedError = (error: unknown): unknown => {
  const fault = faultOf(error)
  const isItsOwn = error instanceof pg.DatabaseError && (fault === null || fault.kind === 'unreachable')
  return isItsOwn
    ? new CommandError(`PostgreSQL gave up: ${error.message} (${error.code})`, { cause: error })
    : (fault ?? error)
}

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
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return client
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
