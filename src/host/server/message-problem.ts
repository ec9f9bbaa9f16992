import { ApiError, invalidParam } from '../../core/errors.ts'
import type { SocketIncoming } from './socket-incoming.ts'

export const versionNotSupported = () => new ApiError('HTTP_VERSION_NOT_SUPPORTED', undefined, { isExpected: true })

/**
 * Why a message is refused before its key is checked, and its connection closed (RFC 9112, 2.3 and 6.1); null when it is fine. HTTP/1.0 has
 * no chunked coding, and of several codings the parser reads only the last, so a proxy may see another end of such a request. The parser
 * refuses a single unknown coding by itself.
 */
export const messageProblemOf = ({ heading, httpVersion }: SocketIncoming): ApiError | null => {
  if (!httpVersion.startsWith('1.')) return versionNotSupported()
  const { transferEncoding } = heading
  if (transferEncoding === undefined) return null
  return httpVersion === '1.0' || transferEncoding.includes(',')
    ? invalidParam('transfer-encoding', 'must be chunked, over HTTP/1.1, when it is sent')
    : null
}
