import { searchPhrases } from '../search/words.ts'

/** Terms as full-text tables keep them, and as they are asked for. */

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
