import type { Creator } from './creators.ts'
import type { Hashtags, Tag } from './hashtags.ts'
import { type Random, Weighted } from './random.ts'
import { faces } from './words/emoji.ts'
import type { Language } from './words/language.ts'
import { storySentences } from './words/stories.ts'
import type { Topic } from './words/topic.ts'
import { topics } from './words/topics.ts'

export type Caption = { readonly text: string | null; readonly tags: readonly Tag[] }

type CaptionWish = {
  readonly language: Language
  readonly topic: Topic
  /** A text of over 2,000 characters. */
  readonly long: boolean
  /** Whose topic the hashtags show: most posts carry the hashtag someone is known by. */
  readonly voice: Creator
  /** The same hashtag twice. */
  readonly twice: boolean
}

const tagCounts = [0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 8]
const tagGaps = [' ', ' ', ' ', ' ', '\n', '\n\n', '\n.\n.\n.\n']
/** So many lines of a creator are remembered, of which none comes again. */
const mostRemembered = 12
const mostTries = 4
const facesByUse = Weighted.byRank(faces.length, 0.6)

/** Writes captions the way people do: a line, some emoji, now and then someone's name, hashtags behind it. */
export class CaptionWriter {
  readonly #hashtags: Hashtags
  readonly #creators: readonly Creator[]
  /** What each creator said last, as numbers, and where the next one goes. */
  readonly #said: Int32Array
  readonly #next: Uint8Array

  constructor(hashtags: Hashtags, creators: readonly Creator[]) {
    this.#hashtags = hashtags
    this.#creators = creators
    this.#said = new Int32Array(creators.length * mostRemembered)
    this.#next = new Uint8Array(creators.length)
  }

  /** `others`: what else may be drawn where the creator has said the same lately; it shifts nothing that is drawn otherwise. */
  write(random: Random, wish: CaptionWish, others: () => Random): Caption {
    const roll = random.below(100)
    const plain = !wish.long && !wish.twice
    if (plain && roll < 3) return { text: null, tags: [] }
    const tags = this.#drawTags(random, wish, plain && roll < 8)
    const tagText = tags.map((tag) => `#${tag.name}`).join(' ')
    if (plain && roll < 8) return { text: tagText, tags }

    let text = wish.long ? this.#story(random, wish) : this.#newLine(random, wish, others)
    if (random.chance(0.62)) text += ` ${drawEmoji(random, wish)}`
    if (random.chance(0.05)) text += ` @${this.#mention(random)}`
    if (tagText === '') return { text, tags }
    return { text: random.chance(0.05) ? `${tagText} ${text}` : text + random.pick(tagGaps) + tagText, tags }
  }

  /** A line that the creator has not said lately, as far as there are others. */
  #newLine(random: Random, wish: CaptionWish, others: () => Random): string {
    let line = this.#line(random, wish)
    const creator = wish.voice.pk - 1
    const first = creator * mostRemembered
    const said = this.#said.subarray(first, first + mostRemembered)
    let other: Random | undefined
    for (let tries = 1; tries < mostTries && said.includes(hashOf(line)); tries += 1) {
      other ??= others()
      line = this.#line(other, wish)
    }
    const next = this.#next[creator] ?? 0
    said[next] = hashOf(line)
    this.#next[creator] = (next + 1) % mostRemembered
    return line
  }

  #line(random: Random, wish: CaptionWish): string {
    const { language } = wish
    const line = this.#sentence(random, language, wish)
    const roll = random.below(100)
    // People put two things together now and then.
    if (roll < 10) return line + random.pick(['\n', '\n', ' ✨ ', ' 😂 ']) + this.#sentence(random, language, wish)
    return roll < 30 ? `${ended(line, language)}${random.pick(language.parts.close)}` : line
  }

  #sentence(random: Random, language: Language, { topic }: CaptionWish): string {
    const template = random.pick(random.chance(0.68) ? language.composed : language.captions)
    return fill(language, template, (gap) => {
      // Small numbers are the likely ones.
      if (gap === 'n') return String(random.between(2, random.pick([6, 12, 30, 99])))
      if (gap === 'mention') return `@${this.#mention(random)}`
      return fillTopic(gap, random, language, topic)
    })
  }

  #story(random: Random, wish: CaptionWish): string {
    const sentences =
      wish.language.code === 'en'
        ? [
            ...random.sample(storySentences, 16),
            ...random.sample(
              wish.topic.tips.map((tip) => `${tip}.`),
              5
            )
          ]
        : []
    let text = `${this.#line(random, wish)}\n\n`
    for (const [index, sentence] of sentences.entries()) text += sentence + (index % 4 === 3 ? '\n\n' : ' ')
    while (text.length < 2_000) text += `${this.#line(random, { ...wish, topic: random.pick(topics) })}\n`
    return text.trimEnd()
  }

  #drawTags(random: Random, { language, topic, voice, twice }: CaptionWish, alone: boolean): Tag[] {
    const count = Math.max(alone ? 2 : twice ? 1 : 0, random.pick(tagCounts))
    const tags = new Set<Tag>()
    if (count > 0 && random.chance(voice.habits.focus))
      tags.add(this.#hashtags.signature(random, voice, language, topic))
    for (let i = tags.size; i < count; i++) tags.add(this.#hashtags.draw(random, language, topic))
    const list = [...tags]
    return twice ? [...list, random.pick(list)] : list
  }

  /** Well-known creators are mentioned more. */
  #mention(random: Random): string {
    const u = random.float()
    return this.#creators[Math.floor(u * u * u * this.#creators.length)]?.username ?? 'everyone'
  }
}

