import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, invalidParam } from '../core/errors.ts'
import { refusalJson } from '../graphql/http/refusal.ts'
import type { Incoming } from '../http/incoming.ts'
import { metaText } from '../http/meta.ts'
import { jsonType, type Reply, reply } from '../http/reply.ts'
import type { Route, Surface } from '../http/route.ts'
import { rpcRefusalJson } from '../mcp/refusal.ts'
import { failureJson } from '../rest/envelope.ts'
import { methodsOf } from './admission.ts'

/** The answer to a request that is refused, or whose route failed, in the form of its surface. Pages have the envelope. */
export const refusalReply = (incoming: Incoming, { surface, notes }: Route, error: ApiError): Reply => {
  const headers = [...(notes?.(incoming) ?? []), 'cache-control', 'no-store', 'content-type', jsonType]
  if (error.code === 'METHOD_NOT_ALLOWED') headers.push('allow', methodsOf(surface).join(', '))
  if (error.retryAfterSeconds !== undefined) headers.push('retry-after', String(error.retryAfterSeconds))
  // What is left of a body that is too large is not waited for.
  if (error.code === 'PAYLOAD_TOO_LARGE') headers.push('connection', 'close')
  return reply(error.status, headers, refusalBody(incoming, surface, error))
}

const refusalBody = (incoming: Incoming, surface: Surface, error: ApiError): string => {
  if (surface === 'mcp') return rpcRefusalJson(error)
  const meta = metaText(incoming)
  return surface === 'graphql' ? refusalJson(meta, error) : failureJson(meta, error)
}

const notHttp = { status: '400 Bad Request', error: invalidParam('request', 'is not valid HTTP') }
const unreadable: Readonly<Record<string, typeof notHttp>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: new ApiError('PAYLOAD_TOO_LARGE', 'The address and headers are too large.')
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: new ApiError('REQUEST_TIMEOUT') }
}

/** What is no HTTP gets the envelope too, written straight to the socket because there is no request to reply to. */
export const refuseUnreadable = (
  error: Error & { code?: string },
  socket: Socket & { _httpMessage?: ServerResponse }
) => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, error: told } = unreadable[error.code ?? ''] ?? notHttp
  const requestId = randomUUID()
  const body = failureJson(metaText({ requestId, cached: false }), told)
  socket.end(
    [
      `HTTP/1.1 ${status}`,
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
