import type { CountedKind } from './merge-store.ts'

/** Numbers of new rows and of rows with changed values. */
export type Tally = { [K in CountedKind]: { new: number; changed: number } }

export const emptyTally = (): Tally => {
  const none = () => ({ new: 0, changed: 0 })
  return {
    ...{ posts: none(), users: none(), sounds: none(), places: none(), hashtags: none() },
    ...{ live_rooms: none(), effects: none(), collections: none(), relations: none() }
  }
}

export const count = (tally: Tally, kind: CountedKind, merged: { isNew: boolean; isChanged: boolean }): void => {
  if (merged.isNew) tally[kind].new += 1
  else if (merged.isChanged) tally[kind].changed += 1
}
