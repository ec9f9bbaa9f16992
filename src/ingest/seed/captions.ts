import type { SeedCreator } from './creators.ts'
import type { SeedHashtags, Tag } from './hashtags.ts'
import { longestShift } from './moments.ts'
import { ended, fill, fillTopic, reworded } from './phrases.ts'
import { type Random, Weighted } from './random.ts'
import { faces, type Language, storySentences, type Topic, topics } from './words.ts'

export type SeedCaption = { readonly text: string | null; readonly tags: readonly Tag[] }

type CaptionRequest = {
  readonly language: Language
  readonly topic: Topic
  /** A text of over 2,000 characters. */
  readonly long: boolean
  /** Creator whose topic the hashtags show: most posts carry their creator's signature hashtag. */
  readonly voice: SeedCreator
  /** The same hashtag twice. */
  readonly twice: boolean
  /** Time of the post in the internal calendar. */
  readonly at: number
}

/** Random streams that do not shift the main one. */
type SideStreams = {
  /** Alternative lines when the creator has used one recently. */
  readonly others: () => Random
  /** Alternatives within phrases, and steps of series. */
  readonly wording: Random
}

/** Everything needed to write one caption. */
type Pen = CaptionRequest & {
  readonly wording: Random
  /** The post's number in its creator's series: "Day 12". */
  readonly number: () => number
}

const tagCounts = [0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 8]
const tagGaps = [' ', ' ', ' ', ' ', '\n', '\n\n', '\n.\n.\n.\n']
/** Number of recent lines of a creator that are not repeated. */
const mostRemembered = 12
const mostTries = 4
const facesByUse = Weighted.byRank(faces.length, 0.6)

/** Writes captions like people do: a line, some emoji, sometimes a mention, then hashtags. */
export class CaptionWriter {
  readonly #hashtags: SeedHashtags
  readonly #creators: readonly SeedCreator[]
  /** Hashes of each creator's recent lines, and the next slot. */
  readonly #recentLines: Int32Array
  readonly #next: Uint8Array
  /** Progress of each creator's series. */
  readonly #numbers: Uint16Array

  constructor(hashtags: SeedHashtags, creators: readonly SeedCreator[]) {
    this.#hashtags = hashtags
    this.#creators = creators
    this.#recentLines = new Int32Array(creators.length * mostRemembered)
    this.#next = new Uint8Array(creators.length)
    this.#numbers = new Uint16Array(creators.length)
  }

  /** Captions of a creator must be written in time order, because series continue from one to the next. */
  write(random: Random, request: CaptionRequest, { others, wording }: SideStreams): SeedCaption {
    const roll = random.below(100)
    const plain = !request.long && !request.twice
    if (plain && roll < 3) return { text: null, tags: [] }
    const pen: Pen = { ...request, wording, number: this.#series(request.voice.pk, wording) }
    const tags = this.#drawTags(random, pen, plain && roll < 8)
    const tagText = tags.map((tag) => `#${tag.name}`).join(' ')
    if (plain && roll < 8) return { text: tagText, tags }

    let text = request.long ? this.#story(random, pen) : this.#newLine(random, pen, others)
    if (random.chance(0.62)) text += ` ${drawEmoji(random, request)}`
    if (random.chance(0.05)) text += ` @${this.#mention(random, request)}`
    if (tagText === '') return { text, tags }
    return { text: random.chance(0.05) ? `${tagText} ${text}` : text + random.pick(tagGaps) + tagText, tags }
  }

  /** A line the creator has not used recently, if there is one. */
  #newLine(random: Random, pen: Pen, others: () => Random): string {
    let line = this.#line(random, pen)
    const creator = pen.voice.pk - 1
    const first = creator * mostRemembered
    const recent = this.#recentLines.subarray(first, first + mostRemembered)
    let other: Random | undefined
    for (let tries = 1; tries < mostTries && recent.includes(hashOf(line)); tries += 1) {
      other ??= others()
      line = this.#line(other, pen)
    }
    const next = this.#next[creator] ?? 0
    recent[next] = hashOf(line)
    this.#next[creator] = (next + 1) % mostRemembered
    return line
  }

