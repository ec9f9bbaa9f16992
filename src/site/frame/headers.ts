import { createHash } from 'node:crypto'

/** A content security policy: nothing from anywhere, except what the directives let through. */
export const policyOf = (directives: readonly string[]): string => ["default-src 'none'", ...directives].join('; ')

/** What a policy calls an inline script or style sheet by. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The headers of a page that runs and loads what the directives say. */
export const pageHeaders = (directives: readonly string[]): readonly string[] => [
  ...['content-type', 'text/html; charset=utf-8'],
  ...[
    'content-security-policy',
    policyOf([...directives, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
  ],
  ...['x-content-type-options', 'nosniff'],
  ...['referrer-policy', 'no-referrer']
]

/** The headers of a page made for one visitor. Nothing keeps it: it may hold the key of this run. */
export const visitorPageHeaders = (directives: readonly string[]): readonly string[] => [
  ...pageHeaders(directives),
  ...['cache-control', 'no-store'],
  ...['vary', 'accept-encoding']
]

const year = 365 * 24 * 60 * 60

/** The headers of what is always the same under its address. */
export const fileHeaders = (type: string): readonly string[] => [
  ...['content-type', type],
  ...['x-content-type-options', 'nosniff'],
  ...['cache-control', `public, max-age=${year}, immutable`],
  ...['vary', 'accept-encoding']
]
