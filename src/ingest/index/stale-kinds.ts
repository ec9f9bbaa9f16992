import { kindNumbers } from '../../store/tables/search-keys.ts'

/** In the order in which they are taken: what others borrow of comes before those. */
export const staleKinds = [
  ['sounds', 4],
  ['places', 5],
  ['users', kindNumbers.users],
  ['live', kindNumbers.live],
  ['posts', kindNumbers.posts]
] as const

/** Posts that are looked through for a name that changed. Of those of whoever has more, each is found by the new one when it is gathered again. */
export const mostBorrowers = 1_000

export const borrowing = { users: 'author_pk', sounds: 'sound_pk', places: 'place_pk' } as const