  #line(random: Random, pen: Pen): string {
    const { language } = pen
    const line = this.#sentence(random, pen)
    const roll = random.below(100)
    // People sometimes combine two lines.
    if (roll < 10) return line + random.pick(['\n', '\n', ' ✨ ', ' 😂 ']) + this.#sentence(random, pen)
    // A sentence without words of its own would be recognizable.
    return roll < 30 || language.captions.includes(line)
      ? `${ended(line, language)}${random.pick(language.parts.close)}`
      : line
  }

  #sentence(random: Random, pen: Pen): string {
    const { language, topic, wording } = pen
    const template = random.pick(random.chance(composedShare(language)) ? language.composed : language.captions)
    return fill(language, template, (gap) => {
      // Small numbers are more likely.
      if (gap === 'n') return String(random.between(2, random.pick([6, 12, 30, 99])))
      if (gap === 'number') return String(pen.number())
      if (gap === 'mention') return `@${this.#mention(random, pen)}`
      return fillTopic(gap, random, wording, language, topic)
    })
  }

  #story(random: Random, pen: Pen): string {
    const sentences =
      pen.language.code === 'en'
        ? [
            ...random.sample(storySentences, 16),
            ...random.sample(pen.topic.tips, 5).map((tip) => `${reworded(tip, pen.wording, pen.topic.twists)}.`)
          ]
        : []
    let text = `${this.#line(random, pen)}\n\n`
    for (const [index, sentence] of sentences.entries()) text += sentence + (index % 4 === 3 ? '\n\n' : ' ')
    while (text.length < 2_000) text += `${this.#line(random, { ...pen, topic: random.pick(topics) })}\n`
    return text.trimEnd()
  }

  #drawTags(random: Random, { language, topic, voice, twice, number }: Pen, alone: boolean): Tag[] {
    const count = Math.max(alone ? 2 : twice ? 1 : 0, random.pick(tagCounts))
    const tags = new Set<Tag>()
    if (count > 0 && random.chance(voice.habits.focus))
      tags.add(this.#hashtags.signature(random, voice, language, topic))
    for (let i = tags.size; i < count; i++) tags.add(this.#hashtags.draw(random, language, topic, number))
    const list = [...tags]
    return twice ? [...list, random.pick(list)] : list
  }

  /** Well-known creators are mentioned more often; never oneself or someone who has not joined yet. */
  #mention(random: Random, { voice, at }: CaptionRequest): string {
    const u = random.float()
    const drawn = Math.floor(u * u * u * this.#creators.length)
    for (let step = 0; step < this.#creators.length; step++) {
      const creator = this.#creators[(drawn + step) % this.#creators.length]
      if (creator !== undefined && creator !== voice && creator.joinedAt + longestShift <= at) return creator.username
    }
    return 'everyone'
  }

  /** The next number of a creator's series, equal wherever one post uses it; not consumed when unused. */
  #series(pk: number, wording: Random): () => number {
    let own: number | undefined
    return () => {
      own ??= this.#numbers[pk - 1] = (this.#numbers[pk - 1] ?? 0) + 1 + wording.below(3)
      return own
    }
  }
}

/** Hash of a line without numbers: `Day 3` and `Day 7` of the same line are equal. */
const hashOf = (line: string): number => {
  let hash = 0
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index)
    if (code < 0x30 || code > 0x39) hash = (Math.imul(hash, 31) + code) | 0
  }
  return hash
}

/** Percentage of composed sentences. Languages without sentences per topic (all but English) have few others. */
const composedShare = ({ things }: Language): number => (things === null ? 0.68 : 0.86)

const drawEmoji = (random: Random, { voice, topic }: CaptionRequest): string => {
  let text = ''
  const count = random.pick([1, 1, 1, 2, 2, 3])
  for (let i = 0; i < count; i++) {
    text += random.chance(0.5) ? random.pick(topic.emoji) : (faces[facesByUse.pick(random)] ?? '')
  }
  return random.chance(0.06) ? text + voice.flag : text
}
