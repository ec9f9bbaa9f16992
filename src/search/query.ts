/** One list that stands for a word somebody typed, and how far from it: 1 for the word itself, less for a guess. */
export type Alternative = { word: number; things: number; weight: number }

/** A word of the keyword: what is found holds one of the alternatives. */
export type Group = {
  /** As it was typed. The two parts of one word, and the pairs of characters of one run, say the same. */
  said: string
  /** Which of the typed words it is made for: the parts of one are left out together. */
  of: number
  /** Whether people tag things with it: it then is rather what these are about than what their creator is called. */
  isTopic: boolean
  /** Whether it carries nothing by itself, or somebody only asks with it: where it is left out, things that hold it are no better. */
  isAside: boolean
  /** Whether it is a correction: nothing is called as it was typed. A doubtful one counts beside other words only, where it stands with them. */
  isCorrected: boolean
  isDoubtful: boolean
  /** By which words are left out: those with the lowest first. */
  importance: Importance
  alternatives: readonly Alternative[]
}

/** What a word is for whoever typed it, and among words of one rank how much it says about what is looked for. */
export type Importance = { rank: (typeof ranks)[keyof typeof ranks]; weight: number }

export const ranks = { empty: 0, asking: 1, word: 2, marked: 3 } as const

/** What a keyword comes to. */
export type SearchQuery = {
  /** Words that are looked for, at most `maxGroups` of them. */
  groups: readonly Group[]
  /** Groups by number, step by step in the order in which they are left out while all that remain find nothing. */
  leaveOut: readonly (readonly number[])[]
  /** How many of these steps, the first ones, leave out nothing but words that carry nothing by themselves. */
  emptySteps: number
  /** The last word where it is a word as it was typed, and may be the beginning of another: its group, and what such a one counts for it. */
  unfinished: { group: number; beginning: string; weight: number } | null
  /** Left out from the start, as they were typed: words that nothing is known of, and those beyond `maxGroups`. */
  unknown: readonly string[]
}

export const maxGroups = 12
