import { CircuitBreaker, consecutive } from '../../core/circuit-breaker.ts'
import type { Cells } from '../tables/columns.ts'
import { isMadeUp } from '../tables/schema.ts'
import { type QueryValue, type Statement, statement } from './database.ts'
import { PostgresFault } from './faults.ts'
import { type PostgresServerOptions, Server } from './server.ts'

/** A server was skipped or is used again. Servers are numbered by their position in DATA_URL, from 1. */
export type ServerEvent = { server: number; isLeftOut: boolean }

/** `generation`: of the newest data that the server is known to have; empty until it has answered. `hasFailed`: whether the latest read failed. */
type Watched = {
  server: Server
  breaker: CircuitBreaker
  generation: string
  isSampleData: boolean
  hasFailed: boolean
}

/** Consecutive failures after which a server is skipped, and the time until it is tried again. */
const mostFailures = 3
const tryAgainMs = 1_000
const nothing = statement('SELECT 1')
const generationNow = statement(`SELECT id, ${isMadeUp} FROM clipgraph.generation`, { hasGeneration: true })

export type ServersOptions = Omit<PostgresServerOptions, 'url'> & {
  urls: readonly string[]
  observe: (event: ServerEvent) => void
  /** Called when a server has other data than before. */
  onNewData: () => void
}

/**
 * Servers with the same data, which some of them have later than others. Each read goes to the least busy server; a failing server is skipped
 * until a background check succeeds.
 */
export class Servers {
  readonly #all: readonly Watched[]
  readonly #observe: (event: ServerEvent) => void
  readonly #onNewData: () => void
  readonly #trials = new Set<NodeJS.Timeout>()
  #turn = 0
  #isClosed = false

  constructor({ urls, observe, onNewData, ...options }: ServersOptions) {
    this.#observe = observe
    this.#onNewData = onNewData
    this.#all = urls.map((url, index) => this.#watched({ url, ...options }, index + 1))
  }

  get state() {
    const states = this.#all.map(({ server }) => server.state)
    const sum = (of: (state: Server['state']) => number) => states.reduce((all, state) => all + of(state), 0)
    return {
      connected: sum(({ connected }) => connected),
      free: sum(({ free }) => free),
      running: sum(({ running }) => running),
      queued: sum(({ queued }) => queued)
    }
  }

  /** Identifies the data of all servers. */
  get generation(): string {
    return [...new Set(this.#all.map(({ generation }) => generation))].filter((id) => id !== '').join(' ')
  }

  get isSampleData(): boolean {
    return this.#all.some(({ isSampleData }) => isSampleData)
  }

  /** Identifies the data that scans read: those of the first server that answers. */
  get scannedGeneration(): string {
    const first = this.#all.find((watched) => isAvailable(watched) && watched.generation !== '' && !watched.hasFailed)
    return (first ?? this.#all.find(isAvailable) ?? this.#all[0])?.generation ?? ''
  }

  /** Checks which data each server has. Rejects if none of them answers. */
  async look(signal: AbortSignal): Promise<void> {
    if (this.#all.length === 1) return void (await this.rows(generationNow, [], signal))
    const looks = this.#all.map(async (watched) => {
      if (!isAvailable(watched)) throw new PostgresFault('resting')
      await this.#run(watched, generationNow, [], signal)
    })
    await Promise.any(looks).catch(({ errors }: AggregateError) => Promise.reject(errors[0]))
  }

  /** Rows of one statement from any server. `isOfScan`: only from a server with the data that scans read. */
  async rows(
    statement: Statement,
    values: readonly QueryValue[],
    signal: AbortSignal,
    isOfScan = false
  ): Promise<readonly Cells[]> {
    let fault: PostgresFault | undefined
    const has = (watched: Watched) => !isOfScan || watched.generation === this.scannedGeneration
    const order = this.#inOrder().filter(has)
    const isAlone = order.length === 1
    // A single server is tried twice: an idle connection may have been closed.
    for (const watched of isAlone ? [...order, ...order] : order) {
      if (!isAvailable(watched)) continue
      try {
        const rows = await this.#run(watched, statement, values, signal)
        // The first server defines the data that scans read, even if it just turned out to have newer data.
        if (has(watched)) return rows
      } catch (error) {
        if (!(error instanceof PostgresFault) || !error.isElsewhere) throw error
        fault = error
        if (isAlone && fault.kind !== 'unreachable') break
      }
    }
    throw fault ?? new PostgresFault('resting')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const trial of this.#trials) clearTimeout(trial)
    await Promise.all(this.#all.map(({ server }) => server.close()))
  }

  async #run(watched: Watched, statement: Statement, values: readonly QueryValue[], signal: AbortSignal) {
    const { server, breaker, generation } = watched
    // The generation shows whether the data are sample data, which must be known before the server is used.
    if (generation === '' && statement !== generationNow) await this.#run(watched, generationNow, [], signal)
    const rows = await breaker
      .run(() => server.rows(statement, values, signal))
      .catch((error) => {
        if (error instanceof PostgresFault && error.isOfServer) watched.hasFailed = true
        throw error
      })
    watched.hasFailed = false
    if (statement.hasGeneration) watched.generation = String(rows[0]?.[0] ?? '')
    if (statement === generationNow) watched.isSampleData = rows[0]?.[1] === 1
    if (watched.generation !== generation) this.#onNewData()
    return rows
  }

  /** Available servers, least busy first; equally busy ones take turns. */
  #inOrder(): Watched[] {
    this.#turn = (this.#turn + 1) % this.#all.length
    return [...this.#all.slice(this.#turn), ...this.#all.slice(0, this.#turn)]
      .filter(isAvailable)
      .sort((a, b) => a.server.running - b.server.running)
  }

  #watched(options: PostgresServerOptions, place: number): Watched {
    let isLeftOut = false
    const breaker = new CircuitBreaker({
      newRule: consecutive(mostFailures),
      isFailure: (error) => error instanceof PostgresFault && error.isOfServer,
      halfOpenAfterMs: tryAgainMs,
      onChange: (state) => {
        if (state === 'open') this.#tryLater(watched)
        if (state === 'half-open' || isLeftOut === (state === 'open')) return
        isLeftOut = state === 'open'
        this.#observe({ server: place, isLeftOut })
      }
    })
    const watched: Watched = {
      server: new Server(options),
      breaker,
      generation: '',
      isSampleData: false,
      hasFailed: false
    }
    return watched
  }

  #tryLater({ server, breaker }: Watched): void {
    if (this.#isClosed) return
    const trial = setTimeout(() => {
      this.#trials.delete(trial)
      // The breaker evaluates the result.
      breaker.run(() => server.rows(nothing, [], new AbortController().signal)).catch(() => {})
    }, breaker.restMs).unref()
    this.#trials.add(trial)
  }
}

const isAvailable = ({ breaker }: Watched): boolean => breaker.state === 'closed'
