import { hash } from 'node:crypto'
import type { Scope } from '../core/scope.ts'

/** A strong entity tag over what an answer says. What it tells of itself (`meta`) changes with every request and is left out. */
export const entityTag = (payload: string): string => `"${hash('sha1', payload, 'base64url')}"`

/**
 * Headers that let a client keep an answer while its data is fresh. Private, and told apart by key: `x-gateway-key` is no
 * `Authorization`, so a shared cache would replay answers to callers without a key.
 */
export const freshness = (readAt: number, freshUntil: number, now: number) => ({
  'cache-control': `private, max-age=${Math.max(0, Math.floor((freshUntil - now) / 1_000))}`,
  age: String(Math.max(0, Math.floor((now - readAt) / 1_000))),
  vary: 'x-gateway-key'
})

/** All caching headers of an answer. */
export const cachingHeaders = (scope: Scope, tag: string, now: number) => ({
  etag: tag,
  ...freshness(scope.readAt ?? now, scope.freshUntil ?? now, now)
})

/** Whether the client already has what the tag stands for. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === tag))
