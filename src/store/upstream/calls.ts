import type { Awaitable } from '../../core/awaitable.ts'
import { type BreakerState, CircuitBreaker, shareOf } from '../../core/circuit-breaker.ts'
import { ApiError, asApiError } from '../../core/errors.ts'
import type { Span } from '../../core/tracing.ts'
import type { PoolState } from '../pool-state.ts'
import { hasFault, Renewable, Retryable, unanswered, unavailable } from './faults.ts'
import { fetchTransport } from './fetch-transport.ts'
import { backoffMs, RetryBudget, unlessAborted } from './retries.ts'
import type { Transport, TransportAnswer, UpstreamCall } from './transport.ts'
import { hasUndici, undiciTransport } from './undici-transport.ts'

type CallOutcome = 'ok' | 'not_found' | 'failed' | 'called_off'

/** Outcome of a call for logs and metrics, without URLs and bodies. */
export type UpstreamEvent =
  | { event: 'call'; outcome: CallOutcome; ms: number }
  | { event: 'retry' }
  | { event: 'breaker'; state: BreakerState }
  | { event: 'refused'; fault: 'key' | 'forbidden' | 'credentials' }
  | { event: 'graph'; isUsed: boolean; reason: string }

export type CallHeaders = Readonly<Record<string, string>>

/** `read`: returns the result of an answer, null for "not found"; throws `Retryable`, or another error if a retry would not help. */
type ReadCall<T> = UpstreamCall & {
  readonly read: (answer: TransportAnswer, sent: CallHeaders) => T
  /** Whether the call is retried only after a temporary refusal. */
  readonly isCostly?: boolean
  /** Whether the circuit breaker ignores its failure, because the caller then repeats the request in another way, which counts. */
  readonly failsAlone?: boolean
}

export type CallsOptions = {
  url: URL
  /** Connections at most. */
  connections: number
  observe: (event: UpstreamEvent) => void
  headers: (call: UpstreamCall) => Awaitable<CallHeaders>
  /** Counts each attempt before it is made; throws if no call is left. */
  spend?: ((call: UpstreamCall) => Awaitable<void>) | undefined
  /** Limits of an answer that differ from those for another deployment. */
  limits?: Partial<typeof callLimits>
  /** Chosen by runtime, except in tests. */
  transport?: typeof fetchTransport | undefined
}

/** Time and size of one call. */
const callLimits = {
  connectMs: 1_000,
  headersMs: 2_000,
  bodyMs: 3_000,
  // A page of a hundred posts has some hundred kilobytes. Reading more would delay other requests.
  answerBytes: 4 * 1024 * 1024
}
const maxRetries = 2
/** Longer retry delays are left to the client, with `Retry-After`. */
const longestWaitMs = 1_500
/** Pause after an error that every other call would get too. */
const refusedPauseMs = 5_000
/** An upstream with a success within this time refuses only some calls. */
const answeredLatelyMs = 1_000
export const breakerRules = { share: 0.5, calls: 20, seconds: 10, halfOpenAfterMs: 5_000 } as const

/** Calls to one upstream: time and size limits, a retry budget and a circuit breaker. */
export class Calls {
  readonly #options: CallsOptions
  readonly #transport: Transport
  readonly #prefix: string
  readonly #breaker: CircuitBreaker
  readonly #budget = new RetryBudget({ earnedPerCall: 0.1, maxSaved: 2 })
  /** State of the connection pool. */
  readonly poolState: () => PoolState
  /** Whether a trial call is running, or waits to be counted. */
  #isTrying = false
  #answeredAt = Number.NEGATIVE_INFINITY
  #pausedUntil = 0
  /** The error of calls during a pause. */
  #refusal = (leftMs: number): ApiError => unavailable('busy', leftMs)

