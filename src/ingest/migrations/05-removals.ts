import type { Step } from './step.ts'

/** The list of removals, which is empty. */
export const listOfRemovals: Step = {
  number: 5,
  what: 'removals',
  run: (tables) =>
    tables.run(`CREATE TABLE removals (kind TEXT NOT NULL, id TEXT NOT NULL, along_with TEXT NOT NULL,
      removed_at INTEGER NOT NULL, why TEXT, until INTEGER, PRIMARY KEY (kind, id, along_with)) STRICT, WITHOUT ROWID`)
}
