import { typoKeys } from '../../engines/search/spelling.ts'
import type { SearchKind } from '../../engines/search/store.ts'

export const kindNumbers: Readonly<Record<SearchKind, number>> = { posts: 1, users: 2, live: 3 }

/** The highest code point. */
export const highest = '\u{10ffff}'

/** Keys are stored as 32-bit hashes, which are smaller. A collision costs one comparison of the words. */
export const typoKeyNumber = (kind: SearchKind, key: string): number => {
  // FNV-1a, 32 bits.
  let hash = 2_166_136_261 ^ kindNumbers[kind]
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 16_777_619)
  return hash >>> 0
}

export const kindOf = new Map<number, SearchKind>([
  [kindNumbers.posts, 'posts'],
  [kindNumbers.users, 'users'],
  [kindNumbers.live, 'live']
])

export const typoKeyNumbers = (kind: SearchKind, word: string): Set<number> =>
  new Set(typoKeys(word).map((key) => typoKeyNumber(kind, key)))
