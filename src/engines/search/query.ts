/** One list that may match a typed word, and its weight: 1 for the word itself, less for alternatives. */
export type Alternative = { word: number; documents: number; weight: number }

/** A word of the keyword: results contain one of the alternatives. */
export type WordGroup = {
  /** The word as typed. The two parts of a compound share it, and so do the bigrams of one run. */
  rawText: string
  /** Index of the typed word: parts of one word are dropped together. */
  of: number
  /** Whether it is used as a hashtag: it then is probably a topic and not a creator's name. */
  isTopic: boolean
  /** Whether it is a stop word or a question word: once dropped, it adds nothing to the score. */
  isFiller: boolean
  /** Whether it is a correction: nothing has the typed form. A doubtful one counts only where it occurs together with other words. */
  isCorrected: boolean
  isDoubtful: boolean
  /** Order of dropping: the lowest goes first. */
  importance: Importance
  alternatives: readonly Alternative[]
}

/** The role of a word, and, among words of one rank, its weight. */
export type Importance = { rank: (typeof ranks)[keyof typeof ranks]; weight: number }

export const ranks = { empty: 0, question: 1, word: 2, marked: 3 } as const

/** A parsed keyword. */
export type SearchQuery = {
  /** Words to search for, at most `maxGroups`. */
  groups: readonly WordGroup[]
  /** Group numbers, step by step, in the order of dropping while the remaining ones match nothing. */
  dropOrder: readonly (readonly number[])[]
  /** How many of the first steps drop only stop words. */
  emptySteps: number
  /** The last word where it was typed as a plain word and may be a prefix: its group, and the weight of a completion. */
  unfinished: { group: number; prefix: string; weight: number } | null
  /** Dropped from the start, as typed: unknown words, and those beyond `maxGroups`. */
  unknown: readonly string[]
}

export const maxGroups = 12
