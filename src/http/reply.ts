import { toByteText } from '../core/byte-text.ts'
import { type Payload, toPayload } from './payload.ts'

/** A payload with some text before and behind it, one character a byte. */
export type Body = { before: string; payload: Payload; behind: string }

/**
 * What a surface answers with: a value, which the server sends. The server adds `x-request-id`, `content-length` and what pages of other
 * origins need, compresses the body, and leaves it out where the method asks for none.
 */
export type Reply = {
  status: number
  /** Names in lower case and values, in turn. */
  headers: readonly string[]
  body: Body | null
  /** A key that stands in the body: not for pages of other origins, and never compressed beside what a stranger may have chosen. */
  secret?: string | null
}

/** Media type of JSON as everything here sends it. */
export const jsonType = 'application/json; charset=utf-8'

/** A reply of text, or of bytes. */
export const reply = (status: number, headers: readonly string[], content: string | Buffer): Reply => ({
  status,
  headers,
  body: bodyOf(content)
})

export const bodyOf = (content: string | Buffer): Body => ({
  before: '',
  payload: typeof content === 'string' ? toPayload(toByteText(content)) : { content, length: content.length },
  behind: ''
})

/** A reply that is sent for as long as the server runs: its compressed forms are made once, as small as they get. */
export const lastingReply = (headers: readonly string[], content: string | Buffer): Reply => {
  const lasting = reply(200, headers, content)
  if (lasting.body !== null) lasting.body.payload.lasting = new Map()
  return lasting
}

/** A reply that is nothing but headers. */
export const bareReply = (status: number, headers: readonly string[]): Reply => ({ status, headers, body: null })
