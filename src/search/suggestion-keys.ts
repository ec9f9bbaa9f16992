import { searchPhrases } from './words.ts'

/**
 * The keys that a term is completed by: its text, folded and squeezed, from the beginning of each of its words, so that `york` and
 * `newyo` lead to New York. Scripts without spaces may begin a word with any character.
 */

const maxKeys = 12
/** How long a term may be, squeezed, to be suggested. */
export const maxLength = 60

export const squeeze = (text: string): string => searchPhrases(text).flat().join('')

/** None for a term that is too long to be suggested, or has nothing to look for in it. The first is the whole of it. */
export const keysOf = (term: string): string[] => {
  const words = searchPhrases(term).flat()
  const whole = words.join('')
  if (whole === '' || whole.length > maxLength) return []
  return [...new Set(words.slice(0, maxKeys).map((_, index) => words.slice(index).join('')))]
}

/** Typing errors are looked for where a word begins; what follows is compared. */
const stemLetters = 7

/**
 * What is left of the beginning of a text when any one letter but the first is missing, and the beginning itself. Of a text and the
 * same with one letter wrong, missing, added or swapped with its neighbour, one of these is a beginning of another.
 */
export const typoKeys = (text: string): string[] => {
  const letters = [...text.slice(0, 2 * stemLetters)].slice(0, stemLetters)
  const whole = letters.join('')
  const keys = new Set([whole])
  let before = ''
  for (const letter of letters) {
    if (before !== '') keys.add(before + whole.slice(before.length + letter.length))
    before += letter
  }
  return [...keys]
}
