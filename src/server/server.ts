import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Origins } from '../config.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { asApiError } from '../core/errors.ts'
import { withVary } from '../http/caching.ts'
import { codingOf, compress } from '../http/compression.ts'
import type { GatewayKeys } from '../http/gateway-keys.ts'
import { Incoming } from '../http/incoming.ts'
import { endWith } from '../http/payload.ts'
import { bodyOf, type Reply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'
import { endStalledConnections } from '../http/slow-readers.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { problemOf } from './admission.ts'
import { CrossOrigin, isPreflight } from './cross-origin.ts'
import { refusalReply, refuseUnreadable } from './refusals.ts'
import { type Match, Router } from './router.ts'

export type ServerOptions = {
  routes: readonly Route[]
  keys: GatewayKeys
  /** Origins whose pages may call. */
  origins: Origins
  log: Log
  metrics: Pick<Metrics, 'request'>
  /** Time a request may take. */
  timeoutMs: number
}

/** A request with what was found for it, and where the answer goes. */
type Exchange = Match & { incoming: Incoming; response: ServerResponse }

/** The HTTP server: what every request goes through, from the top of this file to its end. */
export const createServer = ({ routes, keys, origins, log, metrics, timeoutMs }: ServerOptions): Server => {
  const router = new Router(routes)
  const crossOrigin = new CrossOrigin(origins)
  const logsEach = log.isLevelEnabled('debug')

  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    const incoming = new Incoming(message, timeoutMs)
    const { route, params } = router.find(incoming.url)
    const exchange = { incoming, route, params, response }
    // Before the key is asked for: browsers send none here.
    if (isPreflight(incoming)) {
      answer({ ...exchange, route: crossOrigin.preflight(route) })
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

  const answer = (exchange: Exchange): void => {
    let reply: Awaitable<Reply>
    try {
      reply = exchange.route.answer(exchange.incoming, exchange.params)
    } catch (error) {
      reply = refused(exchange, error)
    }
    // What is at hand is sent at once.
    if (reply instanceof Promise) {
      reply.then(
        (come) => send(exchange, come),
        (error: unknown) => send(exchange, refused(exchange, error))
      )
    } else send(exchange, reply)
  }

  const refused = ({ incoming, route }: Exchange, thrown: unknown): Reply => {
    const error = asApiError(thrown)
    if (error.status >= 500) log.error({ requestId: incoming.requestId, err: error.cause ?? error }, error.message)
    return refusalReply(incoming, route, error)
  }

  const send = (exchange: Exchange, reply: Reply): void => {
    const { acceptEncoding } = exchange.incoming.heading
    const coding = acceptEncoding === undefined ? null : codingOf(reply, acceptEncoding)
    if (coding === null || reply.body === null) {
      write(exchange, reply)
      return
    }
    const headers = [...withVary(reply.headers, 'accept-encoding'), 'content-encoding', coding]
    const form = compress(reply.body, coding)
    const writeForm = (bytes: Buffer) => write(exchange, { ...reply, headers, body: bodyOf(bytes) })
    if (form instanceof Promise) form.then(writeForm, () => write(exchange, reply))
    else writeForm(form)
  }

  const write = ({ incoming, route, response }: Exchange, { status, headers, body, isSecret }: Reply): void => {
    const { requestId, method, startedAt, heading } = incoming
    incoming.end()
    const isToldMore = isSecret !== true && (heading.origin !== undefined || route.readers !== undefined)
    const told = isToldMore ? crossOrigin.told(headers, route, heading.origin) : headers
    const all = ['x-request-id', requestId, ...told]
    // Whoever keeps the connection open would find nobody there.
    if (!server.listening) all.push('connection', 'close')
    if (body === null) response.writeHead(status, all).end()
    else {
      const { before, payload, behind } = body
      all.push('content-length', String(before.length + payload.length + behind.length))
      endWith(response.writeHead(status, all), before, payload, behind)
    }
    const ms = performance.now() - startedAt
    metrics.request(route.surface, status, ms / 1_000)
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
