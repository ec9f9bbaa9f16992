/**
 * Version number of the tables. A change of tables, indexes or the meaning of stored values needs the next number and a step that upgrades
 * older data sets (docs/how-to/change-the-tables.md). Every migration creates the views again, so they need no step.
 */
export const schemaVersion = 3

/** The number stored in data sets of the first version: a hash of their tables. */
const firstHash = 274523902

/** Larger numbers are hashes of tables that no step begins at. */
const largestNumber = 10_000

/** The number of a stored version; null if no step begins at it and no newer version may have it. */
export const numberOf = (stored: number): number | null => {
  const number = stored === firstHash ? 1 : stored
  return number >= 1 && number <= largestNumber ? number : null
}
