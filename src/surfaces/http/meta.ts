import { apiVersion } from '../../records/api-version.ts'

let lastMillisecond = 0
let lastText = ''

/** The server's time in ISO 8601, formatted at most once per millisecond. */
const timestamp = (): string => {
  const now = Date.now()
  if (now !== lastMillisecond) {
    lastMillisecond = now
    lastText = new Date(now).toISOString()
  }
  return lastText
}

/**
 * The `meta` of the REST envelope and of GraphQL's `extensions.meta`, as JSON. `cached`: every read came from the cache. `isSampleData`: adds
 * that flag, only in GraphQL, because the REST envelope has a fixed form. No part needs escaping.
 */
export const metaText = ({ requestId, cached }: { requestId: string; cached: boolean }, isSampleData = false): string =>
  `{"request_id":"${requestId}","timestamp":"${timestamp()}","cached":${cached},"version":"${apiVersion}"${isSampleData ? ',"sample_data":true' : ''}}`
