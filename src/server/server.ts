import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Awaitable } from '../core/awaitable.ts'
import { type ApiError, asApiError } from '../core/errors.ts'
import type { GatewayKeys } from '../http/gateway-keys.ts'
import { Incoming } from '../http/incoming.ts'
import { endWith } from '../http/payload.ts'
import type { Reply } from '../http/reply.ts'
import type { Route, Surface } from '../http/route.ts'
import { endStalledConnections } from '../http/slow-readers.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { refusalOf } from './admission.ts'
import { refusalReply, refuseUnreadable } from './refusals.ts'
import { Router } from './router.ts'

export type ServerOptions = {
  routes: readonly Route[]
  keys: GatewayKeys
  log: Log
  metrics: Pick<Metrics, 'request'>
  /** Time a request may take. */
  timeoutMs: number
}

/** The HTTP server: what every request goes through, from the top of this file to its end. */
export const createServer = ({ routes, keys, log, metrics, timeoutMs }: ServerOptions): Server => {
  const router = new Router(routes)
  const logsEach = log.isLevelEnabled('debug')

  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    const incoming = new Incoming(message, timeoutMs)
    const { route, params } = router.find(incoming)
    const finish = (reply: Reply) => send(incoming, route.surface, response, reply)
    const refuse = (error: unknown) => finish(refused(incoming, route.surface, asApiError(error)))
    const answer = () => {
      let reply: Awaitable<Reply>
      try {
        reply = route.answer(incoming, params)
      } catch (error) {
        refuse(error)
        return
      }
      if (reply instanceof Promise) reply.then(finish, refuse)
      else finish(reply)
    }
    const refusal = refusalOf(incoming, route, keys)
    if (refusal !== null) refuse(refusal)
    else if (incoming.method === 'POST') incoming.receive(answer, refuse)
    else answer()
  }

  const refused = (incoming: Incoming, surface: Surface, error: ApiError): Reply => {
    if (error.status >= 500) log.error({ requestId: incoming.requestId, err: error.cause ?? error }, error.message)
    return refusalReply(incoming, surface, error)
  }

  const send = (incoming: Incoming, surface: Surface, response: ServerResponse, reply: Reply): void => {
    const { requestId, method, startedAt } = incoming
    incoming.end()
    const own = ['x-request-id', requestId]
    // Whoever keeps the connection open would find nobody there.
    if (!server.listening) own.push('connection', 'close')
    const { status, headers, body } = reply
    if (body === null) response.writeHead(status, own.concat(headers)).end()
    else {
      const { before, payload, behind } = body
      own.push('content-length', String(before.length + payload.length + behind.length))
      endWith(response.writeHead(status, own.concat(headers)), before, payload, behind)
    }
    const ms = performance.now() - startedAt
    metrics.request(surface, status, ms / 1_000)
    if (logsEach) log.debug({ requestId, method, status, ms })
  }

  const server = createHttpServer(
    {
      // Node would answer a request without Host by itself, and not in the envelope.
      requireHostHeader: false,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000
    },
    handle
  )
  server.on('clientError', refuseUnreadable)
  // Every pipelined request listens for the end of the one socket: many listeners are no leak.
  server.on('connection', (socket) => socket.setMaxListeners(0))
  // What a client expects beyond 100-continue may be ignored; Node would refuse it outside the envelope.
  server.on('checkExpectation', handle)
  endStalledConnections(server, 60_000)
  return server
}
