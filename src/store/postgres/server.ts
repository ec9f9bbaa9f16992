import pg from 'pg'
import type { Cells } from '../tables/columns.ts'
import { beginSnapshot, encoding, setAll, setUp } from './client.ts'
import type { QueryValue, Statement } from './database.ts'
import { faultOf, PostgresFault } from './faults.ts'
import { PreparedRead } from './read.ts'
import type { Snapshot } from './snapshot.ts'
import { checkVersion, schemaName, versionOf } from './version.ts'

export type PostgresServerOptions = {
  url: string
  maxConnections: number
  /** Maximum size of a page in bytes. */
  maxPageBytes: number
  /** Names the snapshot that all connections read; by default each statement sees the newest data. */
  snapshot?: Snapshot['share'] | undefined
}

/** Statement timeout enforced by the database. */
const statementMs = 2_000
/** A server that does not respond at all is given up a little later. */
const answerMs = statementMs + 500
/** Also the maximum wait for a connection. */
const connectMs = 1_000
/** Maximum number of reads waiting for a connection; more would wait in vain. */
const maxWaiting = 512
/** How long an abandoned statement may run before its connection is dropped: nearly all finish, and a new connection costs more. */
const lingerMs = 100

/**
 * Session settings. Plans must use indexes and stop after a page, whatever the table statistics are: sorting a whole list suits only short
 * lists. Statements do not run in parallel, which keeps the order of rows. The database checks every quarter of a second whether the client
 * has disconnected, and cancels its statement.
 */
const session = {
  statement_timeout: `${statementMs}`,
  lock_timeout: '0',
  idle_session_timeout: '0',
  bytea_output: 'hex',
  search_path: schemaName,
  client_connection_check_interval: '250',
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_incremental_sort: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off'
}
export const openReading = `SELECT ${encoding}, ${setAll(session)}`

/** One PostgreSQL server and its connection pool. */
export class Server {
  readonly #pool: pg.Pool
  readonly #maxPageBytes: number
  readonly #isSnapshot: boolean
  running = 0

  constructor({ url, maxConnections, maxPageBytes, snapshot }: PostgresServerOptions) {
    this.#maxPageBytes = maxPageBytes
    this.#isSnapshot = snapshot !== undefined
    this.#pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'clipgraph',
      // Awaited by the pool, though its declaration lacks it.
      onConnect: (client) => opened(client, snapshot)
    })
    // Broken idle connections are replaced when needed.
    this.#pool.on('error', () => {})
    // A running statement receives the error; without a listener the process would end.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  get state(): { connected: number; free: number; running: number; queued: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { connected: totalCount, free: idleCount, running: totalCount - idleCount, queued: waitingCount }
  }

  /** Rows of one statement. Throws a `PostgresFault`, or the signal's reason. */
  async rows(statement: Statement, values: readonly QueryValue[], signal: AbortSignal): Promise<readonly Cells[]> {
    signal.throwIfAborted()
    if (this.#pool.waitingCount >= maxWaiting) throw new PostgresFault('busy')
    this.running += 1
    try {
      return await this.#answer(statement, values, signal)
    } catch (error) {
      throw signal.aborted ? signal.reason : (faultOf(error) ?? error)
    } finally {
      this.running -= 1
    }
  }

  /**
   * Runs a statement on its own connection. Returns the connection to the pool, or drops it if the answer is missing or no longer wanted.
   */
  #answer(statement: Statement, values: readonly QueryValue[], signal: AbortSignal): Promise<readonly Cells[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Cells[]>()
    let client: pg.PoolClient | undefined
    let timer: NodeJS.Timeout | undefined
    let lingering: NodeJS.Timeout | undefined
    const give = (isUsable: boolean) => {
      client?.release(!isUsable)
      client = undefined
    }
    const left = () => {
      reject(signal.reason)
      if (client !== undefined) lingering = setTimeout(give, lingerMs, false)
    }
    const ended = () => {
      clearTimeout(timer)
      clearTimeout(lingering)
      signal.removeEventListener('abort', left)
    }
    signal.addEventListener('abort', left, { once: true })
    this.#pool.connect((failure, connected) => {
      client = connected
      // A connection that arrives too late goes to the next waiting read.
      if (client === undefined || signal.aborted) {
        ended()
        give(true)
        reject(failure)
        return
      }
      timer = setTimeout(() => {
        reject(new PostgresFault('silent'))
        give(false)
      }, answerMs)
      client.query(
        new PreparedRead(statement, values, this.#maxPageBytes, (error, rows) => {
          ended()
          // A server that announces a shutdown closes the connection right after. An error ends the transaction of a snapshot.
          give(error === null || (!this.#isSnapshot && faultOf(error)?.isOfServer !== true))
          if (error === null) resolve(rows)
          else reject(error)
        })
      )
    })
    return promise
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
  }
}

/** Prepares a new connection. Connections to a server with other tables are rejected. */
const opened = async (client: pg.ClientBase, snapshot: PostgresServerOptions['snapshot']): Promise<void> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new PostgresFault('silent')), connectMs)
  try {
    if (snapshot !== undefined) await setUp(client)
    await Promise.race([late, setUp(client, openReading)])
    checkVersion(await Promise.race([late, versionOf(client)]))
    if (snapshot !== undefined) await client.query(`${beginSnapshot}; SET TRANSACTION SNAPSHOT '${await snapshot()}'`)
  } finally {
    clearTimeout(timer)
  }
}
