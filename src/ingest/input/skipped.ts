/** A skipped element, with what helps to find it. */
export type Skipped = {
  reason: string
  example: string
  /** A file, or the rest of it, could not be read: nobody knows how many records are missing. */
  isIncomplete?: true
  /** A record, or what should be one, that cannot be read. */
  isRefused?: true
  /** The format that comes nearest to an element of none, and what is missing, as sentences. */
  nearest?: string
}
