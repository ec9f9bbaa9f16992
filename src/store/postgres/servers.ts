import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError
} from 'cockatiel'
import type { Cells } from '../tables/columns.ts'
import { type Statement, statement, type Value } from './database.ts'
import { PostgresFault } from './faults.ts'
import { type PostgresServerOptions, Server } from './server.ts'

/** A server was skipped or is used again. Servers are numbered by their position in DATA_URL, from 1. */
export type ServerEvent = { server: number; isLeftOut: boolean }

type Watched = { server: Server; breaker: CircuitBreakerPolicy; place: number }

/** Consecutive failures after which a server is skipped, and the time until it is tried again. */
const mostFailures = 3
const tryAgainMs = 1_000
const nothing = statement('SELECT 1')

export type ServersOptions = {
  urls: readonly string[]
  maxConnections: number
  maxPageBytes: number
  observe: (event: ServerEvent) => void
}

/** Servers with the same data. Each read goes to the least busy one; a failing one is skipped until a background check succeeds. */
export class Servers {
  readonly #all: readonly Watched[]
  readonly #observe: (event: ServerEvent) => void
  readonly #trials = new Set<NodeJS.Timeout>()
  #turn = 0
  #isClosed = false

  constructor({ urls, observe, ...options }: ServersOptions) {
    this.#observe = observe
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

  /** Rows of one statement from any server. */
  async rows(statement: Statement, values: readonly Value[], signal: AbortSignal): Promise<readonly Cells[]> {
    let fault: PostgresFault | undefined
    const order = this.#inOrder()
    const isAlone = order.length === 1
    // A single server is tried twice: an idle connection may have been closed.
    for (const { server, breaker } of isAlone ? [...order, ...order] : order) {
      try {
        return await breaker.execute(() => server.rows(statement, values, signal))
      } catch (error) {
        if (isBrokenCircuitError(error)) continue
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

  /** Available servers, least busy first; equally busy ones take turns. */
  #inOrder(): Watched[] {
    this.#turn = (this.#turn + 1) % this.#all.length
    return [...this.#all.slice(this.#turn), ...this.#all.slice(0, this.#turn)]
      .filter(({ breaker }) => breaker.state === CircuitState.Closed)
      .sort((a, b) => a.server.running - b.server.running)
  }

  #watched(options: PostgresServerOptions, place: number): Watched {
    const breaker = circuitBreaker(
      handleWhen((error) => error instanceof PostgresFault && error.isOfServer),
      { halfOpenAfter: tryAgainMs, breaker: new ConsecutiveBreaker(mostFailures) }
    )
    const watched = { server: new Server(options), breaker, place }
    let isLeftOut = false
    breaker.onStateChange((state) => {
      if (state === CircuitState.Open) this.#tryLater(watched)
      if (state === CircuitState.HalfOpen || isLeftOut === (state === CircuitState.Open)) return
      isLeftOut = state === CircuitState.Open
      this.#observe({ server: place, isLeftOut })
    })
    return watched
  }

  #tryLater(watched: Watched): void {
    if (this.#isClosed) return
    const { server, breaker } = watched
    const trial = setTimeout(() => {
      this.#trials.delete(trial)
      // The breaker evaluates the result; a check that runs slightly early is not a trial.
      breaker
        .execute(() => server.rows(nothing, [], new AbortController().signal))
        .catch((error) => {
          if (isBrokenCircuitError(error)) this.#tryLater(watched)
        })
    }, tryAgainMs).unref()
    this.#trials.add(trial)
  }
}
