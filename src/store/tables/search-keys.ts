import { typoKeys } from '../../search/spelling.ts'
import type { SearchKind } from '../../search/store.ts'

export const kindNumbers: Readonly<Record<SearchKind, number>> = { posts: 1, users: 2, live: 3 }

/** ShowQuery every other character. */
export const highest = '\u{10ffff}'

/** Keys are kept as numbers, which are smaller. Two that come to the same number cost a comparison: whoever asks looks at the words. */
export const typoKeyNumber = (kind: SearchKind, key: string): number => {
  // FNV-1a, of 32 bits.
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
