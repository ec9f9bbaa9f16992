import type { TopicKey } from './topic.ts'

/** A name as it is written and as a handle spells it. */
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
  /** Where it is spoken, the most common more than once: a flag, and the hours that its clocks are ahead of UTC. */
  readonly homes: readonly (readonly [flag: string, zone: number])[]
  readonly givenNames: readonly Name[]
  readonly surnames: readonly Name[]
  readonly surnameFirst: boolean
  readonly topics: Readonly<Record<TopicKey, string>>
  /** What joins the words of a hashtag. */
  readonly tagJoiner: '' | '_'
  /** Hashtags that go with anything. */
  readonly tags: readonly string[]
  /** What hashtags of a topic end in, after the topic's word. */
  readonly tagEndings: readonly string[]
  /** Captions that say one thing. */
  readonly captions: readonly string[]
  /** Captions that are put together from so many parts that hardly one comes twice. */
  readonly composed: readonly string[]
  /** Pieces for the gaps of their name. Those of `close` stand behind some captions. */
  readonly parts: Readonly<Record<'when' | 'close', readonly string[]> & Record<string, readonly string[]>>
  /**
   * What a topic's captions are about; null where the topics have the words themselves, in English. `twists` are other ways to say any of
   * them, which stands where the `*` is.
   */
  readonly things: Readonly<Record<TopicKey | 'twists', readonly string[]>> | null
  /** The first three say the same in every language: profiles that differ by region have one of them. */
  readonly bios: readonly string[]
  readonly liveTitles: readonly string[]
  readonly collectionNames: readonly string[]
  readonly originalSound: string
}
