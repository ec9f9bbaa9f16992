import type { SearchKind } from './store.ts'

/** Fields that are looked at, and what a word in them is worth. */
export type Fields = {
  /** Their bits. */
  mask: number
  /** What a word is worth by the bits of the fields that hold it, up to a little more than 1. */
  worths: readonly number[]
  /** The same of words that people tag things with. */
  topicWorths: readonly number[]
}

/** How one kind of search looks at things. */
export type Ranking = Fields & {
  kind: SearchKind
  /** What it is worth to hold all words in the best field, in decades of popularity. */
  relevance: number
  /** Creators do not fill the first page, unless the words name them: all of them stand in this field. Null where things are not posts. */
  authorField: number | null
  /** These and others, for what none of these hold all of; null where all there are are looked at anyway. */
  further: Fields | null
  /** The first ones and still others, for what all these do not hold all of; null where there are no more. */
  far: Fields | null
  /** The names of creators, where the fields that are looked at do not tell them; null where they do, or there are none. */
  named: Fields | null
}

/** A field with what a word is worth in it, up to 1: any word, and one that people tag things with. */
export type RankedField = { bit: number; worth: number; topicWorth?: number }

/** `fields`: those that are looked at. `further` and `far`: others, each for what those before do not hold all of. */
export const rankingOf = (
  kind: SearchKind,
  relevance: number,
  fields: readonly RankedField[],
  authorField: number | null = null,
  further: readonly RankedField[] = [],
  far: readonly RankedField[] = []
): Ranking => ({
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

export const fieldsOf = (fields: readonly RankedField[]): Fields => {
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
