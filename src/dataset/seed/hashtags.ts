import type { HashtagUse } from '../../records/post.ts'
import type { DatasetWriter } from '../../source/sql/writer.ts'
import { type Random, type Streams, Weighted } from './random.ts'
import type { Language } from './words/language.ts'
import { languages } from './words/languages.ts'
import { evergreenTags, tagEndings, unregisteredTags } from './words/tags.ts'
import type { Topic, TopicKey } from './words/topic.ts'
import { topics } from './words/topics.ts'

export type Tag = HashtagUse & { readonly pk: number; readonly name: string }

const evergreenWeights = Weighted.byRank(evergreenTags.length, 0.85)
const lastDay = 100

/** All hashtags there are, and which of them someone would put under a post. */
export class Hashtags {
  readonly all: Tag[] = []
  readonly #byName = new Map<string, Tag>()
  readonly #ids = new Set<string>()
  readonly #evergreen: Tag[]
  readonly #unregistered: Tag[]
  readonly #days: Tag[]
  readonly #ofTopic = new Map<TopicKey, { plain: Tag[]; composed: Tag[] }>()
  readonly #ofLanguage = new Map<string, { general: Tag[]; topics: Map<TopicKey, Tag> }>()

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
      const byTopic = new Map(topics.map((topic) => [topic.key, add(topicTag(language, topic.key))]))
      this.#ofLanguage.set(language.code, { general, topics: byTopic })
    }
    this.#days = Array.from({ length: lastDay }, (_, index) => add(`day${index + 1}`))
    this.#unregistered = unregisteredTags.map((name) => this.#add(random, name, false))
  }

  write(writer: DatasetWriter): void {
    for (const tag of this.all) writer.hashtag({ pk: tag.pk, hashtag_id: tag.id, name: tag.name })
  }

  draw(random: Random, language: Language, topic: Topic): Tag {
    const ofTopic = this.#ofTopic.get(topic.key)
    const ofLanguage = this.#ofLanguage.get(language.code)
    const roll = random.below(100)
    if (roll < 30) return this.#evergreen[evergreenWeights.pick(random)] ?? random.pick(this.#evergreen)
    if (roll < 60) return random.pick(ofTopic?.plain ?? this.#evergreen)
    if (roll < 74) return random.pick(ofLanguage?.general ?? this.#evergreen)
    if (roll < 86) return ofLanguage?.topics.get(topic.key) ?? random.pick(this.#evergreen)
    if (roll < 96) return random.pick(ofTopic?.composed ?? this.#evergreen)
    if (roll < 99) return random.pick(this.#days)
    return random.pick(this.#unregistered)
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

  /** The first hashtags of a platform have short ids, later ones up to 16 digits. */
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

const topicTag = (language: Language, key: TopicKey): string =>
  language.topics[key].toLowerCase().replace(/[\s-]+/g, language.tagJoiner)
