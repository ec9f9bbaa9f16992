import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { pointsFor } from '../core/allowance.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { type OpenScope, openScope } from '../core/deadline.ts'
import { ApiError, invalidParam } from '../core/errors.ts'
import type { Read, Scope } from '../core/scope.ts'
import type { Span } from '../core/tracing.ts'
import type { Caller } from './gateway-keys.ts'
import { type Heading, readHeading } from './request-headers.ts'

/** Maximum size of a request body in bytes. */
const maxBodyBytes = 256 * 1024

const noBody = Buffer.alloc(0)

export const bodyTooLarge = () => new ApiError('PAYLOAD_TOO_LARGE', `The body may have at most ${maxBodyBytes} bytes.`)

/** What a request is about, set by its surface: the operation's name and its estimated cost. */
export type Subject = { operation: string | null; cost: number }

const noSubject: Subject = { operation: null, cost: 0 }

/** One request as the surfaces see it. Expensive properties are computed on first use. */
export class Incoming {
  readonly method: string
  /** The URL as sent, with its query. */
  readonly url: string
  readonly heading: Heading
  readonly requestId: string = randomUUID()
  readonly startedAt: number = performance.now()
  /** The caller once the key was checked; null without a valid key. */
  caller: Caller | null = null
  /** Set by the surface. */
  subject: Subject = noSubject
  /** Code of the first error in the response; null without one. */
  code: string | null = null
  /** Whether it was refused because of overload. Overload is logged once, not per request. */
  isTurnedAway = false
  /** Whether the connection closes after the response, because a proxy may have seen another end of the request. */
  endsConnection = false
  /** Trace span; null when not traced. */
  span: Span | null = null
  readonly #message: IncomingMessage
  readonly #timeoutMs: number
  #opened: OpenScope | null = null
  #isCharged = false
  #body: Buffer = noBody
  #text: string | undefined

  constructor(message: IncomingMessage, timeoutMs: number) {
    this.#message = message
    this.#timeoutMs = timeoutMs
    this.method = message.method ?? ''
    this.url = message.url ?? ''
    this.heading = readHeading(message)
  }

  /** All headers by name. `heading` has those every request needs, at less cost. */
  get headers(): IncomingHttpHeaders {
    return this.#message.headers
  }

  /** One header by lower-case name, first value. Cheaper than `headers`. */
  header(name: string): string | undefined {
    const { rawHeaders } = this.#message
    for (let index = 0; index < rawHeaders.length; index += 2) {
      if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) {
        return rawHeaders[index + 1]
      }
    }
    return undefined
  }

  get httpVersion(): string {
    return this.#message.httpVersion
  }

  get remoteAddress(): string | undefined {
    return this.#message.socket.remoteAddress
  }

  get localPort(): number | undefined {
    return this.#message.socket.localPort
  }

  /** Whether the client has disconnected. */
  get hasLeft(): boolean {
    return this.#message.socket.destroyed
  }

  /** The request's scope; ends at the deadline or when the client disconnects. */
  get scope(): Scope {
    this.#opened ??= openScope({
      requestId: this.requestId,
      socket: this.#message.socket,
      timeoutMs: this.#timeoutMs,
      span: this.span,
      allowance: this.caller?.allowance ?? null
    })
    return this.#opened.scope
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
      const text = this.#body.toString()
      // Invalid bytes decode to this character, which a client may also send itself.
      if (text.includes('\ufffd') && !isUtf8(this.#body)) throw invalidParam('body', 'is not UTF-8')
      this.#text = text.startsWith('\ufeff') ? text.slice(1) : text
    }
    return this.#text
  }

  /** Reads of the request; null when it needed no scope, as for a cached response. */
  get reads(): readonly Read[] | null {
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

  /** Receives the body and calls exactly one of the two callbacks; without promises, because every query goes through here. */
  receive(done: () => void, failed: (error: ApiError) => void): void {
    const message = this.#message
    // Without a body there is no event to wait for.
    if (message.readableEnded) {
      done()
      return
    }
    const chunks: Buffer[] = []
    let length = 0
    // A client that disconnects in the middle triggers neither callback.
    message.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBodyBytes) chunks.push(chunk)
      else {
        message.removeAllListeners('data').removeAllListeners('end')
        failed(bodyTooLarge())
      }
    })
    message.on('end', () => {
      this.#body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      done()
    })
  }

  /**
   * Stops timers and drops everything read for the request. A queued request is in the old generation by then, and would keep what it
   * references alive until a major collection.
   */
  end(): void {
    this.#opened?.end()
    this.#opened = null
    this.#body = noBody
    this.#text = undefined
  }
}
