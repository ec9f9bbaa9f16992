import { ApiError } from '../../core/errors.ts'
import { sampleDataHeader } from '../../core/sample-data.ts'
import type { Span } from '../../core/tracing.ts'
import { apiVersion } from '../../records/api-version.ts'
import type { PoolState } from '../pool-state.ts'
import { Calls, type UpstreamEvent } from './calls.ts'
import { type Answer, type Envelope, envelopeIn, errorCode } from './envelope.ts'
import { failed, Retryable, readRetryAfter, UpstreamFault } from './faults.ts'
import type { fetchTransport } from './fetch-transport.ts'
import { readFreshness } from './freshness.ts'
import type { TransportAnswer } from './transport.ts'

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

/** The upstream rejected an argument; it knows its own cursors. */
export class RefusedArgument extends Error {}

/** Calls to another deployment of the contract. */
export class UpstreamEndpoint {
  readonly #options: EndpointOptions
  readonly #calls: Calls<Answer>
  /** State of the connection pool. */
  readonly poolState: () => PoolState
  /** Whether the latest answer was of sample data, as its header says. */
  isSampleData = false

  constructor(options: EndpointOptions) {
    this.#options = options
    const headers = { accept: 'application/json', ...(options.key === null ? {} : { 'x-gateway-key': options.key }) }
    const judge = (answer: TransportAnswer) => this.#read(answer)
    this.#calls = new Calls({ ...options, headers: () => headers, judge })
    this.poolState = this.#calls.poolState
  }

  /** The answer of a success, or null for "not found". `path` is already encoded. */
  get(path: string, signal: AbortSignal, span: Span | null = null): Promise<Answer | null> {
    return this.#calls.send({ path }, signal, span)
  }

  close(): Promise<void> {
    return this.#calls.close()
  }

  #read(answer: TransportAnswer): Answer | null {
    const envelope = this.#judge(answer)
    const isSampleData = answer.header(sampleDataHeader) !== undefined
    if (isSampleData !== this.isSampleData) {
      this.isSampleData = isSampleData
      this.#options.onSampleData?.()
    }
    if (envelope === null) return null
    const freshness = readFreshness(answer.header('age'), answer.header('cache-control'))
    return { envelope, text: answer.text, freshness }
  }

  #judge({ status, text, header }: TransportAnswer): Envelope | null {
    const envelope = readEnvelope(text)
    const code = errorCode(envelope)
    if (status === 200 && envelope !== null && envelope.error === null) {
      const { version } = envelope.meta as Envelope
      if (version === apiVersion) return envelope
      throw failed('version')
    }
    if (status === 404 && code === 'NOT_FOUND') return null
    if (status === 400 && code === 'INVALID_PARAM') throw new RefusedArgument()
    if (status === 401 || status === 403) {
      // A firewall may forbid some calls only.
      const fault = status === 401 || code === 'SURFACE_NOT_ALLOWED' ? 'key' : 'forbidden'
      this.#options.observe({ event: 'refused', fault })
      throw failed(fault)
    }
    const retryAfterMs = readRetryAfter(header('retry-after'))
    if (status === 429 || status === 503) {
      const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 1_000) / 1_000))
      const cause = new UpstreamFault(status === 429 ? 'limited' : 'busy')
      const shown = new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: seconds, cause })
      throw new Retryable(shown, retryAfterMs, status === 429)
    }
    throw new Retryable(status === 504 ? failed('slow', 'UPSTREAM_TIMEOUT') : failed('contract'))
  }
}

/** The envelope of a body; null when the body is something else, such as a web page. */
const readEnvelope = (text: string): Envelope | null => {
  try {
    return envelopeIn(JSON.parse(text))
  } catch {
    return null
  }
}
