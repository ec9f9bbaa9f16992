import { runTogether } from './words.ts'

/**
 * Spelling corrections. Two words one edit apart become equal once a letter is deleted from one or both, so a word shares a key with each
 * of its neighbours, and no scan over all words is needed (as in SymSpell).
 */

/** Edits allowed for a text of this length, in searches and suggestions alike: short texts are close to nearly everything. */
export const allowedEdits = (letters: number): number => (letters < 4 ? 0 : letters < 7 ? 1 : 2)

/** Keys use only the first letters of a word, which bounds their number: a word and its 28 shorter forms. */
const keyLetters = 7

/** Letters only: 2024 is no typo of 2025, and bigrams are no words. */
const isTypable = new RegExp(String.raw`^[[\p{L}\p{M}]--[${runTogether}]]{3,}$`, 'v')

/** Keys that a word shares with its neighbours. None for short words and for words with other characters than letters. */
export const typoKeys = (word: string): string[] => {
  if (!isTypable.test(word)) return []
  const all = [...word]
  const letters = all.slice(0, keyLetters)
  const typos = allowedEdits(all.length)
  const whole = letters.join('')
  const keys = new Set([whole])
  let start = ''
  for (const [at, letter] of typos === 0 ? [] : letters.entries()) {
    // The remainder after this letter, and after one more deletion.
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

/**
 * Edit distance (missing, extra, wrong and swapped letters) between the typed text and each prefix of `target`; undefined where all exceed
 * the limit.
 */
const editsOf = (typed: readonly string[], target: readonly string[], most: number): readonly number[] => {
  // Rows of the distance table: two above, one above, this one.
  let before: number[] = []
  let above = [...target.keys(), target.length]
  for (const [row, letter] of typed.entries()) {
    const current = [row + 1]
    for (const [column, wanted] of target.entries()) {
      const replaced = (above[column] ?? 0) + (letter === wanted ? 0 : 1)
      const added = Math.min(above[column + 1] ?? 0, current[column] ?? 0) + 1
      const isSwapped = row > 0 && column > 0 && letter === target[column - 1] && typed[row - 1] === wanted
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : replaced
      current.push(Math.min(replaced, added, swapped))
    }
    if (Math.min(...current) > most) return []
    before = above
    above = current
  }
  return above
}

/** Edit distance of two words; null where it is too large for a typo. */
export const typosBetween = (one: string, other: string): number | null => {
  const [a, b] = [[...one], [...other]]
  // A long word typed as a short one lacks enough letters to be another word.
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
  const most = Math.min(allowedEdits(longer), Math.max(1, allowedEdits(longer - shorter > 1 ? shorter : longer)))
  if (longer - shorter > most) return null
  const typos = editsOf(a, b, most)[b.length] ?? most + 1
  return typos <= most ? typos : null
}

/**
 * The shortest prefix of a text that another differs from by the fewest edits, and their number; null where those are more than `most`. The
 * first letter counts as correct.
 */
export const nearestBeginning = (
  text: string,
  other: string,
  most: number
): { edits: number; beginning: string } | null => {
  const typed = [...text]
  const letters = [...other].slice(0, typed.length + most)
  if (typed[0] !== letters[0]) return null
  const distances = editsOf(typed, letters, most)
  const edits = Math.min(...distances)
  return edits > most ? null : { edits, beginning: letters.slice(0, distances.indexOf(edits)).join('') }
}

/**
 * Cost of each typo, in decades: how much more common the correction must be than a word typed correctly. Swapped neighbours and wrongly
 * doubled letters are the most likely; the first letter is rarely wrong.
 */
const costs = { swapped: 0.8, doubled: 0.8, neighbour: 0.9, added: 1, other: 1.6, first: 1 } as const

/** Rows of a QWERTY keyboard, each shifted a little to the right. */
const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const keyPlaces = new Map(
  keyRows.flatMap((letters, row) => [...letters].map((letter, at) => [letter, { row, x: at + row / 2 }] as const))
)
const vowels = new Set('aeiouy')

const isNeighbour = (one: string, other: string): boolean => {
  const [a, b] = [keyPlaces.get(one), keyPlaces.get(other)]
  return a !== undefined && b !== undefined && Math.abs(a.row - b.row) <= 1 && Math.abs(a.x - b.x) <= 1
}

/** Cost of one word being a typo of the other, in decades. */
export const unlikeliness = (typed: string, target: string): number => {
  const [a, b] = [[...typed], [...target]]
  const first = (row: number, column: number) => (row === 0 || column === 0 ? costs.first : 0)
  const addedTo = (letters: readonly string[], at: number) =>
    at > 0 && letters[at] === letters[at - 1] ? costs.doubled : costs.added
  const instead = (letter: string, wanted: string) =>
    isNeighbour(letter, wanted) || (vowels.has(letter) && vowels.has(wanted)) ? costs.neighbour : costs.other
  let before: number[] = []
  let above = [0]
  for (const column of b.keys()) above.push((above[column] ?? 0) + addedTo(b, column) + first(0, column))
  for (const [row, letter] of a.entries()) {
    const current = [(above[0] ?? 0) + addedTo(a, row) + first(row, 0)]
    for (const [column, wanted] of b.entries()) {
      const isSwapped = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === wanted
      current.push(
        Math.min(
          (above[column] ?? 0) + (letter === wanted ? 0 : instead(letter, wanted) + first(row, column)),
          (above[column + 1] ?? 0) + addedTo(a, row) + first(row, 1),
          (current[column] ?? 0) + addedTo(b, column) + first(1, column),
          isSwapped ? (before[column - 1] ?? 0) + costs.swapped + first(row - 1, 1) : Number.POSITIVE_INFINITY
        )
      )
    }
    before = above
    above = current
  }
  return above[b.length] ?? 0
}

/** Whether one word may be a typo of the other. */
export const isNear = (one: string, other: string): boolean => typosBetween(one, other) !== null
