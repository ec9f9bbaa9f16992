import ar from './words/ar.json' with { type: 'json' }
import bn from './words/bn.json' with { type: 'json' }
import captions from './words/captions.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import effectList from './words/effects.json' with { type: 'json' }
import el from './words/el.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import handles from './words/handles.json' with { type: 'json' }
import he from './words/he.json' with { type: 'json' }
import hi from './words/hi.json' with { type: 'json' }
import id from './words/id.json' with { type: 'json' }
import it from './words/it.json' with { type: 'json' }
import ja from './words/ja.json' with { type: 'json' }
import ko from './words/ko.json' with { type: 'json' }
import placeList from './words/places.json' with { type: 'json' }
import pt from './words/pt.json' with { type: 'json' }
import ru from './words/ru.json' with { type: 'json' }
import sounds from './words/sounds.json' with { type: 'json' }
import tags from './words/tags.json' with { type: 'json' }
import th from './words/th.json' with { type: 'json' }
import topicList from './words/topics.json' with { type: 'json' }
import tr from './words/tr.json' with { type: 'json' }
import vi from './words/vi.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

/** Topics of creators; every language has a word for each. */
export type TopicKey = keyof typeof en.topics

/**
 * English words of one topic for the gaps of caption templates. Phrases may have variants: `[a|b]` is one of its alternatives, and `*`
 * among them is one of the topic's twists.
 */
export type Topic = {
  readonly key: TopicKey
  readonly tags: readonly string[]
  readonly emoji: readonly string[]
  /** A noun phrase: "Still thinking about …". */
  readonly things: readonly string[]
  /** An activity: "Just me … again". */
  readonly doings: readonly string[]
  /** A success: "Today I …". */
  readonly wins: readonly string[]
  /** Advice as a sentence without its full stop. */
  readonly tips: readonly string[]
  /** Whole captions. */
  readonly lines: readonly string[]
  /** Where, how or for whom: follows things, doings and wins alike. */
  readonly twists: readonly string[]
  /** Questions to the audience. */
  readonly asks: readonly string[]
  /** Endings of handles. */
  readonly handles: readonly string[]
  /** Kinds of music, of those in `genres`. */
  readonly genres: readonly string[]
}

/** A name, and its spelling in handles. */
export type Name = readonly [written: string, latin: string]

/**
 * The words of one language. Gaps in templates: `{topic}` the topic's word, `{thing}` something of the topic, `{n}` a small
 * number, `{number}` the next number of the creator's series, `{mention}` another creator, and the names of `parts`; English has those of
 * `Topic` as well.
 */
export type Language = {
  /** BCP 47. */
  readonly code: string
  /** Share of the creators. */
  readonly weight: number
  /** Countries where it is spoken, the most common ones repeated: a flag, and hours ahead of UTC. */
  readonly homes: readonly (readonly [flag: string, zone: number])[]
  readonly givenNames: readonly Name[]
  readonly surnames: readonly Name[]
  readonly surnameFirst: boolean
  readonly topics: Readonly<Record<TopicKey, string>>
  /** Joins the words of a hashtag: an underscore or nothing. */
  readonly tagJoiner: string
  /** Hashtags that go with anything. */
  readonly tags: readonly string[]
  /** Endings of a topic's hashtags, after the topic's word. */
  readonly tagEndings: readonly string[]
  /** Captions with one statement. */
  readonly captions: readonly string[]
  /** Captions composed from so many parts that repetitions are rare. */
  readonly composed: readonly string[]
  /** Pieces for the gaps of their name. Those of `close` end some captions. */
  readonly parts: Readonly<Record<'when' | 'close', readonly string[]> & Record<string, readonly string[]>>
  /**
   * Subjects of a topic's captions; null for English, whose subjects are in the topics. `twists` are other ways to say any of
   * them, which replace the `*`.
   */
  readonly things: Readonly<Record<TopicKey | 'twists', readonly string[]>> | null
  /** The first three have the same meaning in every language: profiles that differ by region have one of them. */
  readonly bios: readonly string[]
  readonly liveTitles: readonly string[]
  readonly collectionNames: readonly string[]
  readonly originalSound: string
}

type Spot = string | readonly [name: string, address: string]

type Country = {
  /** Numeric code of the country, as in gazetteers; cities have one too. */
  readonly code: string
  /** Languages whose creators are at home there. */
  readonly languages: readonly string[]
  readonly cities: readonly (readonly [name: string, code: string | null, ...spots: Spot[]])[]
}

/** Casts lists with tuples, because TypeScript has no tuples in JSON. A test checks them against these types. */
const typed = <Words>(words: unknown): Words => words as Words

/** The language of most captions; creators of every language use it now and then. */
export const english = typed<Language>(en)

export const languages: readonly Language[] = [
  english,
  ...typed<Language[]>([es, pt, id, hi, ja, fr, de, ru, ar, ko, zh, tr, th, vi, it, bn, he, el])
]

export const topics = typed<readonly Topic[]>(topicList)

const topicsByKey = new Map(topics.map((topic) => [topic.key, topic]))

export const topicByKey = (key: TopicKey): Topic => {
  const topic = topicsByKey.get(key)
  if (topic === undefined) throw new Error(`There are no words for the topic ${key}.`)
  return topic
}

/** Camera effects with their topics, most used first. */
export const effects = typed<readonly (readonly [name: string, ...tags: string[]])[]>(effectList)

/** The first countries are the most visited ones. */
export const countries = typed<readonly Country[]>(placeList)

/** `faces`: emoji that go with anything, the most used first. `storySentences`: sentences of long captions, in any order. */
export const { faces, storySentences } = captions

/** Words before a name in a handle, and things that handles are named after. */
export const { handlePrefixes, handleNouns } = handles

/** Titles used as they are, words of composed titles, words of invented artists' names, and kinds of music. */
export const { wholeTitles, titleFirst, titleSecond, artistFirst, artistSecond, genres } = sounds

/**
 * Hashtags: under captions in English, the most used first; under captions in any language; endings that make a topic's hashtag
 * another one; begun by one creator and used by others; without an id on the platform.
 */
export const { evergreenTags, worldwideTags, tagEndings, challengeTags, unregisteredTags } = tags
