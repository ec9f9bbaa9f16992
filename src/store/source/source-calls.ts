import { LRUCache } from 'lru-cache'
import { ApiError } from '../../core/errors.ts'
import { SingleFlight } from '../../core/single-flight.ts'
import type { Span } from '../../core/tracing.ts'
import type { PoolState } from '../pool-state.ts'
import { type CallHeaders, Calls, type UpstreamEvent } from '../upstream/calls.ts'
import { failed, Renewable, Retryable, UpstreamFault } from '../upstream/faults.ts'
import { readRetryAfter } from '../upstream/retries.ts'
import type { TransportAnswer, UpstreamCall } from '../upstream/transport.ts'
import { type Access, openAccess, type Secrets } from './access.ts'
import type { Budget } from './budget.ts'
import type { SourceReader } from './reader.ts'
import type { SourceTable } from './table.ts'
import { valueAt } from './template.ts'

/** `isForValue`: whether the call is made for a value that other calls need, not for its records. */
export type SourceCall = UpstreamCall & { readonly isList: boolean; readonly isForValue?: boolean }
/** `isCached`: whether its records were received before. */
export type SourceAnswer = { readonly json: unknown; readonly ageMs: number; readonly isCached: boolean }

export type SourceCallsOptions = {
  table: SourceTable
  /** Base address, which may replace that of the table. */
  url: URL
  secrets: Secrets
  reader: SourceReader
  budget: Budget | null
  connections: number
  observe: (event: UpstreamEvent) => void
  now: () => number
}

/** Vendors are slower than another deployment, and pages of them are larger. */
const limits = { connectMs: 3_000, headersMs: 8_000, bodyMs: 8_000, answerBytes: 16 * 2 ** 20 }

/** Calls to a source. Equal calls share one answer while it is pending or fresh, because pages of clients overlap those of the source. */
export class SourceCalls {
  readonly #options: SourceCallsOptions
  readonly #access: Access
  readonly #calls: Calls
  readonly #recent = new LRUCache<string, { readonly text: string; readonly at: number; hasGiven: boolean }>({
    maxSize: limits.answerBytes,
    sizeCalculation: ({ text }) => text.length
  })
  readonly #flights = new SingleFlight<SourceAnswer | null>()
  readonly poolState: () => PoolState

  constructor(options: SourceCallsOptions) {
    const { url, connections, observe, budget } = options
    this.#options = options
    // Calls for a token are not calls for data, and are not counted.
    const observeAccess = (event: UpstreamEvent) => {
      if (event.event !== 'call') observe(event)
    }
    this.#access = openAccess(options.table.auth, { ...options, observe: observeAccess })
    this.#calls = new Calls({
      ...{ url, connections, observe, limits },
      headers: async ({ body }) => ({
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(await this.#access.headers())
      }),
      // Gets the token, which is not counted, before counting the call.
      spend: async (call) => {
        await this.#access.headers()
        await budget?.take('isList' in call && call.isList === true)
      }
    })
    this.poolState = this.#calls.poolState
  }

  /** The JSON of an answer, at most `maxAgeMs` old; null for "not found". */
  async ask(call: SourceCall, maxAgeMs: number, signal: AbortSignal, span: Span | null): Promise<SourceAnswer | null> {
    const key = `${call.path}\0${call.body ?? ''}`
    const known = this.#recent.get(key)
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : this.#options.now() - known.at
    if (known !== undefined && ageMs >= 0 && ageMs < maxAgeMs) {
      const isCached = known.hasGiven
      known.hasGiven ||= call.isForValue !== true
      return { json: this.#options.reader.parse(known.text), ageMs, isCached }
    }
    const [answer] = this.#flights.join([key], signal, async (_, shared) => [this.#send(key, call, shared, span)])
    return answer as Promise<SourceAnswer | null>
  }

  async #send(key: string, call: SourceCall, signal: AbortSignal, span: Span | null): Promise<SourceAnswer | null> {
    const { query } = this.#access
    const path = query === '' ? call.path : `${call.path}${call.path.includes('?') ? '&' : '?'}${query}`
    const found = await this.#calls.send({ ...call, path, read: this.#judge }, signal, span)
    if (found === null) return null
    this.#recent.set(key, { text: found.text, at: this.#options.now(), hasGiven: call.isForValue !== true })
    return { json: found.json, ageMs: 0, isCached: false }
  }

  async close(): Promise<void> {
    await Promise.all([this.#calls.close(), this.#access.close()])
  }

  readonly #judge = ({ status, text, header }: TransportAnswer, sent: CallHeaders) => {
    const { reader, table, budget, observe } = this.#options
    const { errors } = table
    const json = reader.parse(text)
    const code = errors === undefined || json === undefined ? undefined : valueAt(json, errors.path)
    const isOneOf = (codes: readonly unknown[] = []) => codes.some((known) => String(known) === String(code))
    const retryAfterMs = readRetryAfter(header('retry-after')) ?? 1_000
    if (isOneOf(errors?.exhausted)) {
      const behindMs = budget?.behindMs ?? 0
      if (behindMs > 0) throw new Retryable(limited(behindMs), behindMs, true)
      void budget?.exhaust()
      throw budget?.usedUp(false) ?? limited(retryAfterMs)
    }
    if (isOneOf(errors?.notFound)) return null
    if (status === 429 || isOneOf(errors?.limited)) {
      throw new Retryable(limited(retryAfterMs), retryAfterMs, true)
    }
    if (status === 401 || status === 403 || isOneOf(errors?.credentials)) {
      if (this.#access.renew(sent)) throw new Renewable(failed('credentials'))
      observe({ event: 'refused', fault: 'credentials' })
      throw failed('credentials')
    }
    if (status >= 500) throw new Retryable(failed('down'))
    if (status === 404 || status === 410) return null
    if (status < 200 || status > 299 || json === undefined) throw failed('table')
    const isFailure = code !== undefined && code !== null && errors?.ok !== undefined && !isOneOf([errors.ok])
    if (isFailure) throw failed('table')
    this.#access.accepted()
    return { text, json }
  }
}

const limited = (forMs: number) =>
  new ApiError('RATE_LIMITED', 'The data source allows no more calls for a moment.', {
    retryAfterSeconds: Math.max(1, Math.ceil(forMs / 1_000)),
    cause: new UpstreamFault('quota')
  })
