import type { Incoming } from './incoming.ts'
import { type Reply, reply } from './reply.ts'

type RangeRequest = Pick<Incoming, 'method' | 'headers'>

/** A single byte range with a start. Other range requests get the whole resource, as RFC 9110 (14.2) allows. */
const oneRange = /^bytes=(\d{1,15})-(\d{0,15})$/

/**
 * A file, or the part that the `range` header requests: media players can seek only with range support. Only a GET has parts, and `if-range`
 * never matches: files have no tag, and no date.
 */
export const rangedReply = (
  headers: readonly string[],
  content: Buffer,
  { method, headers: asked }: RangeRequest
): Reply => {
  const accepting = [...headers, 'accept-ranges', 'bytes']
  const range = method === 'GET' && asked['if-range'] === undefined ? (asked.range ?? '') : ''
  const [, from = '', to = ''] = oneRange.exec(range) ?? []
  const first = Number(from)
  const last = Math.min(to === '' ? content.length - 1 : Number(to), content.length - 1)
  if (from === '' || first > last) return reply(200, accepting, content)
  return reply(
    206,
    [...accepting, 'content-range', `bytes ${first}-${last}/${content.length}`],
    content.subarray(first, last + 1)
  )
}
