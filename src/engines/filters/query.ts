import type { OriginField } from '../../records/origin.ts'
import type { TimelineStep } from '../history/timeline-steps.ts'
import type {
  PostDistribution,
  PostGroup,
  PostGroupSorting,
  PostNumber,
  PostSorting,
  UserDistribution,
  UserNumber,
  UserSorting
} from './fields.ts'

/** A reference of a row, by the name that filters have for it: handle in lower case, canonical name of a hashtag, or id. */
export type Reference = 'author' | 'hashtag' | 'sound' | 'place'

/**
 * The condition of a validated filter (`filters.ts`). Only single conditions are negated. So no three-valued logic is needed, although an unknown
 * number meets neither a condition nor its negation.
 */
export type Condition =
  /** Both ends are included; null is an open end. */
  | {
      readonly number: PostNumber | UserNumber
      readonly min: number | null
      readonly max: number | null
      readonly not: boolean
    }
  /** The post refers to one of these. A post without a reference meets the negation, but for one without an author. */
  | { readonly reference: Reference; readonly anyOf: readonly string[]; readonly not: boolean }
  /** A flag of a post's sound. Unknown if the sound is gone or its flag unknown. */
  | { readonly flag: 'sound_is_original'; readonly is: boolean }
  /** The author of the post meets this. A negation is inside, so a post without an author meets neither. */
  | { readonly author: Condition }
  /** A public post of the creator meets this, or exists if it is null; with `not`, none does. */
  | { readonly posts: Condition | null; readonly not: boolean }
  /** The niche is one of these texts. */
  | { readonly text: 'niche'; readonly anyOf: readonly string[]; readonly not: boolean }
  /** The country or language is one of these codes. Unknown ones do not meet the negation either. */
  | { readonly origin: OriginField; readonly anyOf: readonly string[]; readonly not: boolean }
  /** Caption and hashtags of a post, or handle, name and bio of a creator, contain all words of this text (`engines/search/words.ts`). */
  | { readonly keyword: string; readonly not: boolean }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }

/** The list that a query selects from: a feed and its key, as in `store/kinds.ts`. */
export type PostOwner = {
  readonly feed: 'userPosts' | 'soundPosts' | 'placePosts' | 'hashtagPosts' | 'collectionPosts'
  readonly key: string
}

/** A filtered, sorted list. `of`: null selects from all public posts; `order`: null keeps the list's own order, newest first for all posts. */
export type PostQuery = {
  readonly of: PostOwner | null
  readonly where: Condition | null
  readonly order: PostSorting | null
}
/** Filters all accounts with a handle. `order`: null sorts by followers. */
export type UserQuery = { readonly where: Condition | null; readonly order: UserSorting | null }

/** A count over the posts of a query (`records/post-summary.ts`). */
export type Facet =
  | { readonly kind: 'count' | 'sums' }
  | { readonly kind: 'timeline'; readonly step: TimelineStep }
  | { readonly kind: 'groups'; readonly by: PostGroup; readonly order: PostGroupSorting; readonly first: number }
  | { readonly kind: PostDistribution }

/** A count over the creators of a query (`records/user-summary.ts`). */
export type UserFacet =
  | { readonly kind: 'count' | 'tiers' | UserDistribution }
  | { readonly kind: 'niches'; readonly first: number }

/** A summary of a list of posts. */
export type SummaryQuery = { readonly query: PostQuery; readonly facet: Facet }
/** A summary of a list of creators. */
export type UserSummaryQuery = { readonly query: UserQuery; readonly facet: UserFacet }

/**
 * The text of a query, equal for equal queries: its key in stores, caches and cursors. Queries must have their fields in the order of their
 * types.
 */
export const writeQuery = (query: PostQuery | UserQuery | SummaryQuery | UserSummaryQuery): string =>
  JSON.stringify(query)

/** Only keys made by `writeQuery` reach a store. */
export const readPostQuery = (key: string): PostQuery => JSON.parse(key) as PostQuery
export const readUserQuery = (key: string): UserQuery => JSON.parse(key) as UserQuery
export const readSummaryQuery = (key: string): SummaryQuery => JSON.parse(key) as SummaryQuery
export const readUserSummaryQuery = (key: string): UserSummaryQuery => JSON.parse(key) as UserSummaryQuery
