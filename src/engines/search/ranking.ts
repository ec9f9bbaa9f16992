import type { SearchKind } from './store.ts'

/** Fields to search, and the score of a match in them. */
export type RankedFields = {
  /** Their bits. */
  mask: number
  /** Score of a word by the bits of the fields that contain it, up to slightly more than 1. */
  worths: readonly number[]
  /** The same for words used as hashtags. */
  topicWorths: readonly number[]
}

/** How one kind of search scores documents. */
export type SearchRanking = RankedFields & {
  kind: SearchKind
  /** The score of all words in the best field, in decades of popularity. */
  relevance: number
  /**
   * The field that names creators. It limits the posts of one creator on the first page, unless the words name that creator. Null for
   * documents that are not posts.
   */
  authorField: number | null
  /** These fields and others, for queries that these fields do not fully match; null where all fields are searched anyway. */
  further: RankedFields | null
  /** The further fields and the remaining ones, for queries that those do not fully match; null where there are no more. */
  far: RankedFields | null
  /** The names of creators, where the fields to search do not include them; null where they do, or there are none. */
  named: RankedFields | null
}

/** A field with the score of a word in it, up to 1: for any word, and for one used as a hashtag. */
export type RankedField = { bit: number; worth: number; topicWorth?: number }

/** `fields`: those to search. `further` and `far`: fields to add where the previous ones do not fully match. */
export const rankingOf = (
  kind: SearchKind,
  relevance: number,
  fields: readonly RankedField[],
  authorField: number | null = null,
  further: readonly RankedField[] = [],
  far: readonly RankedField[] = []
): SearchRanking => ({
  kind,
  relevance,
  authorField,
  ...fieldsOf(fields),
  further: further.length === 0 ? null : fieldsOf([...fields, ...further]),
  far: far.length === 0 ? null : fieldsOf([...fields, ...far]),
  named: further.some(({ bit }) => bit === authorField)
    ? fieldsOf(further.filter(({ bit }) => bit === authorField))
    : null
})

export const fieldsOf = (fields: readonly RankedField[]): RankedFields => {
  const mask = fields.reduce((bits, { bit }) => bits | bit, 0)
  // The best field counts; others add a little.
  const worthsBy = (worthOf: (field: RankedField) => number) =>
    Array.from({ length: mask + 1 }, (_, bits) => {
      const held = fields.filter(({ bit }) => (bits & bit) !== 0).map(worthOf)
      const best = Math.max(0, ...held)
      return best + 0.1 * (held.reduce((sum, worth) => sum + worth, 0) - best)
    })
  const worths = worthsBy(({ worth }) => worth)
  const topicWorths = worthsBy(({ worth, topicWorth }) => topicWorth ?? worth)
  return { mask, worths, topicWorths }
}
