import pg from 'pg'
import { CommandError } from '../../core/errors.ts'
import { faultOf } from './faults.ts'
import { schemaName } from './version.ts'

const connectMs = 5_000

/** What went wrong, for people. Of what only this server has to say, such as that its disk is full, in its own words. */
export const told = (error: unknown): unknown => {
  const fault = faultOf(error)
  const isItsOwn = error instanceof pg.DatabaseError && (fault === null || fault.kind === 'unreachable')
  return isItsOwn
    ? new CommandError(`PostgreSQL gave up: ${error.message} (${error.code})`, { cause: error })
    : (fault ?? error)
}

/** A connection for those who make and fill tables. */
export const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'clipgraph',
    keepAlive: true
  })
  // What is under way hears of it.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return client
}

/** Does a piece of work in one transaction on a connection of its own. */
export const inTransaction = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  let client: pg.Client | undefined
  try {
    client = await connect(url)
    await client.query('BEGIN')
    // One at a time: who makes tables meets nobody else who does.
    await client.query(`SET LOCAL search_path = ${schemaName}; SELECT pg_advisory_xact_lock(hashtext('${schemaName}'))`)
    const done = await work(client)
    await client.query('COMMIT')
    return done
  } catch (error) {
    throw told(error)
  } finally {
    // What was not committed is gone with the connection.
    await client?.end().catch(() => {})
  }
}
