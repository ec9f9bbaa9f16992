/** A skipped element, with information that helps to find it. */
export type Skipped = {
  reason: string
  example: string
  /** A file, or the rest of it, could not be read, so the number of missing records is unknown. */
  isIncomplete?: true
  /** A record, or what should be one, that cannot be read. */
  isRefused?: true
  /** The format nearest to an unrecognized element, and the missing keys, as sentences. */
  nearest?: string
}
