import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Origins } from '../config.ts'
import { type Awaitable, andThen } from '../core/awaitable.ts'
import { asApiError } from '../core/errors.ts'
import { withVary } from '../http/caching.ts'
import { codingOf, compress } from '../http/compression.ts'
import type { GatewayKeys } from '../http/gateway-keys.ts'
import { Incoming } from '../http/incoming.ts'
import { endWith } from '../http/payload.ts'
import type { Body, Reply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'
import { endStalledConnections } from '../http/slow-readers.ts'
import { noRoom, type Unsent } from '../http/unsent.ts'
import type { Log } from '../telemetry/log.ts'
import type { RequestWatch } from '../telemetry/request-watch.ts'
import { problemOf } from './admission.ts'
import type { Connection, Connections } from './connections.ts'
import { CrossOrigin, isPreflight } from './cross-origin.ts'
import type { LifeCycle } from './life-cycle.ts'
import type { Load } from './load.ts'
import { overloadReply, refusalReply, refuseTunnel, refuseUnreadable } from './refusals.ts'
import { type Match, Router } from './router.ts'

export type ServerOptions = {
  routes: readonly Route[]
  keys: GatewayKeys
  /** Origins whose pages may call. */
  origins: Origins
  log: Log
  watch: RequestWatch
  /** Large answers on their way, over all connections. */
  unsent: Unsent
  /** Time a request may take. */
  timeoutMs: number
  load: Load
  connections: Connections
  lifeCycle: LifeCycle
}

/** A request with what was found for it, and where the answer goes. */
type Exchange = Match & {
  incoming: Incoming
  response: ServerResponse
  connection: Connection
  /** Which of the requests on its connection it is, counted from one. */
  turn: number
}

/** The HTTP server: what every request goes through, from the top of this file to its end. */
export const createServer = (options: ServerOptions): Server => {
  const { routes, keys, origins, log, watch, unsent, timeoutMs, load, connections, lifeCycle } = options
  const router = new Router(routes)
  const crossOrigin = new CrossOrigin(origins)

  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    const incoming = new Incoming(message, timeoutMs)
    const { route, params } = router.find(incoming.url)
    const connection = connections.begin(message.socket)
    const exchange = { incoming, route, params, response, connection, turn: connection.requests }
    watch.began(incoming, route)
    // Before the key is asked for: browsers send none here.
    if (isPreflight(incoming)) {
      work({ ...exchange, route: crossOrigin.preflight(route) })
      return
    }
    const problem = problemOf(incoming, route, keys) ?? crossOrigin.problemOf(incoming, route)
    if (problem !== null) send(exchange, refused(exchange, problem))
    else if (incoming.method !== 'POST') answer(exchange)
    else {
      incoming.receive(
        () => answer(exchange),
        (error) => send(exchange, refused(exchange, error))
      )
    }
  }

  /** What is at hand is sent at once. All else is work, and is taken on where its turn comes in time. */
  const answer = (exchange: Exchange): void => {
    const { incoming, params, route } = exchange
    let ready: Reply | undefined
    try {
      ready = route.ready?.(incoming, params)
    } catch (error) {
      ready = refused(exchange, error)
    }
    if (ready !== undefined) {
      const reply = ready
      deliver(exchange, () => andThen(incoming.charge(incoming.subject.cost), () => reply))
    } else if (route.isVital === true) work(exchange)
    else {
      load.admit(
        () => work(exchange),
        () => send(exchange, overloadReply(incoming, route))
      )
    }
  }

  const work = (exchange: Exchange): Promise<void> | undefined => {
    const { incoming, params, route, response } = exchange
    // The client may have left before its turn came.
    return response.destroyed ? undefined : deliver(exchange, () => route.answer(incoming, params))
  }

  /** Sends what is made, or why it could not be. A promise where something is waited for. */
  const deliver = (exchange: Exchange, make: () => Awaitable<Reply>): Promise<void> | undefined => {
    let reply: Awaitable<Reply>
    try {
      reply = make()
    } catch (error) {
      reply = refused(exchange, error)
    }
    if (reply instanceof Promise) {
      return reply.then(
        (come) => send(exchange, come),
        (error: unknown) => send(exchange, refused(exchange, error))
      )
    }
    send(exchange, reply)
    return undefined
  }

  const refused = ({ incoming, route }: Exchange, thrown: unknown): Reply => {
    const error = asApiError(thrown)
    incoming.code = error.code
    if (error.status >= 500) log.error({ requestId: incoming.requestId, err: error.cause ?? error }, error.message)
    return refusalReply(incoming, route, error)
  }

  const hasRoom = ({ response }: Exchange, body: Body | null): boolean =>
    body === null || unsent.hold(response, body.payload)

  const send = (exchange: Exchange, made: Reply): void => {
    const reply = hasRoom(exchange, made.body) ? made : refused(exchange, noRoom())
    const { acceptEncoding } = exchange.incoming.heading
    const coding = acceptEncoding === undefined ? null : codingOf(reply, acceptEncoding)
    if (coding === null || reply.body === null) {
      write(exchange, reply)
      return
    }
    const headers = [...withVary(reply.headers, 'accept-encoding'), 'content-encoding', coding]
    const form = compress(reply.body, coding)
    const writeForm = (body: Body) =>
      write(exchange, hasRoom(exchange, body) ? { ...reply, headers, body } : refused(exchange, noRoom()))
    if (form instanceof Promise) form.then(writeForm, () => write(exchange, reply))
    else writeForm(form)
  }

  const write = (exchange: Exchange, reply: Reply): void => {
    // What was sent behind it comes in the same turn of the event loop: the last of all is to say that it is the last.
    if (lifeCycle.sendsAway) setImmediate(writeNow, exchange, reply)
    else writeNow(exchange, reply)
  }

  const writeNow = (
    { incoming, route, response, connection, turn }: Exchange,
    { status, headers, body, isSecret }: Reply
  ): void => {
    const { requestId, heading } = incoming
    incoming.end()
    const isToldMore = isSecret !== true && (heading.origin !== undefined || route.readers !== undefined)
    const told = isToldMore ? crossOrigin.told(headers, route, heading.origin) : headers
    const all = ['x-request-id', requestId, ...told]
    // Whoever kept the connection open would find nobody there.
    if (lifeCycle.sendsAway && turn === connection.requests) all.push('connection', 'close')
    const allowance = route.surface === 'page' ? null : incoming.caller?.allowance
    if (allowance != null) all.push('ratelimit-policy', allowance.policy, 'ratelimit', allowance.standing)
    let bytes = 0
    if (body === null) response.writeHead(status, all).end()
    else {
      const { before, payload, behind } = body
      bytes = before.length + payload.length + behind.length
      all.push('content-length', String(bytes))
      endWith(response.writeHead(status, all), before, payload, behind)
    }
    connection.underWay -= 1
    connection.quietSince = performance.now()
    watch.answered(incoming, route, status, bytes)
  }

  const server = createHttpServer(
    {
      // Node would answer a request without Host by itself, and not in the envelope.
      requireHostHeader: false,
      // A request without a body is no stream: to end one takes a fiftieth of an answer from memory.
      optimizeEmptyRequests: true,
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      // Longer than balancers keep theirs, so that they are the ones to end them.
      keepAliveTimeout: 65_000
    },
    handle
  )
  server.on('clientError', refuseUnreadable)
  server.on('connect', refuseTunnel)
  connections.watch(server)
  // Every pipelined request listens for the end of the one socket: many listeners are no leak.
  server.on('connection', (socket) => {
    socket.setMaxListeners(0)
    load.connected()
  })
  // What a client expects beyond 100-continue may be ignored; Node would refuse it outside the envelope.
  server.on('checkExpectation', handle)
  endStalledConnections(server, 60_000)
  return server
}
