import type { Random } from './random.ts'
import type { Language, Topic } from './words.ts'

/** Fills the gaps of a template and capitalizes sentence beginnings. */
export const fill = (language: Language, template: string, words: (gap: string) => string): string => {
  const parts = piecesOf(template)
  let text = parts[0] ?? ''
  for (let i = 1; i < parts.length; i += 2) {
    const word = words(parts[i] ?? '')
    const begins = text === '' || sentenceEnd.test(text)
    text += (begins ? capitalised(word, language) : word) + parts[i + 1]
  }
  return text
}

const sentenceEnd = /([.!?]\s|\n\s*)$/

const capitalised = (word: string, { code }: Language): string => {
  const [initial = ''] = word
  // Only Turkish has its own capitals here: i becomes İ.
  return (code === 'tr' ? initial.toLocaleUpperCase(code) : initial.toUpperCase()) + word.slice(initial.length)
}

/** Memoizes a function of a text: there are few templates and phrases, used again and again. */
const memoized = <T>(make: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>()
  return (text) => {
    const value = known.get(text)
    if (value !== undefined) return value
    const result = make(text)
    known.set(text, result)
    return result
  }
}

/** A template as text, gap, text, gap, …, text. */
const piecesOf = memoized((template) => template.split(/\{(\w+)\}/))

/** A phrase as parts with alternatives. */
const alternativesOf = memoized((phrase) =>
  phrase.split(/\[(.*?)\]/).map((part, at) => (at % 2 ? part.split('|') : [part]))
)

/** One variant of a phrase (words.ts). */
export const reworded = (phrase: string, wording: Random, twists: readonly string[]): string => {
  let text = ''
  for (const alternatives of alternativesOf(phrase)) {
    const [only = ''] = alternatives
    const one = alternatives.length === 1 ? only : wording.pick(alternatives)
    text += one.replace('*', () => wording.pick(twists))
  }
  return text
}

/** A line with sentence-ending punctuation, so that another sentence can follow. */
export const ended = (line: string, { code }: Language): string => {
  if (/[.!?…。！？؟।;:）)]$/u.test(line)) return `${line} `
  if (code === 'ja' || code === 'zh') return `${line}。`
  return code === 'th' ? `${line} ` : `${line}${code === 'hi' || code === 'bn' ? '।' : '.'} `
}

/** Content of a template's gap for one topic. */
export const fillTopic = (gap: string, random: Random, wording: Random, language: Language, topic: Topic): string => {
  const own = (phrases: readonly string[]) => reworded(random.pick(phrases), wording, topic.twists)
  switch (gap) {
    case 'topic':
      return language.topics[topic.key]
    case 'thing': {
      if (language.things === null) return own(topic.things)
      const thing = random.pick(language.things[topic.key])
      return wording.chance(0.6) ? wording.pick(language.things.twists).replace('*', () => thing) : thing
    }
    case 'doing':
      return own(topic.doings)
    case 'win':
      return own(topic.wins)
    case 'tip':
      return own(topic.tips)
    case 'line':
      return own(topic.lines)
    case 'ask':
      return own(topic.asks)
    default: {
      const part = language.parts[gap]
      if (part === undefined) throw new Error(`A template has the unknown gap {${gap}}.`)
      return random.pick(part)
    }
  }
}
