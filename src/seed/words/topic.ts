/** What creators post about. Every language has a word for each. */
export const topicKeys = [
  'cooking',
  'baking',
  'streetfood',
  'football',
  'basketball',
  'fitness',
  'running',
  'yoga',
  'streetdance',
  'kpop',
  'guitar',
  'makeup',
  'skincare',
  'thrift',
  'gaming',
  'coding',
  'gardening',
  'woodworking',
  'travel',
  'hiking',
  'dogs',
  'cats',
  'comedy',
  'studying',
  'books',
  'drawing',
  'photography',
  'science'
] as const
export type TopicKey = (typeof topicKeys)[number]

/** Kinds of music in the sound library. */
export const genres = [
  'pop',
  'lofi',
  'house',
  'hiphop',
  'acoustic',
  'cinematic',
  'funk',
  'ambient',
  'rock',
  'latin'
] as const
export type Genre = (typeof genres)[number]

/**
 * English words for one topic, in forms that fit the gaps of the caption templates. Each phrase can be said in several ways: `[a|b]`
 * stands for one of its alternatives, and `*` among them for one of the topic's twists.
 */
export type Topic = {
  readonly key: TopicKey
  readonly tags: readonly string[]
  readonly emoji: readonly string[]
  /** A noun phrase: "Still thinking about …". */
  readonly things: readonly string[]
  /** What someone is at: "Just me … again". */
  readonly doings: readonly string[]
  /** What came off: "Today I …". */
  readonly wins: readonly string[]
  /** Advice as a sentence without its full stop. */
  readonly tips: readonly string[]
  /** Whole captions. */
  readonly lines: readonly string[]
  /** Where, how or for whom: goes behind things, doings and wins alike. */
  readonly twists: readonly string[]
  /** Questions to the audience. */
  readonly asks: readonly string[]
  /** What handles end in. */
  readonly handles: readonly string[]
  readonly genres: readonly Genre[]
}
