import type { SearchedDocument } from '../../engines/search/index-store.ts'
import { NumberedWords } from '../../engines/search/numbered-words.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import { Vocabulary } from '../../engines/search/vocabulary.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { searchedRows, searchKeyOf } from '../../store/tables/searched-rows.ts'

/** Number of cached words. */
const mostRemembered = 200_000

/** Reads searchable rows from the cells of their `standing` and `texts`. */
export const searchedDocuments = (): ((kind: SearchKind, cells: Cells) => SearchedDocument) => {
  const known = new Map<SearchKind, { words: NumberedWords; vocabulary: Vocabulary }>()
  const knownOf = (kind: SearchKind) => {
    let found = known.get(kind)
    if (found === undefined || found.words.size > mostRemembered) {
      const words = new NumberedWords()
      found = { words, vocabulary: new Vocabulary(words) }
      known.set(kind, found)
    }
    return found
  }
  return (kind, cells) => {
    const { words, vocabulary } = knownOf(kind)
    vocabulary.begin()
    searchedRows[kind].put(vocabulary.put, cells.slice(3))
    return {
      key: searchKeyOf(kind, cells),
      words: vocabulary.numbers.map((number) => words.wordOf(number)),
      fields: [...vocabulary.fields]
    }
  }
}
