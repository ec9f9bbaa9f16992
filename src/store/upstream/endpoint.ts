import { type BreakerState, CircuitBreaker, shareOf } from '../../core/circuit-breaker.ts'
import { ApiError, asApiError } from '../../core/errors.ts'
import { sampleDataHeader } from '../../core/sample-data.ts'
import type { Span } from '../../core/tracing.ts'
import { apiVersion } from '../../records/api-version.ts'
import type { ExactJson } from '../../records/exact-json.ts'
import type { PoolState } from '../pool-state.ts'
import { type Answer, type Envelope, envelopeIn, errorCode, isObject, parsed } from './envelope.ts'
import { fetchTransport } from './fetch-transport.ts'
import { readFreshness } from './freshness.ts'
import { backoffMs, RetryBudget, readRetryAfter, unlessAborted } from './retries.ts'
import { Late, limits, scanHeadersMs, type Transport, type TransportAnswer, tooLargeCode } from './transport.ts'
import { hasUndici, undiciTransport } from './undici-transport.ts'

type CallOutcome = 'ok' | 'not_found' | 'failed' | 'called_off'

/** Outcome of a call for logs and metrics, without URLs and bodies. */
export type UpstreamEvent =
  | { event: 'call'; outcome: CallOutcome; ms: number }
  | { event: 'retry' }
  | { event: 'breaker'; state: BreakerState }
  | { event: 'refused'; fault: 'key' | 'forbidden' }
  | { event: 'graph'; isUsed: boolean; reason: string }

type EndpointOptions = {
  url: URL
  key: string | null
  /** Connections at most. */
  connections: number
  observe: (event: UpstreamEvent) => void
  /** Called when answers begin or cease to be of sample data. */
  onSampleData?: () => void
  /** By the runtime, unless a test names one. */
  transport?: typeof fetchTransport | undefined
}

/** The answer was unusable, and a retry may succeed. */
class Retryable extends Error {
  readonly shown: ApiError
  readonly retryAfterMs: number | null
  /** Whether it applies to every call with this key, not just this one. */
  readonly isForAll: boolean
  constructor(shown: ApiError, retryAfterMs: number | null = null, isForAll = false) {
    super(shown.message, { cause: shown.cause })
    this.shown = shown
    this.retryAfterMs = retryAfterMs
    this.isForAll = isForAll
  }
}

/** Upstream problems in words for operators. Clients never see them. */
const faults = {
  unreachable: 'nothing answers at DATA_URL',
  broken: 'what answers at DATA_URL breaks off in the middle',
  slow: 'what answers at DATA_URL is too slow',
  contract: 'what answers at DATA_URL does not speak this contract (/api/v1 of clipgraph)',
  version: `what answers at DATA_URL speaks another version of the contract than ${apiVersion}`,
  key: 'the upstream at DATA_URL refuses the key in UPSTREAM_KEY',
  forbidden: 'what answers at DATA_URL forbids calls (status 403)',
  busy: 'the upstream at DATA_URL asks to be left alone for a moment',
  limited: 'the upstream at DATA_URL limits how much may be asked with the key in UPSTREAM_KEY',
  resting: 'the upstream at DATA_URL failed too often just now and is left alone for a moment'
} as const

/** Why the upstream gave no usable answer, in one line, possibly with the system's message. */
export class UpstreamFault extends Error {
  readonly fault: keyof typeof faults
  constructor(fault: keyof typeof faults, options?: ErrorOptions) {
    const code = codeOf(options?.cause)
    super(code === null ? faults[fault] : `${faults[fault]} (${code})`, options)
    this.fault = fault
  }
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

const failed = (
  fault: keyof typeof faults,
  code: 'UPSTREAM_ERROR' | 'UPSTREAM_TIMEOUT' = 'UPSTREAM_ERROR',
  cause?: unknown
) => new ApiError(code, undefined, { cause: new UpstreamFault(fault, cause === undefined ? undefined : { cause }) })

const hasFault = (error: unknown, ...these: (keyof typeof faults)[]): error is ApiError =>
  error instanceof ApiError && error.cause instanceof UpstreamFault && these.includes(error.cause.fault)

/** The upstream rejected an argument; it knows its own cursors. */
export class RefusedArgument extends Error {}

const maxRetries = 2
/** Longer retry delays are left to the client, with `Retry-After`. */
const longestWaitMs = 1_500
/** Rest after an answer that no other call would get otherwise. */
const refusedPauseMs = 5_000
/** An upstream that answered within this time is overloaded only for some calls. */
const answeredLatelyMs = 1_000
export const breakerRules = { share: 0.5, calls: 20, seconds: 10, halfOpenAfterMs: 5_000 } as const

/** Calls to one upstream: time and size limits, a retry budget and a circuit breaker. */
export class UpstreamEndpoint {
  readonly #options: EndpointOptions
  readonly #transport: Transport
  readonly #prefix: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #breaker: CircuitBreaker
  readonly #budget = new RetryBudget({ earnedPerCall: 0.1, maxSaved: 2 })
  /** State of the connection pool. */
  readonly poolState: () => PoolState
  /** Whether the latest answer was of sample data, as its header says. */
  isSampleData = false
  #answeredAt = Number.NEGATIVE_INFINITY
  #pausedUntil = 0
  /** What calls get during a pause that the upstream did not ask for. */
  #refusal: ApiError | null = null

