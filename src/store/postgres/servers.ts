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
import { Server, type ServerOptions } from './server.ts'

/** A server was left out, or takes reads again. Servers are told by their place in DATA_URL, from 1. */
export type ServerEvent = { server: number; isLeftOut: boolean }

type Watched = { server: Server; breaker: CircuitBreakerPolicy; place: number }

/** Failures in a row after which a server is left out, and the time after which it is tried again. */
const mostFailures = 3
const tryAgainMs = 1_000
const nothing = statement('SELECT 1')

export type ServersOptions = {
  urls: readonly string[]
  maxConnections: number
  maxPageBytes: number
  observe: (event: ServerEvent) => void
}

/**
 * Servers that hold the same. Each read goes to the one with the least to do; one that fails is left out until it answers again, which is found
 * out beside the reads and never by one of them.
 */
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

  /** The rows of one statement, from whichever server answers. */
  async rows(statement: Statement, values: readonly Value[], signal: AbortSignal): Promise<readonly Cells[]> {
    let fault: PostgresFault | undefined
    const order = this.#inOrder()
    const isAlone = order.length === 1
    // Alone it is asked again: a connection may have ended behind the back of whoever kept it.
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

  /** Those that are not left out, the least busy first; of equally busy ones each is first in turn. */
  #inOrder(): Watched[] {
    this.#turn = (this.#turn + 1) % this.#all.length
    return [...this.#all.slice(this.#turn), ...this.#all.slice(0, this.#turn)]
      .filter(({ breaker }) => breaker.state === CircuitState.Closed)
      .sort((a, b) => a.server.running - b.server.running)
  }

  #watched(options: ServerOptions, place: number): Watched {
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
      // Whether it answers is for the breaker to hear, which then changes its state; a timer that is early by a moment is no trial.
      breaker
        .execute(() => server.rows(nothing, [], new AbortController().signal))
        .catch((error) => {
          if (isBrokenCircuitError(error)) this.#tryLater(watched)
        })
    }, tryAgainMs).unref()
    this.#trials.add(trial)
  }
}
