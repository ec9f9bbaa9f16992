import { tables } from '../../store/tables/schema.ts'

export type RefreshLimits = {
  /** About how many changes of lists one round takes, of some ten bytes each. */
  postingsOfRound: number
  /** From this share of all things on, to refresh those that are stale takes longer than to build the index anew. */
  largestShare: number
}

export const limits: RefreshLimits = { postingsOfRound: 2_000_000, largestShare: 1 / 3 }

export const searchTables = [...tables.matchAll(/CREATE TABLE (search_\w+)/g)].map(([, name = '']) => name)
