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

/** How many edits a text may be away from what was meant: too few letters say nothing. */
export const allowedEdits = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2)

/**
 * Letters added, left out, changed or swapped with the next one that make the text a beginning of the key; any number beyond `most` where
 * those are not enough. The first letter counts as right.
 */
export const editsToBeginning = (text: string, key: string, most: number): number => {
  const typed = [...text]
  const letters = [...key].slice(0, typed.length + most)
  if (typed[0] !== letters[0]) return most + 1
  let beforeLast: number[] = []
  let last = letters.map((_, index) => index)
  last.push(letters.length)
  for (const [index, letter] of typed.entries()) {
    const edits = [index + 1]
    for (const [place, other] of letters.entries()) {
      const changed = (last[place] ?? 0) + (letter === other ? 0 : 1)
      const swapped =
        letter === letters[place - 1] && typed[index - 1] === other ? (beforeLast[place - 1] ?? most) + 1 : most + 1
      edits.push(Math.min(changed, swapped, (last[place + 1] ?? 0) + 1, (edits[place] ?? 0) + 1))
    }
    if (Math.min(...edits) > most) return most + 1
    beforeLast = last
    last = edits
  }
  return Math.min(...last)
}
