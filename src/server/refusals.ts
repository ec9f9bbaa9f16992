import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ApiError, invalidParam } from '../core/errors.ts'
import { refusalJson } from '../graphql/http/refusal.ts'
import type { Incoming } from '../http/incoming.ts'
import { metaText } from '../http/meta.ts'
import { jsonType, type Reply, reply } from '../http/reply.ts'
import type { Route, Surface } from '../http/route.ts'
import { rpcRefusalJson } from '../mcp/refusal.ts'
import { failureJson } from '../rest/envelope.ts'
import { refusedPage } from '../site/refused-page.ts'
import { methodsOf, versionNotSupported } from './admission.ts'
import { closingMs } from './connections.ts'

/**
 * The response to a refused or failed request, in the form of its surface. Pages use the REST envelope; people who open a missing page get
 * one with links.
 */
export const refusalReply = (incoming: Incoming, { surface, notes }: Route, error: ApiError): Reply => {
  if (surface === 'page' && error.status < 405 && incoming.heading.accept?.includes('text/html') === true) {
    return refusedPage(error)
  }
  const headers = [...(notes?.(incoming) ?? []), 'cache-control', 'no-store', 'content-type', jsonType]
  if (error.code === 'METHOD_NOT_ALLOWED') headers.push('allow', methodsOf(surface).join(', '))
  if (error.retryAfterSeconds !== undefined) headers.push('retry-after', String(error.retryAfterSeconds))
  // The rest of a body that is too large is not read.
  if (error.code === 'PAYLOAD_TOO_LARGE') headers.push('connection', 'close')
  return reply(error.status, headers, refusalBody(metaText(incoming), surface, error))
}

const refusalBody = (meta: string, surface: Surface, error: ApiError): string => {
  if (surface === 'mcp') return rpcRefusalJson(error)
  return surface === 'graphql' ? refusalJson(meta, error) : failureJson(meta, error)
}

const retryAfterSeconds = 1
const tooMuchToDo = new ApiError('UNAVAILABLE', 'The server has more to do than it can; try again shortly.', {
  retryAfterSeconds,
  isExpected: true
})
const overloadHeaders = [
  'cache-control',
  'no-store',
  'content-type',
  jsonType,
  'retry-after',
  String(retryAfterSeconds)
]
const overloadTexts = new Map<Surface, readonly string[]>()

/** The response when overloaded. Everything but `meta` is prepared once: refusing must be cheaper than answering. */
export const overloadReply = (incoming: Incoming, { surface }: Route): Reply => {
  let texts = overloadTexts.get(surface)
  if (texts === undefined) {
    texts = refusalBody('META', surface, tooMuchToDo).split('META')
    overloadTexts.set(surface, texts)
  }
  incoming.code = tooMuchToDo.code
  return reply(tooMuchToDo.status, overloadHeaders, texts.join(metaText(incoming)))
}

const notHttp = { status: '400 Bad Request', error: invalidParam('request', 'is not valid HTTP') }
const otherVersion = { status: '505 HTTP Version Not Supported', error: versionNotSupported() }
const unreadable: Readonly<Record<string, typeof notHttp>> = {
  // The preface of HTTP/2.
  HPE_PAUSED_H2_UPGRADE: otherVersion,
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: new ApiError('PAYLOAD_TOO_LARGE', 'The address and headers are too large.')
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: new ApiError('REQUEST_TIMEOUT') }
}

/** A connection with its current or next response and its last parsed request. */
type Line = Socket & {
  _httpMessage?: ServerResponse | null
  parser?: { incoming: IncomingMessage | null } | null
}

/**
 * Unparseable requests get the envelope too, written directly to the socket because there is no request object. It comes after pending
 * responses, since clients match responses by order.
 */
export const refuseUnreadable = (error: Error & { code?: string; reason?: string }, line: Line): void => {
  if (error.code === 'ECONNRESET' || !line.writable) {
    line.destroy()
    return
  }
  const before = line._httpMessage
  if (before?.req.complete || before?.headersSent) {
    before.once('close', () => refuseUnreadable(error, line))
    return
  }
  // Destroyed in any case: no one else handles this connection from here on.
  setTimeout(() => line.destroy(), closingMs).unref()
  // The error is inside a request that was already answered; another response would be taken for the next request's.
  if (before == null && line.parser?.incoming?.complete === false) {
    line.end()
    return
  }
  // The parser's version error also covers misspelled versions; its reason tells them apart.
  const isOtherVersion = error.code === 'HPE_INVALID_VERSION' && error.reason === 'Invalid HTTP version'
  const { status, error: shown } = isOtherVersion ? otherVersion : (unreadable[error.code ?? ''] ?? notHttp)
  endWith(line, status, shown)
}

/** CONNECT is refused. Node would close the connection without a response. */
export const refuseTunnel = (_: IncomingMessage, socket: Duplex) => {
  // No one else handles the connection from here on.
  socket.on('error', () => {}).once('finish', () => socket.destroy())
  endWith(socket, '405 Method Not Allowed', new ApiError('METHOD_NOT_ALLOWED'), [
    `allow: ${methodsOf('page').join(', ')}`
  ])
}

const endWith = (socket: Duplex, status: string, error: ApiError, headers: readonly string[] = []): void => {
  const requestId = randomUUID()
  const body = failureJson(metaText({ requestId, cached: false }), error)
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      ...headers,
      'cache-control: no-store',
      `content-type: ${jsonType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body
    ].join('\r\n')
  )
}
