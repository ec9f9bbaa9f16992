/** Seconds between attempts after the first success, long enough for a deployment to restart. */
const pauses = [1, 2, 4, 8, 16]

/** Longest accepted `Retry-After` in seconds. */
const longestPause = 3_600

/** A failed read: whether it was refused by a rate limit, whether it may succeed later, and the server's `Retry-After`. */
export type Failure = { isLimit: boolean; mayPass: boolean; retryAfterSeconds?: number | undefined }

/**
 * Seconds to wait before a read of an export is repeated; null to give up. Rate limits are waited for as long as the server says, any number
 * of times. Other failures are retried for half a minute, but not before the first success: the URL may be wrong. `failures`: the earlier
 * ones of this read. Also used by the explorer.
 */
export const pauseAfter = (
  { isLimit, mayPass, retryAfterSeconds = 0 }: Failure,
  { hasRead, failures }: { hasRead: boolean; failures: number }
): number | null => {
  const pause = isLimit ? 1 : hasRead ? pauses[failures] : undefined
  return pause === undefined || !mayPass ? null : Math.min(Math.max(pause, retryAfterSeconds), longestPause)
}
