/**
 * How the judge reads text. Written apart from the product's own folding, stems and typos, and simpler: whoever judges by the rules that are
 * judged finds them right.
 */

/** Case, width, accents, vowel points and skin tones do not count. */
export const plain = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]|[\ufe0e\ufe0f]|[\u{1f3fb}-\u{1f3ff}]/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')

/** Letters and digits in a row, `don’t` in one piece. */
export const wordsOf = (text: string | null): string[] =>
  plain(text)
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')

/** Nothing but letters and digits: `maya.nguyen` and `Maya Nguyen 🍳` are the same. */
export const compact = (text: string | null): string => wordsOf(text).join('')

const undoubled = (word: string) => word.replace(/([bdfgklmnprt])\1$/, '$1')
const forms: readonly [ending: RegExp, of: (word: string) => string][] = [
  [/[^aeiou]ies$/, (word) => `${word.slice(0, -3)}y`],
  [/(?:sh|ch|x|ss|zz)es$/, (word) => word.slice(0, -2)],
  [/[^siu]s$/, (word) => word.slice(0, -1)],
  [/[aeiouy].*ing$/, (word) => undoubled(word.slice(0, -3))],
  [/[aeiouy].*ed$/, (word) => undoubled(word.slice(0, -2))]
]

const baseFound = (word: string): string => {
  if (!/^[a-z]{4,}$/.test(word)) return word
  const form = forms.find(([ending]) => ending.test(word))?.[1](word) ?? word
  return form.length < 3 ? word : form.replace(/(?<=..)e$/, '')
}
const bases = new Map<string, string>()

/** One text for the English forms of a word: recipe and recipes, bake and baking. Words of other languages mostly stay as they are. */
export const baseOf = (word: string): string => {
  const known = bases.get(word)
  if (known !== undefined) return known
  const base = baseFound(word)
  bases.set(word, base)
  return base
}

/** How many letters differ: put in, left out, another one, or two neighbours changed over. Stops counting behind `most`. */
export const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const line = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (line[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      line.push(least)
    }
    if (Math.min(...line) > most) return most + 1
    ;[before, last] = [last, line]
  }
  return last[b.length] ?? most + 1
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What a reader takes for one character. */
export const charactersOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

/** Pictures of a text, without skin tones. */
export const emojiOf = (text: string | null): string[] =>
  /\p{Extended_Pictographic}/u.test(text ?? '')
    ? charactersOf(plain(text)).filter((character) => /^\p{Extended_Pictographic}/u.test(character))
    : []
