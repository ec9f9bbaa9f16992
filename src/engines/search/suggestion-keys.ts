import { searchPhrases } from './words.ts'

/**
 * Keys that complete a term: its folded, squeezed text from the start of each word, so that `york` and
 * `newyo` lead to New York. In scripts without spaces any character may start a word.
 */

const maxKeys = 12
/** Maximum length of a suggested term, squeezed. */
export const maxLength = 60

export const squeeze = (text: string): string => searchPhrases(text).flat().join('')

/** Empty for a term that is too long or has nothing searchable. The first key is the whole term. */
export const keysOf = (term: string): string[] => {
  const words = searchPhrases(term).flat()
  const whole = words.join('')
  if (whole === '' || whole.length > maxLength) return []
  return [...new Set(words.slice(0, maxKeys).map((_, index) => words.slice(index).join('')))]
}

/** Typos are searched at the start of a word; the remainder is compared. */
const stemLetters = 7

/**
 * The beginning of a text, and its forms with one letter missing, except the first. If two texts differ by one wrong, missing, extra or
 * swapped letter, one of these is a prefix of the other.
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
