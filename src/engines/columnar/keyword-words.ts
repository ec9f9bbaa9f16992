import { typedWords } from '../search/words.ts'

/** Words that a post or a creator contains when it matches a keyword, each once: `@handle` means the words of the handle. */
export const keywordWords = (keyword: string): readonly string[] => [
  ...new Set(
    typedWords(keyword).flatMap(({ word, instead }) =>
      word.startsWith('@') ? instead.map((part) => part.word) : [word]
    )
  )
]
