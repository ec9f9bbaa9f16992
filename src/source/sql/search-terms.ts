/**
 * Splits text into the terms that full-text search indexes and looks for. The same function runs over captions when a data set
 * is written and over what a user types, so both sides always agree.
 *
 * - Case, width, accents and vowel points do not count: `Café` is `cafe`.
 * - Scripts written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) give one term a character.
 * - An emoji is one term, whatever its skin tone or presentation.
 * - Everything else separates: no character of the result means anything to the search engine.
 */

const ascii = /^[\0-\x7f]*$/
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g
/** How an emoji is shown: text or picture, skin tone, keycap. Left out, so that people need not guess what was typed. */
const presentation = /[\ufe0e\ufe0f\u20e3\u{1f3fb}-\u{1f3ff}]/gu
const asciiWord = /[a-z0-9]+/g
/** What follows a picture: tags of a region's flag, and further pictures joined to it. */
const emoji = String.raw`\p{Extended_Pictographic}[\u{e0020}-\u{e007f}]*(?:\u200d\p{Extended_Pictographic})*|\p{RI}{2}`
/** Unicode counts the long vowel mark ー to no script; it stands within Japanese words. */
const spaceless = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`
const term = new RegExp(
  String.raw`${emoji}|(?<character>[${spaceless}]\p{M}*)|[[\p{L}\p{N}]--[${spaceless}]][[\p{L}\p{N}\p{M}]--[${spaceless}]]*`,
  'gv'
)

/** Phrases: terms that must stand next to each other. A word is a phrase of one term, a run of Chinese one of many. */
export const searchPhrases = (text: string): string[][] => {
  const lower = text.toLowerCase()
  if (ascii.test(lower)) return (lower.match(asciiWord) ?? []).map((word) => [word])

  // Case comes after the decomposition, which makes plain capitals of ℍ and ™.
  const plain = text.normalize('NFKD').replace(presentation, '').toLowerCase().replaceAll('ς', 'σ')
  const folded = plain.replace(marks, '').normalize('NFC')
  const phrases: string[][] = []
  let runEnd = -1
  for (const match of folded.matchAll(term)) {
    const [found] = match
    if (match.groups?.character !== undefined && match.index === runEnd) phrases.at(-1)?.push(found)
    else phrases.push([found])
    runEnd = match.groups?.character === undefined ? -1 : match.index + found.length
  }
  return phrases
}

/** The text of an index column: all terms, separated by spaces. */
export const indexText = (text: string | null): string => (text === null ? '' : searchPhrases(text).flat().join(' '))

/** Terms a handle is found by: its parts and the whole without punctuation, so `sunny.bakes` answers to `sunnybakes` too. */
export const handleText = (username: string): string => {
  const parts = searchPhrases(username).flat()
  return parts.length > 1 ? `${parts.join(' ')} ${parts.join('')}` : parts.join('')
}

/** A full-text query in which nothing the user typed is an operator; null when the text holds no term. */
export const matchQuery = (text: string, options: { prefix?: boolean; columns?: string } = {}): string | null => {
  const phrases = searchPhrases(text).slice(0, 24)
  if (phrases.length === 0) return null
  const quoted = phrases.map((phrase) => `"${phrase.join(' ')}"`)
  const query = quoted.join(' AND ') + (options.prefix ? '*' : '')
  return options.columns === undefined ? query : `{${options.columns}} : (${query})`
}
