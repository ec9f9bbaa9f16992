/**
 * The present of the internal calendar, which ids encode. Everything is drawn in this calendar, so ids, names, texts and counts are equal
 * for every end day; only visible times shift (calendar.ts).
 */
export const now = Date.UTC(2026, 5, 1) / 1000

export const hour = 3_600
export const day = 24 * hour
export const week = 7 * day

/** Longest posting history. */
export const longestCareer = 4 * 365 * day
export const firstPostAt = now - longestCareer

/** Maximum shift of a post's visible time, which is moved to an hour and weekday that suit its author. */
export const longestShift = 9 * day

/** A platform id: creation time above 32 further bits, 19 digits. */
export const snowflake = (unixSeconds: number, low: number): string =>
  ((BigInt(unixSeconds) << 32n) | BigInt(low)).toString()
