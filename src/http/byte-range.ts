import { type Reply, reply } from './reply.ts'

/** One range of bytes from a place on; what else a client may ask for is answered with the whole, as RFC 9110 (14.2) lets a server do. */
const oneRange = /^bytes=(\d{1,15})-(\d{0,15})$/

/** A file, or the part of it that the header `range` asks for: players go to a place in a sound only where they can ask for it. */
export const rangedReply = (headers: readonly string[], content: Buffer, range: string | undefined): Reply => {
  const accepting = [...headers, 'accept-ranges', 'bytes']
  const [, from = '', to = ''] = oneRange.exec(range ?? '') ?? []
  const first = Number(from)
  const last = Math.min(to === '' ? content.length - 1 : Number(to), content.length - 1)
  if (from === '' || first > last) return reply(200, accepting, content)
  return reply(
    206,
    [...accepting, 'content-range', `bytes ${first}-${last}/${content.length}`],
    content.subarray(first, last + 1)
  )
}
