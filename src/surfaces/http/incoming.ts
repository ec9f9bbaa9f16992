import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { pointsFor } from '../../core/allowance.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import { type OpenScope, openScope, type RequestClient } from '../../core/deadline.ts'
import { ApiError, invalidParam } from '../../core/errors.ts'
import type { CacheRead, Scope } from '../../core/scope.ts'
import type { Span } from '../../core/tracing.ts'
import type { Caller } from './gateway-keys.ts'
import type { CheckedHeaders } from './request-headers.ts'

/** Maximum size of a request body in bytes. */
export const maxBodyBytes = 256 * 1024

const noBody = Buffer.alloc(0)

export const bodyTooLarge = () => new ApiError('PAYLOAD_TOO_LARGE', `The body may have at most ${maxBodyBytes} bytes.`)

/** The operation's name and estimated cost of a request, set by its surface. */
export type RequestSubject = { operation: string | null; cost: number }

const noSubject: RequestSubject = { operation: null, cost: 0 }

/** One request for the surfaces, independent of its host. Expensive properties are computed on first use. */
export abstract class Incoming implements RequestClient {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  readonly heading: CheckedHeaders
  readonly requestId: string = randomUUID()
  readonly startedAt: number = performance.now()
  /** The caller once the key was checked; null without a valid key. */
  caller: Caller | null = null
  /** Set by the surface. */
  subject: RequestSubject = noSubject
  /** Code of the first error in the response; null without one. */
  code: string | null = null
  /** Whether it was refused because of overload. Overload is logged once, not per request. */
  isTurnedAway = false
  /** Whether the connection closes after the response, because a proxy may have seen another end of the request. */
  endsConnection = false
  /** Trace span; null when not traced. */
  span: Span | null = null
  readonly #timeoutMs: number
  /** When the time limit began. */
  protected limitBegan = this.startedAt
  #giveUp: (error: ApiError) => void = () => {}
  #givenUp: ApiError | null = null
  #opened: OpenScope | null = null
  #isCharged = false
  protected body: Buffer = noBody
  #text: string | undefined

  constructor(method: string, url: string, heading: CheckedHeaders, timeoutMs: number) {
    this.method = method
    this.url = url
    this.heading = heading
    this.#timeoutMs = timeoutMs
  }

  /** All headers by name. `heading` has those every request needs, at less cost. */
  abstract get headers(): IncomingHttpHeaders

  /** One header by lower-case name, first value. Cheaper than `headers`. */
  abstract header(name: string): string | undefined

  /** Version of the protocol, such as `1.1`; null if the host does not give it. */
  abstract get httpVersion(): string | null

  /** Address of the other end of the connection; undefined if the host does not give it. */
  get remoteAddress(): string | undefined {
    return undefined
  }

  get localPort(): number | undefined {
    return undefined
  }

  /** The host's context for plugins, besides the request; undefined without one. */
  get serverContext(): unknown {
    return undefined
  }

  /** Whether the client has disconnected. */
  abstract get hasLeft(): boolean
  abstract onLeave(callBack: () => void): void
  abstract offLeave(callBack: () => void): void

  /** Receives the body and calls exactly one of the two callbacks, also when the client leaves; without promises, because every query goes through here. */
  abstract receive(done: () => void, failed: (error: ApiError) => void): void

  /** The request's scope; ends at the deadline or when the client disconnects. */
  get scope(): Scope {
    this.#opened ??= openScope({
      requestId: this.requestId,
      client: this,
      timeoutMs: this.#timeoutMs,
      startedAt: this.limitBegan,
      span: this.span,
      allowance: this.caller?.allowance ?? null
    })
    return this.#opened.scope
  }

  /** The result of external code, which may never end, or `late` after the time limit and `extraMs` more. */
  inTime<T>(given: PromiseLike<T>, late: () => ApiError, extraMs = 0): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    this.#giveUp = reject
    if (this.#givenUp !== null) reject(this.#givenUp)
    const leftMs = this.limitBegan + this.#timeoutMs + extraMs - performance.now()
    const timer = setTimeout(() => reject(late()), leftMs)
    return Promise.race([given, promise]).finally(() => clearTimeout(timer))
  }

  /** Aborts everything that the request waits for. */
  giveUp(error: ApiError): void {
    this.#givenUp = error
    this.#giveUp(error)
  }

  /** Whether every read behind the response came from the cache; false without a scope. */
  get cached(): boolean {
    return this.#opened?.scope.cached ?? false
  }

  /**
   * Body of a POST without a byte order mark. Throws an `ApiError` when it is not UTF-8, since replacement characters would change the
   * text.
   */
  get text(): string {
    if (this.#text === undefined) {
      const text = this.body.toString()
      // Invalid bytes decode to this character, which a client may also send itself.
      if (text.includes('\ufffd') && !isUtf8(this.body)) throw invalidParam('body', 'is not UTF-8')
      this.#text = text.startsWith('\ufeff') ? text.slice(1) : text
    }
    return this.#text
  }

  /** Reads of the request; null when it needed no scope, as for a cached response. */
  get reads(): readonly CacheRead[] | null {
    return this.#opened?.scope.reads ?? null
  }

  /** Spends the cost of a request, or fails with `RATE_LIMITED`. */
  charge(cost: number): Awaitable<void> {
    this.#isCharged = true
    return this.caller?.allowance?.spend(pointsFor(cost))
  }

  /** Spends one point unless the request has been charged. */
  chargeOnce(): Awaitable<void> {
    const isCharged = this.#isCharged || (this.#opened?.scope.charged ?? 0) > 0
    return isCharged ? undefined : this.charge(0)
  }

  /** Whether the declared body length exceeds the limit. */
  get announcesTooMuch(): boolean {
    return this.heading.contentLength !== undefined && Number(this.heading.contentLength) > maxBodyBytes
  }

  /**
   * Stops timers and drops everything read for the request. A queued request is in the old generation by then, and would keep what it
   * references alive until a major collection.
   */
  end(): void {
    this.#opened?.end()
    this.#opened = null
    this.body = noBody
    this.#text = undefined
  }
}
