import type { TopicKey } from './topic.ts'

/** A name as it is written and as a handle spells it. */
export type Name = readonly [written: string, latin: string]

/**
 * The words of one language. Gaps in templates: `{topic}` the topic's word, `{n}` a small number, `{mention}` another
 * creator; English has more of them (see Topic).
 */
export type Language = {
  /** BCP 47. */
  readonly code: string
  /** Share of the creators. */
  readonly weight: number
  /** Hours that clocks are ahead of UTC where it is spoken, the commonest more than once. */
  readonly zones: readonly number[]
  readonly flags: readonly string[]
  readonly givenNames: readonly Name[]
  readonly surnames: readonly Name[]
  readonly surnameFirst: boolean
  readonly topics: Readonly<Record<TopicKey, string>>
  /** What joins the words of a hashtag. */
  readonly tagJoiner: '' | '_'
  /** Hashtags that go with anything. */
  readonly tags: readonly string[]
  readonly captions: readonly string[]
  readonly bios: readonly string[]
  readonly liveTitles: readonly string[]
  readonly collectionNames: readonly string[]
  readonly originalSound: string
}
