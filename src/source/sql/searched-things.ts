import type { SearchedThing } from '../search/index-store.ts'
import type { SearchKind } from '../search/store.ts'
import { Vocabulary } from '../search/vocabulary.ts'
import type { Cells } from './columns.ts'
import { searchedRows } from './searched-rows.ts'

/** Words that are remembered from one thing to the next. */
const mostRemembered = 200_000

/** Reads rows as they are searched, out of the cells of their `standing` and `texts`. */
export const searchedThings = (): ((kind: SearchKind, cells: Cells) => SearchedThing) => {
  const vocabularies = new Map<SearchKind, Vocabulary>()
  const vocabularyOf = (kind: SearchKind): Vocabulary => {
    let words = vocabularies.get(kind)
    if (words === undefined || words.words.size > mostRemembered) {
      words = new Vocabulary()
      vocabularies.set(kind, words)
    }
    return words
  }
  return (kind, [reach, time, ...texts]) => {
    const { rank, put } = searchedRows[kind]
    const words = vocabularyOf(kind)
    words.begin()
    put(words.put, texts)
    return {
      rank: rank(Number(reach), Number(time)),
      words: words.numbers.map((number) => words.words.wordOf(number)),
      fields: [...words.fields]
    }
  }
}
