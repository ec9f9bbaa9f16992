import { type Dispatcher, Pool } from 'undici'
import { Late, type Transport, type TransportAnswer, type TransportLimits } from './transport.ts'

/** Whether the runtime provides all of undici. Bun has only a part of it, without connection pools. */
export const hasUndici = typeof Pool.prototype.compose === 'function'

/** One pool: keep-alive, HTTP/1.1, no redirects. */
export const undiciTransport = (origin: string, limits: TransportLimits): Transport => {
  const pool = new Pool(origin, {
    connections: limits.connections,
    // More calls per connection gained nothing (bench/facade-load.ts), and a broken connection would fail all its calls.
    pipelining: 1,
    allowH2: false,
    connect: { timeout: limits.connectMs },
    // `Call` is exact instead: the client checks its own limits once a second, and measures silence instead of the whole body.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
    maxResponseSize: limits.answerBytes
  })
  return {
    send: ({ path, body, headersMs }, headers, signal, onStatus) =>
      new Promise((resolve, reject) => {
        const within = headersMs === undefined ? limits : { ...limits, headersMs }
        const call = new Call(within, signal, onStatus, resolve, reject)
        pool.dispatch({ method: body === undefined ? 'GET' : 'POST', path, headers, body: body ?? null }, call)
      }),
    state: () => pool.stats,
    close: () => pool.destroy()
  }
}

/**
 * One call: limits the wait for headers and then for the whole body, excluding the wait for a free connection. It has no body stream and no
 * signals of its own, which are half the cost of `Pool.request`.
 */
class Call implements Dispatcher.DispatchHandler {
  readonly #limits: TransportLimits
  readonly #signal: AbortSignal
  readonly #onStatus: (status: number) => void
  readonly #resolve: (answer: TransportAnswer) => void
  readonly #reject: (error: unknown) => void
  #controller: Dispatcher.DispatchController | undefined
  #timer: NodeJS.Timeout | undefined
  #status = 0
  #headers: Readonly<Record<string, string | string[] | undefined>> = {}
  readonly #chunks: Buffer[] = []

  constructor(
    limits: TransportLimits,
    signal: AbortSignal,
    onStatus: (status: number) => void,
    resolve: (answer: TransportAnswer) => void,
    reject: (error: unknown) => void
  ) {
    this.#limits = limits
    this.#signal = signal
    this.#onStatus = onStatus
    this.#resolve = resolve
    this.#reject = reject
    signal.addEventListener('abort', this.#leave, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Throwing drops only the request; `abort` would close the connection that it was about to use.
    if (this.#signal.aborted) throw this.#signal.reason
    this.#limit('headers', this.#limits.headersMs)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>
  ): void {
    // Informational responses (1xx) precede the real one and change nothing.
    if (status < 200) return
    this.#limit('whole body', this.#limits.bodyMs)
    this.#status = status
    this.#headers = headers
    this.#onStatus(status)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#end()
    const headers = this.#headers
    this.#resolve({
      status: this.#status,
      header: (name) => {
        const value = headers[name]
        // Joins repeated header lines to one list (RFC 9110, 5.3).
        return Array.isArray(value) ? value.join(', ') : value
      },
      text: decoded(this.#chunks)
    })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end()
    this.#reject(error)
  }

  /** Aborts the call. A call that still waits for a connection is dropped when its turn comes. */
  readonly #leave = (): void => {
    const { reason } = this.#signal
    this.#controller?.abort(reason)
    this.#reject(reason)
  }

  #limit(stage: 'headers' | 'whole body', ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller?.abort(new Late(stage, ms)), ms)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#leave)
  }
}

const utf8 = new TextDecoder()

/** The text in UTF-8, without a byte order mark. */
const decoded = (chunks: readonly Buffer[]): string =>
  utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
