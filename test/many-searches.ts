/** As many searches as one query may have under the limits that are set when nobody says otherwise. */
export const mostSearches = 80

const roots = 20

/**
 * One query of so many searches, each a search of its own for the server: no two under one root ask for the same number, and no two roots for the
 * same text. `keywordOf`: what a root asks for.
 */
export const manySearches = (searches: number, keywordOf: (root: number) => string): string => {
  const listsOf = (root: number) =>
    Array.from(
      { length: Math.ceil((searches - root) / roots) },
      (_, index) => `p${index}: posts(first: ${index + 1}) { nodes { postId } }`
    )
  const keyword = (root: number) => JSON.stringify(keywordOf(root))
  return `{ ${Array.from({ length: roots }, (_, root) => `s${root}: search(keyword: ${keyword(root)}) { ${listsOf(root).join(' ')} }`).join(' ')} }`
}

/** The same words in capitals here and there: the same search, and another text. */
const written = (words: readonly string[], root: number) =>
  words.map((word, index) => ((root >> index) & 1 ? word.toUpperCase() : word)).join(' ')

const common = [
  ...[
    'fyp',
    'foryou',
    'trending',
    'viral',
    'explore',
    'funny',
    'pov',
    'gaming',
    'football',
    'cooking',
    'travel',
    'new'
  ],
  ...['my', 'the', 'this', 'for', 'you', 'and', 'with', 'day', 'how', 'to', 'in', 'on', 'it', 'of', 'is', 'me']
]

/** Keywords that take the most to look for, by the root of the query they are for. */
export const dearSearches: readonly { name: string; keywordOf: (root: number) => string }[] = [
  { name: 'one common word 24 times', keywordOf: (root) => written(Array(24).fill('fyp'), root) },
  {
    name: 'twelve common words',
    keywordOf: (root) => Array.from({ length: 12 }, (_, index) => common[(root + index) % common.length]).join(' ')
  },
  { name: 'one letter', keywordOf: (root) => String.fromCodePoint(97 + root) },
  { name: 'a hundred letters', keywordOf: (root) => written(Array(100).fill('a'), root) },
  { name: 'words that nobody wrote', keywordOf: (root) => Array(6).fill(`zxq${root}vbnm`).join(' ') }
]
