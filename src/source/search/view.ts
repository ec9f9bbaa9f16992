import type { ListCursor } from './cursor.ts'
import { qualityOf } from './keys.ts'
import type { SearchQuery } from './query.ts'
import type { Fields, Ranking } from './ranking.ts'
import { mostAlternatives, partsOf } from './stages.ts'

/** A query in some of the fields. */
export type View = { query: SearchQuery; parts: readonly number[]; mask: number; most: number } & Scorer

/** A group of the query with a cursor along each of its lists. */
export type OpenGroup = { index: number; cursors: readonly ListCursor[] }

/** `fields`: those that hold all words that it has of the keyword. */
export type Candidate = { key: number; fields: number; score: number }

export const viewOf = (query: SearchQuery, fields: Fields, { kind, relevance }: Ranking, things: number): View => {
  const parts = partsOf(kind, fields.mask)
  const { mask } = fields
  return { query, parts, mask, most: mostAlternatives(query, parts), ...scorer(query, fields, relevance, things) }
}

/** `highest`: of any thing, without its quality. */
type Scorer = { score: (groups: readonly OpenGroup[], key: number) => Candidate; highest: number }

/**
 * Relevance and quality together, by a formula that knows nothing of other things found: the share of the keyword that a thing holds, words by
 * their rarity, in decades of popularity.
 */
const scorer = (
  { groups }: SearchQuery,
  { worths, topicWorths, mask }: Fields,
  relevance: number,
  things: number
): Scorer => {
  const worthsOf = groups.map(({ isTopic }) => (isTopic ? topicWorths : worths))
  const rarities = groups.map(({ alternatives }) => {
    const holding = alternatives.reduce((sum, { things }) => sum + things, 0)
    return Math.log1p(things / Math.max(1, holding))
  })
  const whole = rarities.reduce((sum, rarity) => sum + rarity, 0)
  const held = worthsOf.reduce((sum, worths, index) => sum + (worths[mask] ?? 0) * (rarities[index] ?? 0), 0)
  const score: Scorer['score'] = (open, key) => {
    let sum = 0
    let common = -1
    for (const { index, cursors } of open) {
      let best = 0
      let held = 0
      for (const cursor of cursors) {
        const { keys, at, weight } = cursor
        if (keys[at] !== key) continue
        const fields = (cursor.fields[at] ?? 0) & mask
        held |= fields
        best = Math.max(best, weight * (worthsOf[index]?.[fields] ?? 0))
      }
      common &= held
      sum += best * (rarities[index] ?? 0)
    }
    return { key, fields: common, score: (relevance * sum) / whole + qualityOf(key) }
  }
  return { score, highest: (relevance * held) / whole }
}
