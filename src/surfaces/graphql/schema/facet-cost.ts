import { defaultFacetEntries, maxFacetEntries } from '../../../services/list-counts.ts'
import { type Filtering, searchCost } from './cost-hints.ts'

/** The cost of a scan of the source's columns. Without columns, the reads of the list count once for all facets. */
export const scanCost = {
  reads: (_: object, { hasFilters }: Filtering) => (hasFilters ? 1 : 0),
  readCost: searchCost
}

/** Number of entries of a facet that takes `first`. */
export const entriesOf = ({ first }: Readonly<Record<string, unknown>>): number =>
  Math.min(Math.max(Number(first ?? defaultFacetEntries) || 0, 0), maxFacetEntries)
