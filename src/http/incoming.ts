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

/** Bytes a request body may have. */
const maxBodyBytes = 256 * 1024

const noBody = Buffer.alloc(0)

export const bodyTooLarge = () => new ApiError('PAYLOAD_TOO_LARGE', `The body may have at most ${maxBodyBytes} bytes.`)

/** What a request asked for, as its surface knows it: the name of an operation, and what it was scorecardInputs to cost. */
export type Subject = { operation: string | null; cost: number }

const noSubject: Subject = { operation: null, cost: 0 }

/** One request, as the surfaces see it. What costs something is made when it is first asked for. */
export class Incoming {
  readonly method: string
  /** The address as it was sent, query included. */
  readonly url: string
  readonly heading: Heading
  readonly requestId: string = randomUUID()
  readonly startedAt: number = performance.now()
  /** Who asks, once the key was looked at; null for who sent none that opens anything. */
  caller: Caller | null = null
  /** Told by the surface, once it knows. */
  subject: Subject = noSubject
  /** Code of the first error that the answer tells of; null while it tells of none. */
  code: string | null = null
  /** Whether it was turned away for what others do. That is told once for all of them, and not with each. */
  isTurnedAway = false
  /** Whether the connection is closed behind the answer, because other readers may see the request end elsewhere. */
  endsConnection = false
  /** Its trace; null where it is not traced. */
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

  /** All headers by name. What every request is looked at for stands in `heading`, which costs less. */
  get headers(): IncomingHttpHeaders {
    return this.#message.headers
  }

  /** One header by its name in lower case, as it was first sent. Costs less than all of them. */
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

  /** Whether nobody is there any more to read an answer. */
  get hasLeft(): boolean {
    return this.#message.socket.destroyed
  }

  /** What belongs to this request; deadline and the client's leaving end it. */
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

  /** Whether every read behind the answer came from the cache. Without a scope nothing was read. */
  get cached(): boolean {
    return this.#opened?.scope.cached ?? false
  }

  /**
   * What was sent with a POST, without a byte order mark. Throws an `ApiError` for what is no UTF-8: with something in place of what is broken it
   * would be another text.
   */
  get text(): string {
    if (this.#text === undefined) {
      const text = this.#body.toString()
      // What is broken becomes one of these; it may have been sent as well.
      if (text.includes('\ufffd') && !isUtf8(this.#body)) throw invalidParam('body', 'is not UTF-8')
      this.#text = text.startsWith('\ufeff') ? text.slice(1) : text
    }
    return this.#text
  }

  /** What was read for it; null when nothing had to be looked for, as where the answer was ready. */
  get reads(): readonly Read[] | null {
    return this.#opened?.scope.reads ?? null
  }

  /** Spends what an answer costs, or ends with `RATE_LIMITED`. */
  charge(cost: number): Awaitable<void> {
    this.#isCharged = true
    return this.caller?.allowance?.spend(pointsFor(cost))
  }

  /** Spends a point if nothing was spent so far. */
  chargeOnce(): Awaitable<void> {
    const isCharged = this.#isCharged || (this.#opened?.scope.charged ?? 0) > 0
    return isCharged ? undefined : this.charge(0)
  }

  /** Whether the body is larger than any that is read, by its own word. */
  get announcesTooMuch(): boolean {
    return this.heading.contentLength !== undefined && Number(this.heading.contentLength) > maxBodyBytes
  }

  /** Receives the body, which ends with one of the two: without promises, for there is one to every query. */
  receive(done: () => void, failed: (error: ApiError) => void): void {
    const message = this.#message
    // Without a body there is no event to wait for.
    if (message.readableEnded) {
      done()
      return
    }
    const chunks: Buffer[] = []
    let length = 0
    // Of a client that leaves in the middle nothing more is heard: nobody reads what would come of it.
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
   * Ends what waits for the deadline, and lets go of all that was read. Who waited for their turn has grown old meanwhile, and what is old and
   * done with holds what is young until it is collected itself.
   */
  end(): void {
    this.#opened?.end()
    this.#opened = null
    this.#body = noBody
    this.#text = undefined
  }
}
