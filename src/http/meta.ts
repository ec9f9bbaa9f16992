import type { Scope } from '../core/scope.ts'
import { apiVersion } from '../records/api-version.ts'

/** What every answer tells of itself: `meta` of the envelope, `extensions.meta` of GraphQL. */
export type Meta = { request_id: string; timestamp: string; cached: boolean; version: string }

let lastMillisecond = 0
let lastText = ''

/** The server's time in ISO 8601; made once a millisecond. */
const timestamp = (): string => {
  const now = Date.now()
  if (now !== lastMillisecond) {
    lastMillisecond = now
    lastText = new Date(now).toISOString()
  }
  return lastText
}

/** The JSON of `meta`. None of its parts needs escaping. */
export const metaText = (requestId: string, cached: boolean): string =>
  `{"request_id":"${requestId}","timestamp":"${timestamp()}","cached":${cached},"version":"${apiVersion}"}`

export const metaOf = (scope: Pick<Scope, 'requestId' | 'cached'>): Meta => ({
  request_id: scope.requestId,
  timestamp: timestamp(),
  cached: scope.cached,
  version: apiVersion
})