  constructor(options: CallsOptions) {
    this.#options = options
    this.#prefix = options.url.pathname.replace(/\/+$/, '')
    const transport = options.transport ?? (hasUndici ? undiciTransport : fetchTransport)
    this.#transport = transport(options.url.origin, {
      ...callLimits,
      ...options.limits,
      connections: options.connections
    })
    this.poolState = this.#transport.state
    this.#breaker = new CircuitBreaker({
      newRule: shareOf(breakerRules),
      isFailure: (error) =>
        (error instanceof Retryable && !(error instanceof Renewable)) || hasFault(error, 'forbidden'),
      halfOpenAfterMs: breakerRules.halfOpenAfterMs,
      onChange: (state) => options.observe({ event: 'breaker', state })
    })
  }

  /** The answer of a success, or null for "not found". */
  async send<T>(call: ReadCall<T>, signal: AbortSignal, span: Span | null = null): Promise<T> {
    this.#budget.earn()
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(call, signal, span, attempt)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        if (!(error instanceof Retryable)) throw error
        if (call.isCostly === true && error.retryAfterMs === null) throw error.shown
        const waitMs = backoffMs(attempt) + (error.retryAfterMs === null ? 0 : error.retryAfterMs + 1)
        if (attempt >= maxRetries || waitMs > longestWaitMs) throw error.shown
        if (!(error instanceof Renewable) && !this.#budget.spend()) throw error.shown
        this.#options.observe({ event: 'retry' })
        await unlessAborted(new Promise((resolve) => setTimeout(resolve, waitMs)), signal)
      }
    }
  }

  /** An answer without the shared limits of calls. */
  async fetchOnce(path: string, signal: AbortSignal): Promise<TransportAnswer> {
    const headers = await this.#options.headers({ path })
    return this.#transport.send(this.#below({ path }), headers, signal, () => {})
  }

  /** The call with the base path prepended. */
  #below({ path, body, headersMs }: UpstreamCall): UpstreamCall {
    return { path: this.#prefix + path, body, headersMs }
  }

  async close(): Promise<void> {
    await this.#transport.close()
  }

  async #attempt<T>(call: ReadCall<T>, signal: AbortSignal, span: Span | null, resends: number): Promise<T> {
    // A caller that waited as long as required may return a fraction of a millisecond early.
    const pauseMs = Math.floor(this.#pausedUntil - performance.now())
    if (pauseMs > 0) throw this.#refusal(pauseMs)
    this.#refuseResting(this.#isTrying)
    if (this.#breaker.state === 'closed') return this.#call(call, signal, span, resends)
    // The trial's outcome matters to all callers, so it continues when its own caller aborts.
    this.#isTrying = true
    const trial = this.#call(call, new AbortController().signal, span, resends).finally(() => {
      this.#isTrying = false
    })
    return unlessAborted(trial, signal)
  }

  /** While a trial runs, other calls fail at once instead of waiting for it. */
  #refuseResting(isTrying = false): void {
    const { restMs } = this.#breaker
    if (restMs > 0 || isTrying) throw unavailable('resting', restMs > 0 && Number.isFinite(restMs) ? restMs : 1_000)
  }

  async #call<T>(call: ReadCall<T>, signal: AbortSignal, outer: Span | null, resends: number): Promise<T> {
    const { spend } = this.#options
    if (spend !== undefined) {
      await spend(call)
      // The breaker may have opened meanwhile.
      this.#refuseResting()
    }
    const began = performance.now()
    const observed = (outcome: CallOutcome) =>
      this.#options.observe({ event: 'call', outcome, ms: performance.now() - began })
    try {
      const answer = await this.#breaker.run(
        () =>
          outer === null
            ? this.#request(call, signal, null)
            : this.#traced(outer, call, resends, (span) => this.#request(call, signal, span)),
        call.failsAlone
      )
      observed(answer === null ? 'not_found' : 'ok')
      this.#answeredAt = performance.now()
      return answer
    } catch (error) {
      observed(error instanceof CalledOff ? 'called_off' : 'failed')
      if (error instanceof Retryable) {
        const { code, message, cause } = error.shown
        this.#pause(error.retryAfterMs, error.isForAll, (leftMs) =>
          code === 'RATE_LIMITED'
            ? new ApiError(code, message, { retryAfterSeconds: Math.ceil(leftMs / 1_000), cause })
            : unavailable('busy', leftMs)
        )
        // Only operators can change that.
      } else if (hasFault(error, 'key', 'version', 'credentials')) this.#pause(refusedPauseMs, false, () => error)
      throw error
    }
  }

  /** Pauses calls for as long as the upstream asks, unless it refused only this call. */
  #pause(forMs: number | null, isForAll: boolean, refusal: (leftMs: number) => ApiError): void {
    const now = performance.now()
    if (forMs === null || (!isForAll && now - this.#answeredAt <= answeredLatelyMs)) return
    // A call that began before the pause may be answered with a shorter one.
    if (now + forMs <= this.#pausedUntil) return
    this.#pausedUntil = now + forMs
    this.#refusal = refusal
  }

  /** One call as a trace span of the first requester. */
  async #traced<R>(
    outer: Span,
    { path, body }: UpstreamCall,
    resends: number,
    send: (span: Span) => Promise<R>
  ): Promise<R> {
    const method = body === undefined ? 'GET' : 'POST'
    const { origin, hostname, port } = this.#options.url
    const span = outer.begin(
      method,
      {
        'http.request.method': method,
        'server.address': hostname,
        // Cursors are long and useless to readers.
        'url.full': origin + this.#prefix + path.replace(/\?.*$/s, ''),
        ...(port === '' ? {} : { 'server.port': Number(port) }),
        ...(resends === 0 ? {} : { 'http.request.resend_count': resends })
      },
      'client'
    )
    try {
      return await send(span)
    } catch (error) {
      span.fail(error instanceof Retryable ? error.shown.code : asApiError(error).code)
      throw error
    } finally {
      span.end()
    }
  }

  async #request<T>(call: ReadCall<T>, signal: AbortSignal, span: Span | null): Promise<T> {
    let hasBegun = false
    let answer: TransportAnswer
    const own = await this.#options.headers(call)
    try {
      const headers = span === null ? own : { ...own, ...span.headers() }
      const onStatus = (status: number) => {
        hasBegun = true
        span?.set({ 'http.response.status_code': status })
      }
      answer = await this.#transport.send(this.#below(call), headers, signal, onStatus)
    } catch (cause) {
      throw signal.aborted ? new CalledOff() : unanswered(cause, hasBegun)
    }
    return call.read(answer, own)
  }
}

/** The last caller has aborted, which is no failure of the upstream. */
class CalledOff extends Error {}
