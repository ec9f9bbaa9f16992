import { hash } from 'node:crypto'
import type { Scope } from '../core/scope.ts'

/** A strong entity tag over what an answer says. What it tells of itself (`meta`) changes with every request and is left out. */
export const entityTag = (payload: string | Buffer): string => `"${hash('sha1', payload, 'base64url')}"`

/** When the oldest read behind an answer was made, and when the first of them stops being fresh. Without a read, both are now. */
export const freshnessOf = ({ readAt, freshUntil }: Scope, now: number) => ({
  readAt: readAt ?? now,
  freshUntil: freshUntil ?? now
})

/**
 * Headers that let a client keep an answer while its data is fresh. Private, and told apart by key: `x-gateway-key` is no
 * `Authorization`, so a shared cache would replay answers to callers without a key.
 */
export const cachingHeaders = (
  { tag, readAt, freshUntil }: { tag: string; readAt: number; freshUntil: number },
  now: number
): string[] => [
  ...['etag', tag],
  ...['cache-control', `private, max-age=${Math.max(0, Math.floor((freshUntil - now) / 1_000))}`],
  ...['age', String(Math.max(0, Math.floor((now - readAt) / 1_000)))],
  ...['vary', 'x-gateway-key, accept']
]

/** Whether the client already has what the tag stands for. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === tag))
