import { sampleDataHeader } from '../../core/sample-data.ts'
import type { Span } from '../../core/tracing.ts'
import { apiVersion } from '../../records/api-version.ts'
import type { ExactJson } from '../../records/exact-json.ts'
import type { PoolState } from '../pool-state.ts'
import { Calls, type CallsOptions } from './calls.ts'
import { type Answer, type Envelope, envelopeIn, errorCode, isObject, parsed } from './envelope.ts'
import { failed, Retryable, unavailable } from './faults.ts'
import { readFreshness } from './freshness.ts'
import { readRetryAfter } from './retries.ts'
import type { TransportAnswer } from './transport.ts'

type EndpointOptions = Pick<CallsOptions, 'url' | 'connections' | 'observe' | 'transport'> & {
  key: string | null
  /** Called when answers begin or cease to be of sample data. */
  onSampleData?: () => void
}

/** The first scan after a start reads all rows. */
const scanHeadersMs = 8_000

/** The upstream rejected an argument; it knows its own cursors. */
export class RefusedArgument extends Error {}

/** Calls to another deployment of the contract. */
export class UpstreamEndpoint {
  readonly #options: EndpointOptions
  readonly #calls: Calls
  /** State of the connection pool. */
  readonly poolState: () => PoolState
  /** Whether the latest answer was of sample data, as its header says. */
  isSampleData = false

  constructor(options: EndpointOptions) {
    this.#options = options
    const own = { accept: 'application/json', ...(options.key === null ? {} : { 'x-gateway-key': options.key }) }
    const withBody = { ...own, 'content-type': 'application/json' }
    this.#calls = new Calls({ ...options, headers: ({ body }) => (body === undefined ? own : withBody) })
    this.poolState = this.#calls.poolState
  }

  /** The answer of a success, or null for "not found". `path` is already encoded. */
  get(path: string, signal: AbortSignal, span: Span | null = null): Promise<Answer | null> {
    return this.#calls.send({ path, read: this.#noting(this.#readEnvelope) }, signal, span)
  }

  /** The JSON object of the graph's answer. Retries only if a busy upstream refused the query. */
  postQuery(body: string, signal: AbortSignal, span: Span | null = null, isScan = false): Promise<Envelope> {
    const read = this.#noting(this.#readQueryResult)
    const headersMs = isScan ? scanHeadersMs : undefined
    const call = { path: '/graphql', body, headersMs, read, isCostly: true, failsAlone: !isScan }
    return this.#calls.send(call, signal, span)
  }

  /** The public resource at a path, without the shared limits of calls; null unless successful. */
  async getPublic(path: string, signal: AbortSignal): Promise<string | null> {
    const { status, text } = await this.#calls.fetchOnce(path, signal)
    return status === 200 ? text : null
  }

  close(): Promise<void> {
    return this.#calls.close()
  }

  /** Wraps `read` to note whether the answer is of sample data. */
  #noting<T>(read: (answer: TransportAnswer) => T): (answer: TransportAnswer) => T {
    return (answer) => {
      const result = read(answer)
      const isSampleData = answer.header(sampleDataHeader) !== undefined
      if (isSampleData !== this.isSampleData) {
        this.isSampleData = isSampleData
        this.#options.onSampleData?.()
      }
      return result
    }
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
    // An error of the graph does not concern REST: only the graph may be closed to this key.
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
      const shown = unavailable(status === 429 ? 'limited' : 'busy', retryAfterMs ?? 1_000)
      return new Retryable(shown, retryAfterMs, status === 429)
    }
    return new Retryable(status === 504 ? failed('slow', 'UPSTREAM_TIMEOUT') : failed('contract'))
  }
}
