import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { clientGone } from '../../core/deadline.ts'
import type { ApiError } from '../../core/errors.ts'
import { bodyTooLarge, Incoming, maxBodyBytes } from '../../surfaces/http/incoming.ts'
import { readHeading } from '../../surfaces/http/request-headers.ts'

/** A request that Node's HTTP server has received. */
export class SocketIncoming extends Incoming {
  readonly #message: IncomingMessage

  constructor(message: IncomingMessage, timeoutMs: number) {
    super(message.method ?? '', message.url ?? '', readHeading(message.rawHeaders), timeoutMs)
    this.#message = message
  }

  get headers(): IncomingHttpHeaders {
    return this.#message.headers
  }

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

  override get remoteAddress(): string | undefined {
    return this.#message.socket.remoteAddress
  }

  override get localPort(): number | undefined {
    return this.#message.socket.localPort
  }

  get hasLeft(): boolean {
    return this.#message.socket.destroyed
  }

  onLeave(callBack: () => void): void {
    this.#message.socket.once('close', callBack)
  }

  offLeave(callBack: () => void): void {
    this.#message.socket.off('close', callBack)
  }

  receive(done: () => void, failed: (error: ApiError) => void): void {
    const message = this.#message
    // Without a body there is no event to wait for.
    if (message.readableEnded) {
      done()
      return
    }
    const chunks: Buffer[] = []
    let length = 0
    const left = () => failed(clientGone())
    message.on('close', left)
    message.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBodyBytes) chunks.push(chunk)
      else {
        message.off('close', left).removeAllListeners('data').removeAllListeners('end')
        failed(bodyTooLarge())
      }
    })
    message.on('end', () => {
      message.off('close', left)
      // Connections limit the time of a body.
      this.limitBegan = performance.now()
      this.body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      done()
    })
  }
}
