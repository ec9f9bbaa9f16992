import { type Fields, readFields, readPastTime } from './read-value.ts'

/** When feeds were collected, in Unix seconds. A time in the future counts as missing. */

/** Keys of collectors and browser extensions, best first. The last one is a key beside the record that a tool moved into it. */
const ownKeys = ['scrapedAt', 'collectedAt', 'collected_at', 'scraped_at', 'timestamp_collected', 'stats_time'] as const
const [moved, movedKey] = ['__import_meta', 'timestamp_collected'] as const

/** Paths of the collection time in a record. */
export const collectionTimePaths: readonly string[] = [...ownKeys, `${moved}.${movedKey}`]

/** Time of a record, or of an object that contains records; null without one. */
export const collectionTimeOf = (fields: Fields): number | null => {
  for (const key of ownKeys) {
    const value = fields[key]
    const time = value === undefined ? null : readPastTime(value)
    if (time !== null) return time
  }
  return fields[moved] === undefined ? null : readPastTime(readFields(fields[moved])[movedKey])
}

/** Time of an object that contains records: its own, that of its `meta`, the clock of the app's server, or that of a network recorder. */
export const envelopeTimeOf = (envelope: Fields): number | null =>
  collectionTimeOf(envelope) ??
  readPastTime(readFields(envelope.meta).timestamp) ??
  readPastTime(readFields(envelope.extra).now) ??
  // Time of a recorded request.
  readPastTime(envelope.startedDateTime)

/** Unix seconds have ten digits since 2001; a smaller number is a year or a day. */
const earliest = 1_000_000_000

export const collectionTimeForms =
  'a date or time of the past, such as 2026-06-01 or 2026-06-01T12:00:00Z, or Unix seconds or milliseconds'

/** A collection time written by a user; null for an invalid or future time. */
export const parseCollectionTime = (text: string): number | null => {
  const time = readPastTime(text)
  return time === null || time < earliest ? null : time
}