  constructor(options: EndpointOptions) {
    this.#options = options
    this.#prefix = options.url.pathname.replace(/\/+$/, '')
    const transport = options.transport ?? (hasUndici ? undiciTransport : fetchTransport)
    this.#transport = transport(options.url.origin, { ...limits, connections: options.connections })
    this.#headers = { accept: 'application/json', ...(options.key === null ? {} : { 'x-gateway-key': options.key }) }
    this.poolState = this.#transport.state
    this.#breaker = new CircuitBreaker({
      newRule: shareOf(breakerRules),
      isFailure: (error) => error instanceof Retryable || hasFault(error, 'forbidden'),
      halfOpenAfterMs: breakerRules.halfOpenAfterMs,
      onChange: (state) => options.observe({ event: 'breaker', state })
    })
  }

  /** The answer of a success, or null for "not found". `path` is already encoded. */
  get(path: string, signal: AbortSignal, span: Span | null = null): Promise<Answer | null> {
    return this.#send({ path, read: this.#readEnvelope }, signal, span)
  }

  /** The JSON object that the graph answers. Only what a busy upstream refused is asked again. */
  postQuery(body: string, signal: AbortSignal, span: Span | null = null, isScan = false): Promise<Envelope> {
    const query = { body, headersMs: isScan ? scanHeadersMs : limits.headersMs }
    return this.#send({ path: '/graphql', query, read: this.#readQueryResult }, signal, span)
  }

  /** What is public at a path, besides all limits that calls have in common; null for anything else than a success. */
  async getPublic(path: string, signal: AbortSignal): Promise<string | null> {
    const { status, text } = await this.#transport.send(this.#prefix + path, this.#headers, signal, () => {})
    return status === 200 ? text : null
  }

  async #send<T>(call: UpstreamCall<T>, signal: AbortSignal, span: Span | null): Promise<T> {
    this.#budget.earn()
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(call, signal, span, attempt)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        if (!(error instanceof Retryable)) throw error
        if (call.query !== undefined && error.retryAfterMs === null) throw error.shown
        const waitMs = backoffMs(attempt) + (error.retryAfterMs === null ? 0 : error.retryAfterMs + 1)
        if (attempt >= maxRetries || waitMs > longestWaitMs || !this.#budget.spend()) throw error.shown
        this.#options.observe({ event: 'retry' })
        await unlessAborted(new Promise((resolve) => setTimeout(resolve, waitMs)), signal)
      }
    }
  }

  async close(): Promise<void> {
    await this.#transport.close()
  }

  async #attempt<T>(call: UpstreamCall<T>, signal: AbortSignal, span: Span | null, resends: number): Promise<T> {
    const pauseMs = this.#pausedUntil - performance.now()
    if (pauseMs > 0) throw this.#refusal ?? unavailable('busy', pauseMs)
    const { restMs } = this.#breaker
    // While a trial runs, other calls fail at once instead of waiting for it.
    if (restMs > 0) throw unavailable('resting', Number.isFinite(restMs) ? restMs : 1_000)
    // A trial decides for everyone, so it goes on when its caller leaves.
    if (this.#breaker.state === 'closed') return this.#call(call, signal, span, resends)
    return unlessAborted(this.#call(call, new AbortController().signal, span, resends), signal)
  }

  async #call<T>(call: UpstreamCall<T>, signal: AbortSignal, outer: Span | null, resends: number): Promise<T> {
    const began = performance.now()
    const observed = (outcome: CallOutcome) =>
      this.#options.observe({ event: 'call', outcome, ms: performance.now() - began })
    try {
      const answer = await this.#breaker.run(() =>
        outer === null
          ? this.#request(call, signal, null)
          : this.#traced(outer, call, resends, (span) => this.#request(call, signal, span))
      )
      observed(answer === null ? 'not_found' : 'ok')
      this.#answeredAt = performance.now()
      return answer
    } catch (error) {
      observed(error instanceof CalledOff ? 'called_off' : 'failed')
      if (error instanceof Retryable) this.#pause(error.retryAfterMs, error.isForAll)
      // Only operators can change that.
      else if (hasFault(error, 'key', 'version')) this.#pause(refusedPauseMs, false, error)
      throw error
    }
  }

  /** Pauses calls for as long as the upstream asks, unless it refused only this call. */
  #pause(forMs: number | null, isForAll: boolean, refusal: ApiError | null = null): void {
    const now = performance.now()
    if (forMs === null || (!isForAll && now - this.#answeredAt <= answeredLatelyMs)) return
    this.#pausedUntil = now + forMs
    this.#refusal = refusal
  }

  /** One call as a trace span of the first requester. */
  async #traced<T>(
    outer: Span,
    { path, query }: UpstreamCall<T>,
    resends: number,
    send: (span: Span) => Promise<T>
  ): Promise<T> {
    const { origin, hostname, port } = this.#options.url
    const method = query === undefined ? 'GET' : 'POST'
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

  async #request<T>({ path, query, read }: UpstreamCall<T>, signal: AbortSignal, span: Span | null): Promise<T> {
    let hasBegun = false
    let answer: TransportAnswer
    try {
      const own = query === undefined ? this.#headers : { ...this.#headers, 'content-type': 'application/json' }
      const headers = span === null ? own : { ...own, ...span.headers() }
      const onStatus = (status: number) => {
        hasBegun = true
        span?.set({ 'http.response.status_code': status })
      }
      answer = await this.#transport.send(this.#prefix + path, headers, signal, onStatus, query)
    } catch (cause) {
      throw signal.aborted ? new CalledOff() : unanswered(cause, hasBegun)
    }
    const result = read(answer)
    const isSampleData = answer.header(sampleDataHeader) !== undefined
    if (isSampleData !== this.isSampleData) {
      this.isSampleData = isSampleData
      this.#options.onSampleData?.()
    }
    return result
  }

  readonly #readEnvelope = (answer: TransportAnswer): Answer | null => {
    const { status, text, header } = answer
    const envelope = envelopeIn(parsed(text))
    const code = errorCode(envelope)
    if (status === 200 && envelope !== null && envelope.error === null) {
      const { version } = envelope.meta as Envelope
      if (version !== apiVersion) throw failed('version')
      return { envelope, text, freshness: readFreshness(header('age'), header('cache-control')) }
    }
    if (status === 404 && code === 'NOT_FOUND') return null
    if (status === 400 && code === 'INVALID_PARAM') throw new RefusedArgument()
    throw this.#refusalIn(answer, code)
  }

  readonly #readQueryResult = (answer: TransportAnswer): Envelope => {
    const json = parsed(answer.text)
    if ((answer.status === 200 || answer.status === 400) && isObject(json)) return json
    // What is said of the graph says nothing of the rest: it may be closed to this key.
    const { status } = answer
    throw status >= 400 && status < 500 && status !== 429
      ? new RefusedArgument(`status ${status}`)
      : this.#refusalIn(answer, null)
  }

  #refusalIn({ status, header }: TransportAnswer, code: ExactJson): Error {
    if (status === 401 || status === 403) {
      // A firewall may forbid some calls only.
      const fault = status === 401 || code === 'SURFACE_NOT_ALLOWED' ? 'key' : 'forbidden'
      this.#options.observe({ event: 'refused', fault })
      return failed(fault)
    }
    const retryAfterMs = readRetryAfter(header('retry-after'))
    if (status === 429 || status === 503) {
      const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 1_000) / 1_000))
      const cause = new UpstreamFault(status === 429 ? 'limited' : 'busy')
      const shown = new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: seconds, cause })
      return new Retryable(shown, retryAfterMs, status === 429)
    }
    return new Retryable(status === 504 ? failed('slow', 'UPSTREAM_TIMEOUT') : failed('contract'))
  }
}

