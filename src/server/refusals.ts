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
 * The answer to a request that is refused, or whose route failed, in the form of its surface. Pages have the envelope; people who open a page that is
 * not there get one that leads on.
 */
export const refusalReply = (incoming: Incoming, { surface, notes }: Route, error: ApiError): Reply => {
  if (surface === 'page' && error.status < 405 && incoming.heading.accept?.includes('text/html') === true) {
    return refusedPage(error)
  }
  const headers = [...(notes?.(incoming) ?? []), 'cache-control', 'no-store', 'content-type', jsonType]
  if (error.code === 'METHOD_NOT_ALLOWED') headers.push('allow', methodsOf(surface).join(', '))
  if (error.retryAfterSeconds !== undefined) headers.push('retry-after', String(error.retryAfterSeconds))
  // What is left of a body that is too large is not waited for.
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

/** The answer where there is too much to do. All but its `meta` is made once: to refuse must cost less than to do. */
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

/** A connection, with the answer that is written to it now or next, and the request that was read from it last. */
type Line = Socket & {
  _httpMessage?: ServerResponse | null
  parser?: { incoming: IncomingMessage | null } | null
}

/**
 * What is no HTTP gets the envelope too, written straight to the socket because there is no request to reply to; behind the answers that
 * are due or under way before it, for clients tell answers apart by their order alone.
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
  // Whatever the client does: nobody looks after the connection from here on.
  setTimeout(() => line.destroy(), closingMs).unref()
  // It is in a request that was answered after its head: one answer more would be taken for that to the next.
  if (before == null && line.parser?.incoming?.complete === false) {
    line.end()
    return
  }
  // The parser's one code for versions stands for those that are misspelled too; its reason tells them apart.
  const isOtherVersion = error.code === 'HPE_INVALID_VERSION' && error.reason === 'Invalid HTTP version'
  const { status, error: told } = isOtherVersion ? otherVersion : (unreadable[error.code ?? ''] ?? notHttp)
  endWith(line, status, told)
}

/** No request leads through here to elsewhere. Node would hang up without a word. */
export const refuseTunnel = (_: IncomingMessage, socket: Duplex) => {
  // Nobody looks after the connection from here on.
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
