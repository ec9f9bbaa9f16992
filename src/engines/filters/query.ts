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

/** What a row refers to, and how a filter names it: handle in lower case, canonical name of a hashtag, or id. */
export type Reference = 'author' | 'hashtag' | 'sound' | 'place'

/**
 * What a filter means, after its input was checked (`filters.ts`). Negations stand at the conditions themselves, so
 * that an unknown number, which meets neither a condition nor its negation, needs no third value.
 */
export type Condition =
  /** Both ends are included; null leaves one open. */
  | {
      readonly number: PostNumber | UserNumber
      readonly min: number | null
      readonly max: number | null
      readonly not: boolean
    }
  /** The post refers to one of these, so that what refers to nothing meets the negation. */
  | { readonly reference: Reference; readonly anyOf: readonly string[]; readonly not: boolean }
  /** A flag of the sound of a post. Unknown where the sound is gone or does not say. */
  | { readonly flag: 'sound_is_original'; readonly is: boolean }
  /** The author of the post meets this. A negation stands within, so that a post without an author meets neither. */
  | { readonly author: Condition }
  /** A public post of the creator meets this, or any post where it is null; with `not`, none does. */
  | { readonly posts: Condition | null; readonly not: boolean }
  /** Equal to one of these texts. */
  | { readonly text: 'niche'; readonly anyOf: readonly string[]; readonly not: boolean }
  /** The country or language is one of these codes. Unknown ones meet no negation either. */
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

/** A filtered, sorted list. `of`: null selects from all public posts; `order`: null keeps the list's own order, newest first for all. */
export type PostQuery = {
  readonly of: PostOwner | null
  readonly where: Condition | null
  readonly order: PostSorting | null
}
/** Of all accounts with a handle. `order`: null sorts by followers. */
export type UserQuery = { readonly where: Condition | null; readonly order: UserSorting | null }

/** What is counted over the posts of a query (`records/post-summary.ts`). */
export type Facet =
  | { readonly kind: 'count' | 'sums' }
  | { readonly kind: 'timeline'; readonly step: TimelineStep }
  | { readonly kind: 'groups'; readonly by: PostGroup; readonly order: PostGroupSorting; readonly first: number }
  | { readonly kind: PostDistribution }

/** What is counted over the creators of a query (`records/user-summary.ts`). */
export type UserFacet =
  | { readonly kind: 'count' | 'tiers' | UserDistribution }
  | { readonly kind: 'niches'; readonly first: number }

/** A summary of a list of posts. */
export type SummaryQuery = { readonly query: PostQuery; readonly facet: Facet }
/** A summary of a list of creators. */
export type UserSummaryQuery = { readonly query: UserQuery; readonly facet: UserFacet }

/**
 * The text of a query, equal for equal queries: the key by which stores, caches and cursors know it. Queries are built with their fields in
 * the order of their types.
 */
export const writeQuery = (query: PostQuery | UserQuery | SummaryQuery | UserSummaryQuery): string =>
  JSON.stringify(query)

/** Only keys made by `writeQuery` reach a store. */
export const readPostQuery = (key: string): PostQuery => JSON.parse(key) as PostQuery
export const readUserQuery = (key: string): UserQuery => JSON.parse(key) as UserQuery
export const readSummaryQuery = (key: string): SummaryQuery => JSON.parse(key) as SummaryQuery
export const readUserSummaryQuery = (key: string): UserSummaryQuery => JSON.parse(key) as UserSummaryQuery
