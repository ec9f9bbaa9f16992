import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ApiError, invalidParam } from '../../core/errors.ts'
import { metaText } from '../../surfaces/http/meta.ts'
import { jsonType } from '../../surfaces/http/reply.ts'
import { failureJson } from '../../surfaces/rest/envelope.ts'
import { methodsOf } from '../handler/admission.ts'
import { closingMs } from './connections.ts'
import { versionNotSupported } from './message-problem.ts'

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
