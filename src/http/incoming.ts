import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type OpenScope, openScope } from '../core/deadline.ts'
import { ApiError } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import { type Heading, readHeading } from './heading.ts'

/** Bytes a request body may have. */
const maxBodyBytes = 256 * 1024

const noBody = Buffer.alloc(0)

export const bodyTooLarge = () => new ApiError('PAYLOAD_TOO_LARGE', `The body may have at most ${maxBodyBytes} bytes.`)

/** One request, as the surfaces see it. What costs something is made when it is first asked for. */
export class Incoming {
  readonly method: string
  /** The address as it was sent, query included. */
  readonly url: string
  readonly heading: Heading
  readonly requestId: string = randomUUID()
  readonly startedAt: number = performance.now()
  readonly #message: IncomingMessage
  readonly #timeoutMs: number
  #opened: OpenScope | null = null
  #body: Buffer = noBody

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

  get httpVersion(): string {
    return this.#message.httpVersion
  }

  get remoteAddress(): string | undefined {
    return this.#message.socket.remoteAddress
  }

  get localPort(): number | undefined {
    return this.#message.socket.localPort
  }

  /** What belongs to this request; deadline and the client's leaving end it. */
  get scope(): Scope {
    this.#opened ??= openScope(this.requestId, this.#message.socket, this.#timeoutMs)
    return this.#opened.scope
  }

  /** Whether every read behind the answer came from the cache. Without a scope nothing was read. */
  get cached(): boolean {
    return this.#opened?.scope.cached ?? false
  }

  /** What was sent with a POST. */
  get body(): Buffer {
    return this.#body
  }

  /** Whether the body is larger than any that is read, by its own word. */
  get announcesTooMuch(): boolean {
    return this.heading.contentLength !== undefined && Number(this.heading.contentLength) > maxBodyBytes
  }

  /** Receives the body, which ends with one of the two: without promises, for there is one to every query. */
  receive(done: () => void, failed: (error: ApiError) => void): void {
    const message = this.#message
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

  /** Ends what waits for the deadline. */
  end(): void {
    this.#opened?.end()
  }
}
