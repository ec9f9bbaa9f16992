import { type Payload, toPayload } from './payload.ts'

/**
 * What a surface answers with: a value, which the server sends. The server adds `x-request-id` and `content-length`, and leaves the body
 * out where the method asks for none.
 */
export type Reply = {
  status: number
  /** Names in lower case and values, in turn. */
  headers: readonly string[]
  /** A payload with some ASCII before and behind it; null for none. */
  body: { before: string; payload: Payload; behind: string } | null
}

/** Media type of JSON as everything here sends it. */
export const jsonType = 'application/json; charset=utf-8'

/** A reply of text, or of bytes. */
export const reply = (status: number, headers: readonly string[], content: string | Buffer): Reply => ({
  status,
  headers,
  body: {
    before: '',
    payload: typeof content === 'string' ? toPayload(content, 'utf8') : { content, length: content.length },
    behind: ''
  }
})

/** A reply that is nothing but headers. */
export const bareReply = (status: number, headers: readonly string[]): Reply => ({ status, headers, body: null })
