import { partnershipTiers } from '../../records/creator-scorecard.ts'
import type { UserSummary } from '../../records/user-summary.ts'
import { userDistributions } from '../filters/fields.ts'
import type { UserFacet, UserSummaryQuery } from '../filters/query.ts'
import type { CachedChunks } from './cached-chunks.ts'
import { numberAt, textAt, unknownText } from './decoded-chunks.ts'
import { distributionOf } from './distribution.ts'
import { maxScannedRows, RowList, TooManyRows, tooManyRows } from './list.ts'
import { Slots } from './plan.ts'
import type { Turn } from './scan-turns.ts'

const nothing: UserSummary = {
  count: null,
  tiers: null,
  niches: null,
  followers: null,
  engagement_rate: null,
  authority_score: null
}

type UserSummaryOptions = { maxRows?: number }

/** Counts over a list of creators. A plain count is null if there are too many to count. */
export const summarizeUsers = async (
  chunks: CachedChunks,
  { query: { where }, facet }: UserSummaryQuery,
  turn: Turn,
  { maxRows = maxScannedRows }: UserSummaryOptions = {}
): Promise<UserSummary> => {
  const slots = new Slots()
  const list = await RowList.open({ chunks, table: 'users', slots, turn, of: null, where, maxRows })
  // A list without owner always exists.
  if (list === null) return nothing
  try {
    return { ...nothing, ...(await facetOf(list, slots, facet)) }
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    if (facet.kind === 'count') return nothing
    throw tooManyRows('creators', maxRows)
  }
}

const facetOf = async (list: RowList, slots: Slots, facet: UserFacet): Promise<Partial<UserSummary>> => {
  switch (facet.kind) {
    case 'count':
      return { count: await list.count() }
    case 'tiers':
      return { tiers: await tiersOf(list, slots.of('tier')) }
    case 'niches':
      return { niches: await topNichesOf(list, slots.of('niche'), facet.first) }
    default:
      return { [facet.kind]: await distributionOf(list, slots.of(facet.kind), userDistributions[facet.kind]) }
  }
}

/** Tiers are numbered from 1. */
const tiersOf = async (list: RowList, slot: number): Promise<UserSummary['tiers']> => {
  const counts = partnershipTiers.map((tier) => ({ tier, count: 0 }))
  await list.walk({
    visit: (group, selection) => {
      const chunk = group.numbers(slot)
      for (const row of selection.written()) {
        const entry = counts[numberAt(chunk, row) - 1]
        if (entry !== undefined) entry.count += 1
      }
    }
  })
  return counts
}

const topNichesOf = async (list: RowList, slot: number, first: number): Promise<UserSummary['niches']> => {
  const counts = new Map<string, number>()
  await list.walk({
    visit: (group, selection) => {
      const chunk = group.texts(slot)
      const atPlaces = new Uint32Array(chunk.starts.length)
      for (const row of selection.written()) {
        const place = chunk.places[row] ?? unknownText
        if (place !== unknownText) atPlaces[place] = (atPlaces[place] ?? 0) + 1
      }
      for (const [place, count] of atPlaces.entries()) {
        if (count === 0) continue
        const niche = textAt(chunk, place)
        counts.set(niche, (counts.get(niche) ?? 0) + count)
      }
    }
  })
  return [...counts]
    .map(([niche, count]) => ({ niche, count }))
    .sort((a, b) => b.count - a.count || (a.niche < b.niche ? -1 : 1))
    .slice(0, first)
}
