/**
 * The present of the data set's own calendar, which its ids tell. Everything is drawn in this calendar, so ids, names, texts
 * and counts are the same whatever day a data set is made for; only the times that are shown move to that day (calendar.ts).
 */
export const now = Date.UTC(2026, 5, 1) / 1000

export const hour = 3_600
export const day = 24 * hour
export const week = 7 * day

/** Nobody has posted for longer than four years. */
export const longestCareer = 4 * 365 * day
export const firstPostAt = now - longestCareer

/** A post is shown at most so long before or after its own moment: at an hour and on a weekday that suit its author. */
export const longestShift = 9 * day

/** A platform id: the moment of creation above 32 further bits, which makes 19 digits. */
export const snowflake = (unixSeconds: number, low: number): string =>
  ((BigInt(unixSeconds) << 32n) | BigInt(low)).toString()
