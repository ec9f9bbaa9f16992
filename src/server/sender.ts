import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { asApiError } from '../core/errors.ts'
import { withVary } from '../http/caching.ts'
import { codingOf, compress } from '../http/compression.ts'
import type { Incoming } from '../http/incoming.ts'
import { endWith } from '../http/payload.ts'
import { noRoom, type PendingResponses } from '../http/pending-responses.ts'
import type { Body, Reply } from '../http/reply.ts'
import type { Log } from '../telemetry/log.ts'
import type { RequestWatch } from '../telemetry/request-watch.ts'
import type { Connection } from './connections.ts'
import type { CrossOrigin } from './cross-origin.ts'
import type { LifeCycle } from './life-cycle.ts'
import { overloadReply, refusalReply } from './refusals.ts'
import type { Match } from './router.ts'

/** A request, its route, and where the response goes. */
export type Exchange = Match & {
  incoming: Incoming
  response: ServerResponse
  connection: Connection
  /** Number of the request on its connection, from 1. */
  turn: number
}

export type SenderOptions = {
  crossOrigin: CrossOrigin
  log: Log
  /** Logs a problem, at most now and then. */
  complain: (complaint: string) => void
  watch: RequestWatch
  /** Large responses in flight, over all connections. */
  unsent: PendingResponses
  lifeCycle: LifeCycle
}

/** Sends every response: read this class from top to bottom. */
export class Sender {
  readonly #crossOrigin: CrossOrigin
  readonly #log: Log
  readonly #complain: (complaint: string) => void
  readonly #watch: RequestWatch
  readonly #unsent: PendingResponses
  readonly #lifeCycle: LifeCycle

  constructor({ crossOrigin, log, complain, watch, unsent, lifeCycle }: SenderOptions) {
    this.#crossOrigin = crossOrigin
    this.#log = log
    this.#complain = complain
    this.#watch = watch
    this.#unsent = unsent
    this.#lifeCycle = lifeCycle
  }

  refuse(exchange: Exchange, thrown: unknown): void {
    this.send(exchange, this.refused(exchange, thrown))
  }

  /** The response to a refused or failed request. */
  refused({ incoming, route }: Exchange, thrown: unknown): Reply {
    const error = asApiError(thrown)
    incoming.code = error.code
    if (error.isFault) this.#log.error({ requestId: incoming.requestId, err: error.cause ?? error }, error.message)
    return refusalReply(incoming, route, error)
  }

  /** Refuses a request that would wait too long. */
  refuseWork(exchange: Exchange): void {
    const { incoming, route } = exchange
    this.#complain('there is more to do than can be done: requests are refused')
    incoming.isTurnedAway = true
    this.send(exchange, overloadReply(incoming, route))
  }

  #withoutRoom(exchange: Exchange): Reply {
    this.#complain('clients read large answers slower than others ask for them: large answers are refused')
    exchange.incoming.isTurnedAway = true
    return this.refused(exchange, noRoom)
  }

  send(exchange: Exchange, reply: Reply): void {
    const { body } = reply
    const { acceptEncoding } = exchange.incoming.heading
    const coding = acceptEncoding === undefined ? null : codingOf(reply, acceptEncoding)
    if (coding === null || body === null) {
      this.#write(exchange, reply)
      return
    }
    // Hold it while it is being compressed: that is the only copy waiting for this client.
    if (!this.#unsent.hold(body.payload)) {
      this.#write(exchange, this.#withoutRoom(exchange))
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

  #write(exchange: Exchange, made: Reply): void {
    const { response } = exchange
    const hasRoom = made.body === null || this.#unsent.holdFor(response, made.body.payload)
    const reply = hasRoom ? made : this.#withoutRoom(exchange)
    // Pipelined requests arrive in the same iteration; only the last response may announce the close.
    if (this.#lifeCycle.sendsAway) setImmediate(() => this.#writeNow(exchange, reply))
    else this.#writeNow(exchange, reply)
  }

  #writeNow(
    { incoming, route, response, connection, turn }: Exchange,
    { status, headers, body, stream, secret = null }: Reply
  ): void {
    const { requestId, heading } = incoming
    const needsCrossOrigin = secret === null && (heading.origin !== undefined || route.readers !== undefined)
    const corsHeaders = needsCrossOrigin ? this.#crossOrigin.withHeaders(headers, route, heading.origin) : headers
    const all = ['x-request-id', requestId, ...corsHeaders]
    // A client that kept the connection open would find it closed.
    const isSentAway = this.#lifeCycle.sendsAway && turn === connection.requests
    if (isSentAway || incoming.endsConnection) all.push('connection', 'close')
    const allowance = route.surface === 'page' ? null : incoming.caller?.allowance
    if (allowance != null) all.push('ratelimit-policy', allowance.policy, 'ratelimit', allowance.standing)
    const answered = (bytes: number): void => {
      connection.underWay -= 1
      connection.quietSince = performance.now()
      this.#watch.answered(incoming, route, status, bytes)
      incoming.end()
    }
    if (stream !== undefined) {
      response.writeHead(status, all)
      sendStream(stream, response, answered)
    } else if (body === null) {
      response.writeHead(status, all).end()
      answered(0)
    } else {
      const { before, payload, behind } = body
      const bytes = before.length + payload.length + behind.length
      all.push('content-length', String(bytes))
      endWith(response.writeHead(status, all), before, payload, behind)
      answered(bytes)
    }
  }
}

/** Sends a body as it comes, no faster than the client reads it. The source ends when the client leaves. */
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
