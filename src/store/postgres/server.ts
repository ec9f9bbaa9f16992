import pg from 'pg'
import type { Cells } from '../tables/columns.ts'
import type { Statement, Value } from './database.ts'
import { faultOf, PostgresFault } from './faults.ts'
import { Read } from './read.ts'
import { checkVersion, schemaName, versionOf } from './version.ts'

export type ServerOptions = {
  url: string
  maxConnections: number
  /** Bytes the records of a page may have. */
  maxPageBytes: number
}

/** The server itself ends statements that take longer. */
const statementMs = 2_000
/** A server that says nothing at all is given up a little later. */
const answerMs = statementMs + 500
/** Also the longest that a read waits for a connection. */
const connectMs = 1_000
/** Reads that wait for a connection. Beyond that, more would only wait in vain. */
const maxWaiting = 512
/** A statement that nobody waits for may end by itself so long: nearly all do, and a new connection costs more than they. */
const lingerMs = 100

/**
 * Every statement goes along an index and ends after a page, whatever the figures about tables say at the moment: to read all of a list and sort it
 * is right for a short one only, and nobody knows how long a list is. A server hears within a quarter of a second that a connection was dropped, and ends what ran for it.
 */
const session = {
  statement_timeout: `${statementMs}`,
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
  jit: 'off'
}
export const openSession = `SELECT ${Object.entries(session).map(([name, value]) => `set_config('${name}', '${value}', false)`)}`

/** One PostgreSQL and the connections to it. */
export class Server {
  readonly #pool: pg.Pool
  readonly #maxPageBytes: number
  running = 0

  constructor({ url, maxConnections, maxPageBytes }: ServerOptions) {
    this.#maxPageBytes = maxPageBytes
    this.#pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'clipgraph',
      // Waited for, of which the declaration knows nothing.
      onConnect: opened
    })
    // An idle connection that ends is replaced when there is need of one.
    this.#pool.on('error', () => {})
    // What runs on a connection hears of its end; without anybody else listening the process would end too.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  get state(): { connected: number; free: number; running: number; queued: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { connected: totalCount, free: idleCount, running: totalCount - idleCount, queued: waitingCount }
  }

  /** The rows of one statement. Throws a `PostgresFault`, or the signal's reason. */
  async rows(statement: Statement, values: readonly Value[], signal: AbortSignal): Promise<readonly Cells[]> {
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
   * Runs it on a connection that nobody else uses, and gives that back, or drops it when the answer does not come or is not wanted any more.
   */
  #answer(statement: Statement, values: readonly Value[], signal: AbortSignal): Promise<readonly Cells[]> {
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
      // One that comes when nobody waits for it any more goes to the next who does.
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
        new Read(statement, values, this.#maxPageBytes, (error, rows) => {
          ended()
          // A server that says why it ends a connection says so a moment before it does.
          give(error === null || faultOf(error)?.isOfServer !== true)
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

/** What a new connection needs before its first read. One to a server with other tables is not taken. */
const opened = async (client: pg.ClientBase): Promise<void> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new PostgresFault('silent')), connectMs)
  try {
    await Promise.race([late, client.query(openSession)])
    checkVersion(await Promise.race([late, versionOf(client)]))
  } finally {
    clearTimeout(timer)
  }
}
