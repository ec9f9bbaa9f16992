import { runTogether } from './words.ts'

/**
 * Which words may be meant by one that nobody wrote. Two words that differ in a letter are the same once a letter is deleted from one of
 * them or from each, so whatever is near a word shares a key with it, and is found without comparing it to all others (SymSpell's way).
 */

/** Typos that a word of so many letters may have: in short words nearly everything is near. */
const typosIn = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2)

/** Only so many letters of a word make keys, which bounds them: a word and its 28 shorter forms. */
const keyLetters = 7

/** Letters alone: 2024 is no typo of 2025, and pairs of characters are no words. */
const isTypable = new RegExp(String.raw`^[[\p{L}\p{M}]--[${runTogether}]]{3,}$`, 'v')

/** The keys that a word shares with those it is near. None for what is too short, and what is not of letters. */
export const typoKeys = (word: string): string[] => {
  if (!isTypable.test(word)) return []
  const all = [...word]
  const letters = all.slice(0, keyLetters)
  const typos = typosIn(all.length)
  const whole = letters.join('')
  const keys = new Set([whole])
  let start = ''
  for (const [at, letter] of typos === 0 ? [] : letters.entries()) {
    // What is behind this letter, and behind one more that goes.
    let rest = whole.slice(start.length + letter.length)
    keys.add(start + rest)
    let between = ''
    for (const other of typos === 1 ? [] : letters.slice(at + 1)) {
      rest = rest.slice(other.length)
      keys.add(start + between + rest)
      between += other
    }
    start += letter
  }
  return [...keys]
}

/** How many letters are missing, too many, wrong or swapped with their neighbour; null where that is too many for typos. */
export const typosBetween = (one: string, other: string): number | null => {
  const [a, b] = [[...one], [...other]]
  // A long word that is typed as a short one lacks letters enough to be another.
  const most = Math.min(typosIn(Math.max(a.length, b.length)), Math.max(1, typosIn(Math.min(a.length, b.length))))
  if (Math.abs(a.length - b.length) > most) return null
  // Rows of the table of distances: two above, one above, this one.
  let before: number[] = []
  let above = [...b.keys(), b.length]
  for (const [row, letter] of a.entries()) {
    const here = [row + 1]
    for (const [column, wanted] of b.entries()) {
      const replaced = (above[column] ?? 0) + (letter === wanted ? 0 : 1)
      const shorter = Math.min(above[column + 1] ?? 0, here[column] ?? 0) + 1
      const isSwapped = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === wanted
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : replaced
      here.push(Math.min(replaced, shorter, swapped))
    }
    before = above
    above = here
  }
  const typos = above[b.length] ?? 0
  return typos <= most ? typos : null
}

/** Whether one may have been typed for the other. */
export const isNear = (one: string, other: string): boolean => typosBetween(one, other) !== null
