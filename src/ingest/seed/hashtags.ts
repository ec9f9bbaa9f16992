import type { HashtagUse } from '../../records/post.ts'
import type { DatasetWriter } from '../sqlite/dataset-writer.ts'
import type { SeedCreator } from './creators.ts'
import { type Random, type Streams, Weighted } from './random.ts'
import {
  challengeTags,
  english,
  evergreenTags,
  type Language,
  languages,
  type Topic,
  type TopicKey,
  tagEndings,
  topics,
  unregisteredTags,
  worldwideTags
} from './words.ts'

export type Tag = HashtagUse & { readonly pk: number; readonly name: string }

const evergreenWeights = Weighted.byRank(evergreenTags.length, 0.85)
const lastDay = 100

/** All hashtags, and the choice of them for a creator's post. */
export class SeedHashtags {
  readonly all: Tag[] = []
  /** Hashtags of trends (trends.ts); they are never drawn. */
  readonly challenges: readonly Tag[]
  readonly #byName = new Map<string, Tag>()
  readonly #ids = new Set<string>()
  readonly #evergreen: Tag[]
  readonly #unregistered: Tag[]
  readonly #days: Tag[]
  readonly #ofTopic = new Map<TopicKey, { plain: Tag[]; composed: Tag[] }>()
  readonly #worldwide: Tag[]
  readonly #ofLanguage = new Map<string, { general: Tag[]; topics: Map<TopicKey, Tag[]> }>()

  constructor(streams: Streams) {
    const random = streams.at('hashtags')
    const add = (name: string) => this.#add(random, name, true)
    this.#evergreen = evergreenTags.map(add)
    for (const topic of topics) {
      const plain = topic.tags.map(add)
      const composed = tagEndings.map((ending) => add(`${topic.tags[0]}${ending}`))
      this.#ofTopic.set(topic.key, { plain, composed })
    }
    for (const language of languages) {
      const general = language.tags.map(add)
      const byTopic = new Map(topics.map(({ key }, index) => [key, topicTags(language, key, index).map(add)]))
      this.#ofLanguage.set(language.code, { general, topics: byTopic })
    }
    this.#worldwide = worldwideTags.map(add)
    this.#days = Array.from({ length: lastDay }, (_, index) => add(`day${index + 1}`))
    this.#unregistered = unregisteredTags.map((name) => this.#add(random, name, false))
    this.challenges = challengeTags.map(add)
  }

  write(writer: DatasetWriter): void {
    for (const tag of this.all) writer.hashtag({ pk: tag.pk, hashtag_id: tag.id, name: tag.name })
  }

  /**
   * A hashtag for a caption, in its language or one of the worldwide ones. `number`: progress of the creator's series, which some hashtags
   * show.
   */
  draw(random: Random, language: Language, topic: Topic, number: () => number): Tag {
    const general = this.#ofLanguage.get(language.code)?.general ?? this.#evergreen
    const ofTopic = this.#ofLanguage.get(language.code)?.topics.get(topic.key) ?? this.#evergreen
    const roll = random.below(100)
    if (language !== english) {
      if (roll < 16) return random.pick(this.#worldwide)
      return roll < 48
        ? random.pick(general)
        : (ofTopic[roll < 72 ? 0 : random.below(ofTopic.length)] ?? random.pick(general))
    }
    const { plain, composed } = this.#ofTopic.get(topic.key) ?? { plain: this.#evergreen, composed: this.#evergreen }
    if (roll < 34) return this.#evergreen[evergreenWeights.pick(random)] ?? random.pick(this.#evergreen)
    if (roll < 66) return random.pick(plain)
    if (roll < 74) return random.pick(general)
    if (roll < 84) return random.pick(ofTopic)
    if (roll < 96) return random.pick(composed)
    if (roll < 99) return this.#days[number() - 1] ?? random.pick(plain)
    return random.pick(this.#unregistered)
  }

  /** The hashtag that a creator uses for every post on a topic. */
  signature(random: Random, { pk }: SeedCreator, language: Language, topic: Topic): Tag {
    const ofTopic =
      language === english
        ? this.#ofTopic.get(topic.key)?.plain
        : this.#ofLanguage.get(language.code)?.topics.get(topic.key)
    const tags = ofTopic ?? this.#evergreen
    return tags[pk % Math.min(4, tags.length)] ?? random.pick(tags)
  }

  #add(random: Random, name: string, registered: boolean): Tag {
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const pk = this.all.length + 1
    const tag: Tag = { pk, id: registered ? this.#newId(random, pk) : null, name }
    this.all.push(tag)
    this.#byName.set(name, tag)
    return tag
  }

  /** Early hashtags have short ids, later ones up to 16 digits. */
  #newId(random: Random, pk: number): string {
    for (;;) {
      const digits = pk <= 12 ? 3 + (pk % 4) : random.between(4, 16)
      let id = String(random.between(1, 9))
      while (id.length < digits) id += random.below(10)
      if (this.#ids.has(id)) continue
      this.#ids.add(id)
      return id
    }
  }
}

/** The topic's word, alone and with two common endings. */
const topicTags = (
  { topics: words, tagJoiner, tagEndings: endings }: Language,
  key: TopicKey,
  index: number
): string[] => {
  const word = words[key].toLowerCase().replace(/[\s-]+/g, tagJoiner)
  return [
    word,
    ...[index, index + 2].flatMap((at) => endings[at % endings.length] ?? []).map((ending) => word + tagJoiner + ending)
  ]
}
