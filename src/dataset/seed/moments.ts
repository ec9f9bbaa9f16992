/** The data set's present. Fixed, so that the same seed gives the same data set on every day. */
export const now = Date.UTC(2026, 5, 1) / 1000

export const day = 86_400

/** No post is older than three years. */
export const firstPostAt = now - 3 * 365 * day

/** A platform id: the moment of creation above 32 further bits, which makes 19 digits. */
export const snowflake = (unixSeconds: number, low: number): string =>
  ((BigInt(unixSeconds) << 32n) | BigInt(low)).toString()
