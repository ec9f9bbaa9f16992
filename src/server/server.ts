import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Origins } from '../config/parsers.ts'
import { type Awaitable, andThen } from '../core/awaitable.ts'
import type { EventLoop } from '../core/event-loop.ts'
import type { GatewayKeys } from '../http/gateway-keys.ts'
import { Incoming } from '../http/incoming.ts'
import type { Reply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'
import { endSlowReaders } from '../http/slow-readers.ts'
import { messageProblemOf, problemOf } from './admission.ts'
import type { Connections } from './connections.ts'
import { CrossOrigin, isPreflight } from './cross-origin.ts'
import type { Load } from './load.ts'
import { refuseTunnel, refuseUnreadable } from './refusals.ts'
import { Router } from './router.ts'
import { type Exchange, Sender, type SenderOptions } from './sender.ts'

export type HttpServerOptions = Omit<SenderOptions, 'crossOrigin'> & {
  routes: readonly Route[]
  keys: GatewayKeys
  /** Origins whose pages may call. */
  origins: Origins
  /** Time limit of a request. */
  timeoutMs: number
  load: Load
  /** Is informed of new connections. */
  eventLoop: EventLoop
  connections: Connections
}

// An import of `node:http` reads every export, and so loads a WebSocket client.
const { createServer: createHttpServer } = process.getBuiltinModule('node:http')

/** The HTTP server: read this file from top to bottom for the way of a request; `Sender` sends the response. */
export const createServer = (options: HttpServerOptions): Server => {
  const { routes, keys, origins, watch, timeoutMs, load, eventLoop, connections } = options
  const router = new Router(routes)
  const crossOrigin = new CrossOrigin(origins)
  const sender = new Sender({ ...options, crossOrigin })

  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    const incoming = new Incoming(message, timeoutMs)
    const { route, params } = router.find(incoming.url)
    const connection = connections.begin(message.socket)
    const exchange = { incoming, route, params, response, connection, turn: connection.requests }
    watch.began(incoming, route)
    const malformed = messageProblemOf(incoming)
    if (malformed !== null) {
      incoming.endsConnection = true
      sender.refuse(exchange, malformed)
      return
    }
    // Before the key check: browsers send no key with a preflight.
    if (isPreflight(incoming)) {
      work({ ...exchange, route: crossOrigin.preflight(route) })
      return
    }
    const problem = problemOf(incoming, route, keys) ?? crossOrigin.problemOf(incoming, route)
    if (problem !== null) sender.refuse(exchange, problem)
    // A chunked body is read first: only its end shows whether it is valid.
    else if (incoming.method !== 'POST' && incoming.heading.transferEncoding === undefined) answer(exchange)
    else {
      incoming.receive(
        () => answer(exchange),
        (error) => sender.refuse(exchange, error)
      )
    }
  }

  /** Cached responses are sent at once. Everything else goes through admission control. */
  const answer = (exchange: Exchange): void => {
    const { incoming, params, route } = exchange
    let ready: Reply | undefined
    try {
      ready = route.ready?.(incoming, params)
    } catch (error) {
      refuse(exchange, error)
      return
    }
    if (ready !== undefined) {
      const reply = ready
      deliver(exchange, () => andThen(incoming.charge(incoming.subject.cost), () => reply))
    } else if (route.isVital === true) work(exchange)
    else {
      load.admit(
        () => work(exchange),
        () => sender.refuseWork(exchange)
      )
    }
  }

  const work = (exchange: Exchange): Promise<void> | undefined => {
    const { incoming, params, route, response } = exchange
    // The client may have disconnected while the request was queued.
    return response.destroyed ? undefined : deliver(exchange, () => route.answer(incoming, params))
  }

  /** Sends a response or the error that prevented it. Returns a promise when it has to wait. */
  const deliver = (exchange: Exchange, make: () => Awaitable<Reply>): Promise<void> | undefined => {
    let reply: Awaitable<Reply>
    try {
      reply = make()
    } catch (error) {
      return refuse(exchange, error)
    }
    if (reply instanceof Promise) {
      return reply.then(
        (come) => sender.send(exchange, come),
        (error: unknown) => refuse(exchange, error)
      )
    }
    sender.send(exchange, reply)
    return undefined
  }

  /** Refuses an admitted request. It costs a point like any response, so that guessing addresses is rate limited. */
  const refuse = (exchange: Exchange, thrown: unknown): Promise<void> | undefined => {
    const { incoming, route } = exchange
    let paid: Awaitable<void>
    try {
      paid = route.surface === 'page' ? undefined : incoming.chargeOnce()
    } catch (error) {
      sender.refuse(exchange, error)
      return undefined
    }
    if (paid instanceof Promise) {
      return paid.then(
        () => sender.refuse(exchange, thrown),
        (error: unknown) => sender.refuse(exchange, error)
      )
    }
    sender.refuse(exchange, thrown)
    return undefined
  }

  const { headMs, requestMs, lookMs, slowReaderMs } = connections.limits
  const server = createHttpServer(
    {
      // Node would answer a request without Host itself, without the envelope.
      requireHostHeader: false,
      // No stream for requests without a body: ending one takes a fiftieth of a cached response.
      optimizeEmptyRequests: true,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: lookMs,
      // Longer than load balancers keep idle connections, so that they close them first.
      keepAliveTimeout: 65_000
    },
    handle
  )
  server.on('clientError', refuseUnreadable)
  server.on('connect', refuseTunnel)
  connections.watch(server)
  // Each pipelined request listens on the shared socket; many listeners are no leak.
  server.on('connection', (socket) => {
    socket.setMaxListeners(0)
    eventLoop.connected()
  })
  // Expectations other than 100-continue may be ignored; Node would refuse them without the envelope.
  server.on('checkExpectation', handle)
  endSlowReaders(server, slowReaderMs)
  return server
}
