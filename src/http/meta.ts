import { apiVersion } from '../records/api-version.ts'

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

/**
 * What every answer tells of itself, as JSON: `meta` of the envelope, `extensions.meta` of GraphQL. `cached`: every read behind it came from
 * the cache. None of its parts needs escaping.
 */
export const metaText = ({ requestId, cached }: { requestId: string; cached: boolean }): string =>
  `{"request_id":"${requestId}","timestamp":"${timestamp()}","cached":${cached},"version":"${apiVersion}"}`
