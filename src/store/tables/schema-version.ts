/**
 * Number of the tables. A change of tables, indexes or the meaning of stored values takes the next number and a step that brings older data
 * sets there (docs/how-to/change-the-tables.md). Views are made anew by every migration and need none.
 */
export const schemaVersion = 2

/** What data sets of the first version say instead: a hash of their tables. */
const firstHash = 274523902

/** Larger ones are hashes of tables that no step begins at. */
const largestNumber = 10_000

/** The number of a stored version; null when it is none that a step begins at, or that a newer version may have. */
export const numberOf = (stored: number): number | null => {
  const number = stored === firstHash ? 1 : stored
  return number >= 1 && number <= largestNumber ? number : null
}
