import { type Awaitable, andThen } from '../core/awaitable.ts'
import { invalidParam } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import { allOf } from '../engines/filters/conditions.ts'
import { type Condition, type Facet, type PostOwner, type UserFacet, writeQuery } from '../engines/filters/query.ts'
import type { PostSummary } from '../records/post-summary.ts'
import type { UserSummary } from '../records/user-summary.ts'
import type { Deps } from './operation.ts'
import { isFilteredBySource, type PostList } from './post-lists.ts'
import { summarizeWalk } from './post-walks.ts'

/** Maximum entries of a facet. */
export const maxFacetEntries = 50
export const defaultFacetEntries = 10

/** Minimum bins of a histogram. */
export const minBins = 2
export const maxBins = 100
export const defaultBins = 24

/** Number of bins of a histogram as clients give it. */
export const readBins = (raw: unknown): number => {
  if (raw === null || raw === undefined) return defaultBins
  if (Number.isInteger(raw) && Number(raw) >= minBins && Number(raw) <= maxBins) return Number(raw)
  throw invalidParam('bins', `must be a whole number from ${minBins} to ${maxBins}, for example ${defaultBins}`)
}

/** Number of entries of a facet as clients give it. */
export const readFacetEntries = (raw: unknown): number => {
  if (raw === null || raw === undefined) return defaultFacetEntries
  if (Number.isInteger(raw) && Number(raw) >= 1 && Number(raw) <= maxFacetEntries) return Number(raw)
  throw invalidParam('first', `must be a whole number from 1 to ${maxFacetEntries}, for example ${defaultFacetEntries}`)
}

/** Counts over a whole list of posts, independent of its pages. */
export class PostCounts {
  readonly #list: PostList
  readonly #where: Condition | null

  constructor(list: PostList, where: Condition | null) {
    this.#list = list
    this.#where = where
  }

  /** Length of the list; null if the source cannot count it. */
  total(deps: Deps, scope: Scope): Awaitable<number | null> {
    if (!isFilteredBySource(deps, this.#list)) return null
    return andThen(this.summary(deps, scope, { kind: 'count' }), (summary) => summary?.count ?? null)
  }

  /** One facet of the whole list, or of the part that is read up to the limit. */
  summary(deps: Deps, scope: Scope, facet: Facet): Awaitable<PostSummary | null> {
    const { of, what } = this.#list
    if (isFilteredBySource(deps, this.#list)) {
      // The source filters this list, so it is not a search.
      const query = { of: of as PostOwner | null, where: this.#where, order: null }
      return deps.reads.lookUp(scope, 'postSummary', writeQuery({ query, facet }))
    }
    return of === null ? null : summarizeWalk(deps, scope, { ...of, what }, this.#where, facet)
  }
}

/** Counts over all creators that meet a condition. */
export class UserCounts {
  readonly #where: Condition | null

  constructor(where: Condition | null) {
    this.#where = where
  }

  /** Number of creators; null if the source cannot count them. */
  total(deps: Deps, scope: Scope): Awaitable<number | null> {
    return andThen(this.summary(deps, scope, { kind: 'count' }), (summary) => summary?.count ?? null)
  }

  /** Number of creators with a flag. */
  totalWith(deps: Deps, scope: Scope, flag: 'verified' | 'is_live'): Awaitable<number | null> {
    const condition = { number: flag, min: 1, max: 1, not: false } as const
    return new UserCounts(allOf([this.#where, condition])).total(deps, scope)
  }

  /** One facet; null if the source cannot count. */
  summary({ reads }: Deps, scope: Scope, facet: UserFacet): Awaitable<UserSummary | null> {
    if (reads.hasFilters !== true) return null
    const query = { where: this.#where, order: null }
    return reads.lookUp(scope, 'userSummary', writeQuery({ query, facet }))
  }
}
