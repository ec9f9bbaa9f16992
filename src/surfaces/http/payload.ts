import type { ServerResponse } from 'node:http'
import type { Awaitable } from '../../core/awaitable.ts'
import { type ByteText, bytesOf, lengthOf, writeParts } from '../../core/byte-text.ts'

/** Supported content codings. */
export type Coding = 'gzip' | 'zstd' | 'br'

/** The constant part of a body: text while small, because Node sends it together with the headers, bytes otherwise, to avoid copies. */
export type Payload = {
  content: ByteText | Buffer
  length: number
  /** Deflate blocks, once a client has asked for gzip. */
  deflated?: Buffer
  /** Compressed forms of content that never changes. */
  lasting?: Map<Coding, Awaitable<Buffer>>
}

export const payloadBytes = ({ content }: Payload): Buffer => (typeof content === 'string' ? bytesOf(content) : content)

const smallBody = 16 * 1024
/** Payloads of this size are sent in parts and counted while in flight. */
export const largeBytes = 128 * 1024
const partBytes = 64 * 1024

/** Joins parts into a payload. Small parts stay separate until they are sent, which saves a copy. */
export const toPayload = (...parts: readonly ByteText[]): Payload => {
  const length = lengthOf(parts)
  const content =
    length <= smallBody ? parts.reduce((before, part) => before + part) : writeParts(parts, Buffer.allocUnsafe(length))
  return { content, length }
}

/** Ends a response with a payload and byte text before and after it. */
export const endWith = (
  response: ServerResponse,
  before: string,
  { content, length }: Payload,
  after: string
): void => {
  if (typeof content === 'string') {
    response.end(before + content + after, 'latin1')
    return
  }
  const total = before.length + length + after.length
  if (total <= smallBody) {
    // One copied write costs less than two writes.
    const body = Buffer.allocUnsafe(total)
    body.write(before, 0, 'latin1')
    body.set(content, before.length)
    body.write(after, before.length + length, 'latin1')
    response.end(body)
    return
  }
  if (before !== '') response.write(before, 'latin1')
  if (length >= largeBytes) endInParts(response, content, after)
  else if (after === '') response.end(content)
  else {
    response.write(content)
    response.end(after, 'latin1')
  }
}

/** Writes each part after the previous one was flushed. If the client disconnects, nothing drains and the rest is dropped. */
const endInParts = (response: ServerResponse, content: Buffer, after: string): void => {
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
    response.end(after, 'latin1')
  }
  goOn()
}