/** One call. `query`: what to POST; without it the call is a GET. `read` throws for an answer that is none. */
type UpstreamCall<T> = {
  path: string
  query?: { body: string; headersMs: number }
  read: (answer: TransportAnswer) => T
}

/** No caller waits any more. Says nothing about the upstream. */
class CalledOff extends Error {}

/** System and client error codes of an unreachable server; name lookup errors begin with EAI_. */
const unreachableCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTFOUND', 'UND_ERR_SOCKET'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL']
])

/** Classifies a call without a complete answer: failed before or after its head. */
const unanswered = (cause: unknown, hasBegun: boolean): Error => {
  const code = codeOf(cause) ?? ''
  if (cause instanceof Late) return new Retryable(failed('slow', 'UPSTREAM_TIMEOUT', cause))
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new Retryable(failed('unreachable', 'UPSTREAM_TIMEOUT', cause))
  // Larger than any answer of the contract; a retry would not help.
  if (code === tooLargeCode) return failed('contract', 'UPSTREAM_ERROR', cause)
  const isNotHttp = (cause instanceof Error && cause.name === 'HTTPParserError') || code === 'UND_ERR_HEADERS_OVERFLOW'
  if (isNotHttp) return new Retryable(failed('contract', 'UPSTREAM_ERROR', cause))
  if (hasBegun) return new Retryable(failed('broken', 'UPSTREAM_ERROR', cause))
  return new Retryable(
    unreachableCodes.has(code) || code.startsWith('EAI_')
      ? unavailable('unreachable', 1_000, cause)
      : // Something is there and cannot be spoken to: it has no valid certificate, for example.
        failed('unreachable', 'UPSTREAM_ERROR', cause)
  )
}

const unavailable = (fault: 'busy' | 'resting' | 'unreachable', forMs: number, cause?: unknown) =>
  new ApiError('UNAVAILABLE', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(forMs / 1_000)),
    cause: new UpstreamFault(fault, { cause })
  })
