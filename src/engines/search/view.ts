import type { ListCursor } from './cursor.ts'
import { qualityOf } from './keys.ts'
import type { SearchQuery } from './query.ts'
import type { RankedFields, SearchRanking } from './ranking.ts'
import { mostAlternatives, partsOf } from './stages.ts'

/** A query in some of the fields. */
export type View = {
  query: SearchQuery
  parts: readonly number[]
  mask: number
  most: number
  /** Scorer for documents that match some of the groups. */
  scorerOf: (groups: readonly number[]) => Scorer
}

/** A group of the query with a cursor on each of its lists. */
export type OpenGroup = { index: number; cursors: readonly ListCursor[] }

/** `fields`: those that contain all matched words of the keyword. */
export type Candidate = { key: number; fields: number; score: number }

export const viewOf = (
  query: SearchQuery,
  fields: RankedFields,
  { kind, relevance }: SearchRanking,
  documents: number
): View => {
  const parts = partsOf(kind, fields.mask)
  const { mask } = fields
  const scorerOf = scorersOf(query, fields, relevance, documents)
  return { query, parts, mask, most: mostAlternatives(query, parts), scorerOf }
}

export type Scorer = {
  /** `groups`: the groups that the document matches. `others`: optional groups, with cursors at or after the key. */
  score: (groups: readonly OpenGroup[], others: readonly OpenGroup[], key: number) => Candidate
  /** Upper bound of the score, without quality. */
  highest: number
}

/**
 * Score from relevance and quality; it depends on the document alone and not on other results. Relevance, in decades of popularity, is how
 * well the document matches the required words, weighted by rarity. Optional words of the keyword add to it with the same weight.
 */
const scorersOf = (
  { groups }: SearchQuery,
  { worths, topicWorths, mask }: RankedFields,
  relevance: number,
  documents: number
): View['scorerOf'] => {
  const worthsOf = groups.map(({ isTopic }) => (isTopic ? topicWorths : worths))
  const rarities = groups.map(({ alternatives }) => {
    const holding = alternatives.reduce((sum, { documents }) => sum + documents, 0)
    return Math.log1p(documents / Math.max(1, holding))
  })
  const held = worthsOf.reduce((sum, worths, index) => sum + (worths[mask] ?? 0) * (rarities[index] ?? 0), 0)
  /** Fields of the current document that match the current group. */
  let fields = 0
  const worthOf = ({ index, cursors }: OpenGroup, key: number): number => {
    const worths = worthsOf[index] ?? []
    let best = 0
    fields = 0
    for (const { keys, at, weight, fields: all } of cursors) {
      if (keys[at] !== key) continue
      const held = (all[at] ?? 0) & mask
      fields |= held
      best = Math.max(best, weight * (worths[held] ?? 0))
    }
    return best * (rarities[index] ?? 0)
  }
  return (wanted) => {
    const share = relevance / wanted.reduce((sum, index) => sum + (rarities[index] ?? 0), 0)
    const score: Scorer['score'] = (open, others, key) => {
      let sum = 0
      let common = -1
      for (const group of open) {
        sum += worthOf(group, key)
        common &= fields
      }
      for (const group of others) sum += worthOf(group, key)
      return { key, fields: common, score: share * sum + qualityOf(key) }
    }
    return { score, highest: share * held }
  }
}
