import { bytesOf, toByteText } from '../../core/byte-text.ts'
import { type Payload, payloadBytes, toPayload } from './payload.ts'

/** A payload with byte text before and after it. */
export type Body = { before: string; payload: Payload; after: string }

/**
 * A surface's response as a value that the server sends. The server adds `x-request-id`, `content-length` and CORS headers, compresses the
 * body, and omits it where the method requires that.
 */
export type Reply = {
  status: number
  /** Lower-case names and values, alternating. */
  headers: readonly string[]
  body: Body | null
  /** A body of unknown length, sent as it comes. */
  stream?: AsyncIterable<Uint8Array>
  /** A key that the body contains. Such a reply is not readable by other origins, and the key is excluded from compression. */
  secret?: string | null
}

/** Media type of all JSON responses. */
export const jsonType = 'application/json; charset=utf-8'

/** A reply with text or bytes. */
export const reply = (status: number, headers: readonly string[], content: string | Buffer): Reply => ({
  status,
  headers,
  body: bodyOf(content)
})

export const bodyOf = (content: string | Buffer): Body => ({
  before: '',
  payload: typeof content === 'string' ? toPayload(toByteText(content)) : { content, length: content.length },
  after: ''
})

/** A whole body as bytes. */
export const bytesOfBody = ({ before, payload, after }: Body): Buffer<ArrayBuffer> =>
  typeof payload.content === 'string'
    ? bytesOf(before + payload.content + after)
    : Buffer.concat([bytesOf(before), payloadBytes(payload), bytesOf(after)])

/** A reply that never changes: its compressed forms are made once, at the best quality. */
export const lastingReply = (headers: readonly string[], content: string | Buffer): Reply => {
  const lasting = reply(200, headers, content)
  if (lasting.body !== null) lasting.body.payload.lasting = new Map()
  return lasting
}

/** A reply without a body. */
export const bareReply = (status: number, headers: readonly string[]): Reply => ({ status, headers, body: null })

/** Ends the source of a body that will not be read. */
export const endStream = ({ stream }: Reply): void => {
  const parts = stream?.[Symbol.asyncIterator]()
  // Yoga's streams cannot be cancelled before the first read.
  for (const end of [parts?.next(), parts?.return?.()]) end?.catch(() => {})
}
