import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { withVary } from '../../surfaces/http/caching.ts'
import { codingOf, compress } from '../../surfaces/http/compression.ts'
import { endWith } from '../../surfaces/http/payload.ts'
import type { PendingResponses } from '../../surfaces/http/pending-responses.ts'
import { type Body, endStream, type Reply } from '../../surfaces/http/reply.ts'
import type { Exchange as AnyExchange } from '../handler/exchange.ts'
import type { Refusals } from '../handler/refusals.ts'
import { headersOf, type Notices } from '../handler/reply-headers.ts'
import type { RequestWatch } from '../telemetry/request-watch.ts'
import type { OpenConnection } from './connections.ts'
import type { LifeCycle } from './life-cycle.ts'

/** A request, its route, and the connection its response goes to. */
export type SocketExchange = AnyExchange & {
  response: ServerResponse
  connection: OpenConnection
  /** Number of the request on its connection, from 1. */
  turn: number
}

export type SenderOptions = Notices & {
  refusals: Refusals
  watch: RequestWatch
  /** Large responses in flight, over all connections. */
  unsent: PendingResponses
  lifeCycle: LifeCycle
}

/** Sends every response: read this class from top to bottom. */
export class Sender {
  readonly #notices: Notices
  readonly #refusals: Refusals
  readonly #watch: RequestWatch
  readonly #unsent: PendingResponses
  readonly #lifeCycle: LifeCycle

  constructor({ refusals, watch, unsent, lifeCycle, ...notices }: SenderOptions) {
    this.#notices = notices
    this.#refusals = refusals
    this.#watch = watch
    this.#unsent = unsent
    this.#lifeCycle = lifeCycle
  }

  send(exchange: SocketExchange, reply: Reply): void {
    const { body } = reply
    const { acceptEncoding } = exchange.incoming.heading
    const coding = acceptEncoding === undefined ? null : codingOf(reply, acceptEncoding)
    if (coding === null || body === null) {
      this.#write(exchange, reply)
      return
    }
    // Hold it while it is being compressed: that is the only copy waiting for this client.
    if (!this.#unsent.hold(body.payload)) {
      this.#write(exchange, this.#refusals.ofLargeAnswer(exchange))
      return
    }
    const writeForm = (form: Body | null): void => {
      this.#unsent.release(body.payload)
      if (form === null) this.#write(exchange, reply)
      else {
        const headers = [...withVary(reply.headers, 'accept-encoding'), 'content-encoding', coding]
        this.#write(exchange, { ...reply, headers, body: form })
      }
    }
    const form = compress(body, coding, reply.secret)
    if (form instanceof Promise) form.then(writeForm, () => writeForm(null))
    else writeForm(form)
  }

  #write(exchange: SocketExchange, wanted: Reply): void {
    const { response } = exchange
    const hasRoom = wanted.body === null || this.#unsent.holdFor(response, wanted.body.payload)
    const reply = hasRoom ? wanted : this.#refusals.ofLargeAnswer(exchange)
    // Pipelined requests arrive in the same iteration; only the last response may announce the close.
    if (this.#lifeCycle.sendsAway) setImmediate(() => this.#writeNow(exchange, reply))
    else this.#writeNow(exchange, reply)
  }

  #writeNow(exchange: SocketExchange, reply: Reply): void {
    try {
      this.#put(exchange, reply)
    } catch (error) {
      const refusal = this.#refusals.of(exchange, error)
      // A plugin may set an invalid header. A response that has begun cannot be replaced.
      if (exchange.response.headersSent) exchange.response.destroy()
      else {
        endStream(reply)
        this.#put(exchange, refusal)
      }
    }
  }

  #put(exchange: SocketExchange, reply: Reply): void {
    const { incoming, response, connection, turn } = exchange
    const { status, body, stream } = reply
    const all = headersOf(exchange, reply, this.#notices)
    // Announces the close, so that the client does not reuse the connection.
    const isSentAway = this.#lifeCycle.sendsAway && turn === connection.requests
    if (isSentAway || incoming.endsConnection) all.push('connection', 'close')
    if (stream !== undefined) {
      response.writeHead(status, all)
      sendStream(stream, response, (bytes) => this.#answered(exchange, status, bytes))
    } else if (body === null) {
      response.writeHead(status, all).end()
      this.#answered(exchange, status, 0)
    } else {
      const { before, payload, after } = body
      const bytes = before.length + payload.length + after.length
      all.push('content-length', String(bytes))
      endWith(response.writeHead(status, all), before, payload, after)
      this.#answered(exchange, status, bytes)
    }
  }

  #answered({ incoming, route, connection }: SocketExchange, status: number, bytes: number): void {
    connection.underWay -= 1
    connection.quietSince = performance.now()
    this.#watch.answered(incoming, route, status, bytes)
    incoming.end()
  }
}

/** Streams a body, no faster than the client reads it. The source ends when the client disconnects. */
const sendStream = (
  stream: AsyncIterable<Uint8Array>,
  response: ServerResponse,
  done: (bytes: number) => void
): void => {
  let bytes = 0
  const parts = Readable.from(stream, { objectMode: false })
  parts.on('data', (part: Uint8Array) => {
    bytes += part.length
  })
  pipeline(parts, response, () => done(bytes))
}
