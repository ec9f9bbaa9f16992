import type { IncomingHttpHeaders } from 'node:http'
import { clientGone } from '../../core/deadline.ts'
import { ApiError, invalidParam } from '../../core/errors.ts'
import { bodyTooLarge, Incoming, maxBodyBytes } from '../../surfaces/http/incoming.ts'
import { readHeading } from '../../surfaces/http/request-headers.ts'

/** A request that another server passes on. */
export class FetchIncoming extends Incoming {
  readonly #serverContext: unknown
  readonly #request: Request

  constructor(request: Request, url: string, timeoutMs: number, serverContext: unknown) {
    super(request.method, url, readHeading([...request.headers].flat()), timeoutMs)
    this.#request = request
    this.#serverContext = serverContext
  }

  override get serverContext(): unknown {
    return this.#serverContext
  }

  get headers(): IncomingHttpHeaders {
    return Object.fromEntries(this.#request.headers)
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }

  get httpVersion(): null {
    return null
  }

  get hasLeft(): boolean {
    return this.#request.signal.aborted
  }

  onLeave(callBack: () => void): void {
    this.#request.signal.addEventListener('abort', callBack, { once: true })
  }

  offLeave(callBack: () => void): void {
    this.#request.signal.removeEventListener('abort', callBack)
  }

  receive(done: () => void, failed: (error: ApiError) => void): void {
    const { body } = this.#request
    if (body === null) done()
    else if (this.#request.bodyUsed || body.locked) failed(alreadyRead())
    else {
      const reader = body.getReader()
      const cancel = () => void reader.cancel().catch(() => {})
      this.onLeave(cancel)
      this.inTime(readAll(reader), () => new ApiError('REQUEST_TIMEOUT'))
        .finally(() => this.offLeave(cancel))
        .then(
          (bytes) => {
            if (this.hasLeft) {
              failed(clientGone())
              return
            }
            this.body = bytes
            done()
          },
          (error: unknown) => {
            cancel()
            if (this.hasLeft) failed(clientGone())
            else failed(error instanceof ApiError ? error : invalidParam('body', 'did not come to its end'))
          }
        )
    }
  }
}

const readAll = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { value } = await reader.read()
    if (value === undefined) return Buffer.concat(chunks, length)
    length += value.length
    if (length > maxBodyBytes) throw bodyTooLarge()
    chunks.push(value)
  }
}

const alreadyRead = () =>
  new ApiError('INTERNAL_ERROR', undefined, {
    cause: new Error('the body of the request was read before: pass the request on first, without a body parser')
  })