/** Of a line without its numbers: `Day 3` and `Day 7` of the same are the same. */
const hashOf = (line: string): number => {
  let hash = 0
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index)
    if (code < 0x30 || code > 0x39) hash = (Math.imul(hash, 31) + code) | 0
  }
  return hash
}

/** Puts words into the gaps of a template, capitalised where a sentence begins. */
export const fill = (language: Language, template: string, words: (gap: string) => string): string => {
  const pieces = piecesOf(template)
  let text = pieces[0] ?? ''
  for (let i = 1; i < pieces.length; i += 2) {
    const word = words(pieces[i] ?? '')
    const begins = text === '' || sentenceEnd.test(text)
    text += (begins ? capitalised(word, language) : word) + pieces[i + 1]
  }
  return text
}

const sentenceEnd = /([.!?]\s|\n\s*)$/

const capitalised = (word: string, { code }: Language): string => {
  const [initial = ''] = word
  // Of these languages only Turkish has capitals of its own: i becomes İ.
  return (code === 'tr' ? initial.toLocaleUpperCase(code) : initial.toUpperCase()) + word.slice(initial.length)
}

/** Templates taken apart once: text, gap, text, gap, …, text. */
const takenApart = new Map<string, readonly string[]>()

const piecesOf = (template: string): readonly string[] => {
  let pieces = takenApart.get(template)
  if (pieces === undefined) {
    pieces = template.split(/\{(\w+)\}/)
    takenApart.set(template, pieces)
  }
  return pieces
}

/** A line as another sentence can follow it: with what ends one, unless it has that already. */
const ended = (line: string, { code }: Language): string => {
  if (/[.!?…。！？؟।;:）)]$/u.test(line)) return `${line} `
  if (code === 'ja' || code === 'zh') return `${line}。`
  return code === 'th' ? `${line} ` : `${line}${code === 'hi' || code === 'bn' ? '।' : '.'} `
}

/** What a gap of a language's templates may hold on one topic. */
export const fillTopic = (gap: string, random: Random, language: Language, topic: Topic): string => {
  switch (gap) {
    case 'topic':
      return language.topics[topic.key]
    case 'thing':
      return random.pick(language.things?.[topic.key] ?? topic.things)
    case 'doing':
      return random.pick(topic.doings)
    case 'win':
      return random.pick(topic.wins)
    case 'tip':
      return random.pick(topic.tips)
    case 'line':
      return random.pick(topic.lines)
    case 'ask':
      return random.pick(topic.asks)
    default: {
      const part = language.parts[gap]
      if (part === undefined) throw new Error(`A template has the unknown gap {${gap}}.`)
      return random.pick(part)
    }
  }
}

const drawEmoji = (random: Random, { language, topic }: CaptionWish): string => {
  let text = ''
  const count = random.pick([1, 1, 1, 2, 2, 3])
  for (let i = 0; i < count; i++) {
    text += random.chance(0.5) ? random.pick(topic.emoji) : (faces[facesByUse.pick(random)] ?? '')
  }
  return random.chance(0.06) ? text + random.pick(language.flags) : text
}
