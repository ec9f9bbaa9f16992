import { createHash } from 'node:crypto'

/** A content security policy that allows nothing beyond the directives. */
export const policyOf = (directives: readonly string[]): string => ["default-src 'none'", ...directives].join('; ')

/** CSP hash of an inline script or style sheet. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Headers of a page with its policy. */
export const pageHeaders = (directives: readonly string[]): readonly string[] => [
  ...['content-type', 'text/html; charset=utf-8'],
  ...[
    'content-security-policy',
    policyOf([...directives, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
  ],
  ...['x-content-type-options', 'nosniff'],
  ...['referrer-policy', 'no-referrer']
]

/** Headers of a page for one visitor. It must not be stored, because it may contain the key of this run. */
export const visitorPageHeaders = (directives: readonly string[]): readonly string[] => [
  ...pageHeaders(directives),
  ...['cache-control', 'no-store'],
  ...['vary', 'accept-encoding']
]

const year = 365 * 24 * 60 * 60

/** Headers of content that never changes at its address. */
export const fileHeaders = (type: string): readonly string[] => [
  ...['content-type', type],
  ...['x-content-type-options', 'nosniff'],
  ...['cache-control', `public, max-age=${year}, immutable`],
  ...['vary', 'accept-encoding']
]
