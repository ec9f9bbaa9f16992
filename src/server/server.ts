import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
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

export type ServerOptions = Omit<SenderOptions, 'crossOrigin'> & {
  routes: readonly Route[]
  keys: GatewayKeys
  /** Origins whose pages may call. */
  origins: Origins
  /** Time a request may take. */
  timeoutMs: number
  load: Load
  /** Is told who connects. */
  eventLoop: EventLoop
  connections: Connections
}

/** The HTTP server: the way of every request from the top of this file to its end, where `Sender` takes the answer on. */
export const createServer = (options: ServerOptions): Server => {
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
    // Before the key is asked for: browsers send none here.
    if (isPreflight(incoming)) {
      work({ ...exchange, route: crossOrigin.preflight(route) })
      return
    }
    const problem = problemOf(incoming, route, keys) ?? crossOrigin.problemOf(incoming, route)
    if (problem !== null) sender.refuse(exchange, problem)
    // A body in chunks is read first: only its end shows whether it is valid.
    else if (incoming.method !== 'POST' && incoming.heading.transferEncoding === undefined) answer(exchange)
    else {
      incoming.receive(
        () => answer(exchange),
        (error) => sender.refuse(exchange, error)
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
    // The client may have left before its turn came.
    return response.destroyed ? undefined : deliver(exchange, () => route.answer(incoming, params))
  }

  /** Sends what is made, or why it could not be. A promise where something is waited for. */
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

  /** Refuses an admitted request. That costs a point as any answer does, so that nobody can search for addresses without limit. */
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
      // Node would answer a request without Host by itself, and not in the envelope.
      requireHostHeader: false,
      // A request without a body is no stream: to end one takes a fiftieth of an answer from memory.
      optimizeEmptyRequests: true,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: lookMs,
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
    eventLoop.connected()
  })
  // What a client expects beyond 100-continue may be ignored; Node would refuse it outside the envelope.
  server.on('checkExpectation', handle)
  endSlowReaders(server, slowReaderMs)
  return server
}
