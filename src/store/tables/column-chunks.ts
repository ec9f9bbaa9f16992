import type { Column, ColumnTable, TrendNumber } from '../../engines/columnar/column-store.ts'
import type { GrowthNumber } from '../../engines/filters/fields.ts'
import type { TrendWindow } from '../../engines/history/growth.ts'

/** Column chunks as both databases store them (`column_chunks`). */

export const columnKinds: Readonly<Record<ColumnTable, number>> = { posts: 1, users: 2, sounds: 3 }

/** In `stale_column_rows`: all rows of a row group. */
export const wholeGroup = -1

/** All columns of each table. Their order is part of stored ids: new ones come last. */
export const columnNames = {
  posts: [
    ...(['is_listed', 'created_at', 'plays', 'likes', 'comments', 'shares', 'saves', 'reposts'] as const),
    ...(['duration_seconds', 'engagement_rate', 'is_ad', 'author', 'sound', 'place', 'id_order'] as const),
    ...(['search_key', 'hashtags', 'growth_day', 'growth_week', 'growth_month'] as const),
    ...(['trend_day', 'trend_week', 'trend_month', 'country', 'language'] as const)
  ],
  users: [
    ...(['is_listed', 'followers', 'total_likes', 'total_videos', 'engagement_rate', 'authority_score'] as const),
    ...(['posting_consistency', 'tier', 'last_post_at', 'verified', 'is_private', 'is_live', 'id_order'] as const),
    ...(['search_key', 'username', 'niche', 'growth_day', 'growth_week', 'growth_month'] as const),
    ...(['trend_day', 'trend_week', 'trend_month', 'country', 'language'] as const)
  ],
  sounds: ['is_original']
} as const satisfies { readonly [T in ColumnTable]: readonly Column<T>[] }

/** Columns of growth within a window: `rate`, and `rankedAt`, the end of the window for rows that rankings include. */
export const growthColumns: Readonly<Record<TrendWindow, { rate: GrowthNumber; rankedAt: TrendNumber }>> = {
  DAY: { rate: 'growth_day', rankedAt: 'trend_day' },
  WEEK: { rate: 'growth_week', rankedAt: 'trend_week' },
  MONTH: { rate: 'growth_month', rankedAt: 'trend_month' }
}

/** A column that exists in each row group with rows. */
export const firstColumn = (table: ColumnTable): string => columnNames[table][0]

const columnsOfKind = 64
const groupsOfColumn = 2 ** 32

/** Key of a chunk: chunks of one column are neighbours. */
export const chunkId = (table: ColumnTable, column: string, group: number): number =>
  (columnKinds[table] * columnsOfKind + (columnNames[table] as readonly string[]).indexOf(column)) * groupsOfColumn +
  group
