import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { EventLoop } from '../../core/event-loop.ts'
import { endSlowReaders } from '../../surfaces/http/slow-readers.ts'
import { createHandler, type HandlerOptions } from '../handler/handler.ts'
import type { Connections } from './connections.ts'
import { messageProblemOf } from './message-problem.ts'
import { Sender, type SenderOptions, type SocketExchange } from './sender.ts'
import { SocketIncoming } from './socket-incoming.ts'
import { refuseTunnel, refuseUnreadable } from './unreadable.ts'

export type HttpServerOptions = Omit<HandlerOptions<SocketExchange>, 'send'> &
  SenderOptions & {
    /** Time limit of a request. */
    timeoutMs: number
    /** Receives new connections. */
    eventLoop: EventLoop
    connections: Connections
  }

// An import of `node:http` reads every export, and so loads a WebSocket client.
const { createServer: createHttpServer } = process.getBuiltinModule('node:http')

/** The HTTP server: passes requests to the handler, and its replies to the socket by `Sender`. */
export const createServer = (options: HttpServerOptions): Server => {
  const { timeoutMs, eventLoop, connections } = options
  const sender = new Sender(options)
  const handler = createHandler<SocketExchange>({ ...options, send: (exchange, reply) => sender.send(exchange, reply) })

  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    const incoming = new SocketIncoming(message, timeoutMs)
    const { route, params } = handler.find(incoming.url)
    const connection = connections.begin(message.socket)
    const problem = messageProblemOf(incoming)
    if (problem !== null) incoming.endsConnection = true
    handler.handle({ incoming, route, params, response, connection, turn: connection.requests }, problem)
  }

  const { headMs, requestMs, lookMs, slowReaderMs } = connections.limits
  const server = createHttpServer(
    {
      // Node would answer a request without Host itself, without the envelope.
      requireHostHeader: false,
      // No stream for requests without a body: ending one costs 2 % of a cached response.
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
