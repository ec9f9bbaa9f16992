import type { HistogramScale } from '../../records/distribution.ts'

/**
 * Fields that filters compare and lists are sorted by, declared once for all stores, inputs and documents. Flags are numbers too: 0 and 1.
 * An unknown number meets neither a condition nor its negation, and sorts last.
 */

export const postNumbers = [
  'created_at',
  'plays',
  'likes',
  'comments',
  'shares',
  'saves',
  'reposts',
  'duration_seconds',
  'engagement_rate',
  'is_ad',
  'growth_day',
  'growth_week',
  'growth_month'
] as const
export type PostNumber = (typeof postNumbers)[number]

/** Numbers computed from the counts of posts and creators over time (`engines/history/growth.ts`). A single record does not have them. */
export const growthNumbers = ['growth_day', 'growth_week', 'growth_month'] as const
export type GrowthNumber = (typeof growthNumbers)[number]

export const userNumbers = [
  'followers',
  'total_likes',
  'total_videos',
  'engagement_rate',
  'authority_score',
  'posting_consistency',
  'tier',
  'last_post_at',
  'verified',
  'is_private',
  'is_live',
  'growth_day',
  'growth_week',
  'growth_month'
] as const
export type UserNumber = (typeof userNumbers)[number]

/** Numbers whose distribution over a list is a facet, with the scale of their histograms. */
export const postDistributions = {
  plays: 'COUNT',
  likes: 'COUNT',
  duration_seconds: 'COUNT',
  engagement_rate: 'RATE'
} as const satisfies Partial<Record<PostNumber, HistogramScale>>
export type PostDistribution = keyof typeof postDistributions

export const userDistributions = {
  followers: 'COUNT',
  engagement_rate: 'RATE',
  authority_score: 'SCORE'
} as const satisfies Partial<Record<UserNumber, HistogramScale>>
export type UserDistribution = keyof typeof userDistributions

/** Counts of posts that are added up over lists and groups. */
export const postSums = ['plays', 'likes', 'comments', 'shares', 'saves', 'reposts'] as const satisfies PostNumber[]
export type PostSum = (typeof postSums)[number]

/** Groupings of posts: by a reference, or by country or language. */
export const postGroups = {
  CREATOR: 'author',
  HASHTAG: 'hashtag',
  SOUND: 'sound',
  PLACE: 'place',
  COUNTRY: 'country',
  LANGUAGE: 'language'
} as const
export type PostGroup = keyof typeof postGroups
/** Column of a grouping. */
export type GroupColumn = (typeof postGroups)[PostGroup]

/** Orders of groups of posts: by their number, or by a sum. */
export const postGroupOrders = ['COUNT', 'PLAYS', 'LIKES', 'COMMENTS', 'SHARES', 'SAVES', 'REPOSTS'] as const
export type PostGroupOrder = (typeof postGroupOrders)[number]

/** Orders of lists of posts: a column and its direction. Equal posts are ordered newest first, then by id. */
export const postOrders = {
  NEWEST: { column: 'created_at', direction: 'DESC' },
  OLDEST: { column: 'created_at', direction: 'ASC' },
  PLAYS: { column: 'plays', direction: 'DESC' },
  LIKES: { column: 'likes', direction: 'DESC' },
  COMMENTS: { column: 'comments', direction: 'DESC' },
  SHARES: { column: 'shares', direction: 'DESC' },
  SAVES: { column: 'saves', direction: 'DESC' },
  ENGAGEMENT_RATE: { column: 'engagement_rate', direction: 'DESC' },
  DURATION: { column: 'duration_seconds', direction: 'DESC' },
  GROWTH_WEEK: { column: 'growth_week', direction: 'DESC' }
} as const satisfies Readonly<Record<string, { column: PostNumber; direction: 'ASC' | 'DESC' }>>
export type PostOrder = keyof typeof postOrders

/** Orders of lists of creators. Equal creators are ordered by id. */
export const userOrders = {
  FOLLOWERS: { column: 'followers', direction: 'DESC' },
  TOTAL_LIKES: { column: 'total_likes', direction: 'DESC' },
  ENGAGEMENT_RATE: { column: 'engagement_rate', direction: 'DESC' },
  AUTHORITY_SCORE: { column: 'authority_score', direction: 'DESC' },
  LAST_POST: { column: 'last_post_at', direction: 'DESC' },
  USERNAME: { column: 'username', direction: 'ASC' },
  GROWTH_MONTH: { column: 'growth_month', direction: 'DESC' }
} as const satisfies Readonly<Record<string, { column: UserNumber | 'username'; direction: 'ASC' | 'DESC' }>>
export type UserOrder = keyof typeof userOrders

/** An order, reversed by a minus before it. Either way unknown values come last, and the order of equals is the same. */
export type Sorting<O extends string> = O | `-${O}`
export type PostSorting = Sorting<PostOrder>
export type UserSorting = Sorting<UserOrder>
export type PostGroupSorting = Sorting<PostGroupOrder>

/** The order without its minus, and whether it had one. */
export const readSorting = <O extends string>(sorting: Sorting<O>): { order: O; isReversed: boolean } => {
  const isReversed = sorting.startsWith('-')
  // Covers both forms of the type.
  return { order: (isReversed ? sorting.slice(1) : sorting) as O, isReversed }
}
