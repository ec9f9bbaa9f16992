/**
 * Number of the tables. A change of tables, indexes or the meaning of stored values takes the next number and a step that brings older data
 * sets there (docs/how-to/change-the-tables.md). Views are made anew by every migration and need none.
 */
export const schemaVersion = 5

/** Hashes of their tables, which data sets had before numbers: the last ones of each number. */
const hashes = new Map([
  [274523902, 1],
  [1308804261, 2],
  [2036277780, 3]
])

/** Larger ones are hashes of tables that no step begins at. */
const largestNumber = 10_000

/** The number of a stored version; null when it is none that a step begins at, or that a newer version may have. */
export const numberOf = (stored: number): number | null => {
  const number = hashes.get(stored) ?? stored
  return number >= 1 && number <= largestNumber ? number : null
}
