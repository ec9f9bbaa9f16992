import { kindNumbers } from '../../store/tables/search-keys.ts'

/** Order of refreshing: kinds that others take terms from come first. */
export const staleKinds = [
  ['sounds', 4],
  ['places', 5],
  ['users', kindNumbers.users],
  ['live', kindNumbers.live],
  ['posts', kindNumbers.posts]
] as const

/** Maximum number of posts that are reindexed when a name changes. Further posts are reindexed when they are imported again. */
export const mostBorrowers = 1_000

export const borrowing = { users: 'author_pk', sounds: 'sound_pk', places: 'place_pk' } as const
