import { hash } from 'node:crypto'
import { type ByteText, bytesForNow } from '../../core/byte-text.ts'
import type { Scope } from '../../core/scope.ts'
import { bareReply, type Reply } from './reply.ts'

/**
 * A weak entity tag of a payload. Weak, because `meta` changes with every request and is not part of it; a weak tag also stays the same in
 * every content coding, so proxies may compress or decompress.
 */
export const entityTag = (payload: readonly ByteText[] | Buffer): string =>
  `W/"${hash('sha1', Buffer.isBuffer(payload) ? payload : bytesForNow(payload), 'base64url')}"`

/** Time of the oldest read behind an answer, and when the first of them stops being fresh; both are now when nothing was read. */
export const freshnessOf = ({ readAt, freshUntil }: Scope, now: number) => ({
  readAt: readAt ?? now,
  freshUntil: freshUntil ?? now
})

/**
 * Headers that let a client cache an answer while its data is fresh. Private and varying by key: to a shared cache
 * `x-gateway-key` is a header like any other, and it would replay answers to callers without a key.
 */
export const cachingHeaders = (
  { tag, readAt, freshUntil }: { tag: string; readAt: number; freshUntil: number },
  now: number
): string[] => {
  const age = Math.max(0, Math.floor((now - readAt) / 1_000))
  const left = Math.floor((freshUntil - now) / 1_000)
  // Caches subtract the age from it (RFC 9111, 4.2).
  const maxAge = left > 0 ? age + left : 0
  return ['etag', tag, 'cache-control', `private, max-age=${maxAge}`, 'age', String(age), ...varying]
}

/** Seconds of age and of freshness left of each read behind an answer, by kind and key; of several pages of a list, the least. */
export const readsOf = (
  { reads }: Scope,
  now: number
): Readonly<Record<string, readonly [age: number, left: number]>> => {
  const found: Record<string, [number, number]> = {}
  for (const { key, at, freshUntil } of reads) {
    const [kind, name] = key.split('\0', 2)
    const age = Math.max(0, Math.floor((now - at) / 1_000))
    const left = Math.max(0, Math.floor((freshUntil - now) / 1_000))
    const [knownAge, knownLeft] = found[`${kind}:${name}`] ?? [age, left]
    found[`${kind}:${name}`] = [Math.max(age, knownAge), Math.min(left, knownLeft)]
  }
  return found
}

const varying = ['vary', 'x-gateway-key, authorization, accept, accept-encoding, origin']

/** Headers with an additional name in `vary`. */
export const withVary = (headers: readonly string[], name: string): readonly string[] => {
  const at = headers.indexOf('vary') + 1
  if (at === 0) return [...headers, 'vary', name]
  const named = headers[at] ?? ''
  return named.split(', ').includes(name) ? headers : headers.with(at, `${named}, ${name}`)
}

/** Whether the client already has the tagged content. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((known) => opaque(known.trim()) === opaque(tag)))

/** Tags are compared weakly (RFC 9110, 13.1.2). */
const opaque = (tag: string): string => tag.replace(/^W\//, '')

/** Headers of public content: cacheable by anyone, revalidated each time. */
export const sharedHeaders = (content: string | Buffer): string[] => [
  ...['etag', entityTag(Buffer.from(content))],
  ...['cache-control', 'no-cache'],
  ...['vary', 'accept-encoding']
]

/** A 304 with the headers of the cached answer, except the content type of the missing body. */
export const notModified = (headers: readonly string[]): Reply =>
  bareReply(
    304,
    // Names and values alternate.
    headers.filter((_, index) => headers[index - (index % 2)] !== 'content-type')
  )

/** A reply, or 304 for a client that has the tagged content. */
export const unlessKnown = (reply: Reply, ifNoneMatch: string | undefined): Reply => {
  if (ifNoneMatch === undefined || reply.status !== 200) return reply
  const { headers } = reply
  const at = headers.indexOf('etag')
  if (at < 0 || !isKnown(ifNoneMatch, headers[at + 1] ?? '')) return reply
  return { ...reply, ...notModified(headers) }
}
