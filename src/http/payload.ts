import type { ServerResponse } from 'node:http'
import type { Awaitable } from '../core/awaitable.ts'
import { type ByteText, bytesOf, lengthOf, writeParts } from '../core/byte-text.ts'

/** What a body may be compressed in. */
export type Coding = 'gzip' | 'zstd' | 'br'

/**
 * The part of a body that does not change: text while it is small, for Node sends it with the headers in one piece, and bytes when
 * it is not, for they need not be copied.
 */
export type Payload = {
  content: ByteText | Buffer
  length: number
  /** As blocks of deflate, once a client asked for it in gzip. */
  deflated?: Buffer
  /** Of what is sent for as long as the server runs: its forms in the codings that were asked for. */
  lasting?: Map<Coding, Awaitable<Buffer>>
}

export const payloadBytes = ({ content }: Payload): Buffer => (typeof content === 'string' ? bytesOf(content) : content)

const smallBody = 16 * 1024
/** What has so many goes out in parts, and is counted while it does. */
export const largeBytes = 128 * 1024
const partBytes = 64 * 1024

/** What is said in parts. What is small is put together when it is sent, with what is new in the body: to do so before is a copy more. */
export const toPayload = (...parts: readonly ByteText[]): Payload => {
  const length = lengthOf(parts)
  const content =
    length <= smallBody ? parts.reduce((before, part) => before + part) : writeParts(parts, Buffer.allocUnsafe(length))
  return { content, length }
}

/** Ends a response with a payload and some text before or behind it, one character a byte. */
export const endWith = (
  response: ServerResponse,
  before: string,
  { content, length }: Payload,
  behind: string
): void => {
  if (typeof content === 'string') {
    response.end(before + content + behind, 'latin1')
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
  if (length >= largeBytes) endInParts(response, content, behind)
  else if (behind === '') response.end(content)
  else {
    response.write(content)
    response.end(behind, 'latin1')
  }
}

/** A part is handed over when those before it are out. Where the client leaves nothing drains any more, and that was all. */
const endInParts = (response: ServerResponse, content: Buffer, behind: string): void => {
  let at = 0
  const goOn = () => {
    while (at < content.length) {
      const part = content.subarray(at, at + partBytes)
      at += part.length
      if (!response.write(part)) {
        response.once('drain', goOn)
        return
      }
    }
    response.end(behind, 'latin1')
  }
  goOn()
}
