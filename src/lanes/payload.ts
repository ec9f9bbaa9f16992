import type { ServerResponse } from 'node:http'
import { type Pieces, toBytes } from '../graphql/compiled/pieces.ts'

/**
 * The part of a body that does not change: text while it is small, for Node sends it with the headers in one write, and bytes when
 * it is not, for they need no encoding.
 */
export type Payload = { content: string | Buffer; length: number }

const smallText = 4 * 1024
const smallBody = 16 * 1024

export const toPayload = (pieces: Pieces): Payload => {
  if (typeof pieces === 'string' && pieces.length <= smallText) {
    return { content: pieces, length: Buffer.byteLength(pieces) }
  }
  const bytes = toBytes(pieces)
  return { content: bytes, length: bytes.length }
}

/** Ends a response with a payload and some ASCII before or behind it. */
export const endWith = (
  response: ServerResponse,
  before: string,
  { content, length }: Payload,
  behind: string
): void => {
  if (typeof content === 'string') {
    response.end(before + content + behind)
    return
  }
  const total = before.length + length + behind.length
  if (total <= smallBody) {
    // Copied together: one write costs less than two.
    const body = Buffer.allocUnsafe(total)
    body.write(before, 0, 'latin1')
    body.set(content, before.length)
    body.write(behind, before.length + length, 'latin1')
    response.end(body)
    return
  }
  if (before !== '') response.write(before, 'latin1')
  if (behind === '') response.end(content)
  else {
    response.write(content)
    response.end(behind, 'latin1')
  }
}
