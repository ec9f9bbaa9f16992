import type { Awaitable } from '../../core/awaitable.ts'
import type { IndexStore } from '../../engines/search/index-store.ts'
import { refreshDocuments } from '../../engines/search/refresh.ts'
import { run } from '../../engines/search/store.ts'
import { groupRows } from '../columns/group-rows.ts'
import { amendColumns } from '../columns/refresh-columns.ts'
import { limits } from '../index/refresh-limits.ts'
import type { Hidden } from '../merge/merge-store.ts'
import { rescore } from '../scores/refresh-scores.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { hideSuggestions } from './hide-suggestions.ts'
import * as sql from './hiding-statements.ts'

/** Columns of creators that depend on hidden posts. */
const userColumns = [
  ...(['is_private', 'is_live', 'engagement_rate', 'authority_score'] as const),
  ...(['posting_consistency', 'tier', 'last_post_at', 'niche'] as const)
]

/**
 * Removes the posts that a batch hides from all data derived from posts, within its transaction: search index, suggestions, scores, columns.
 * Readers no longer see them, even if the import takes long or fails. The cost depends only on the hidden rows: data derived from other rows
 * stay as they are.
 */
export const hideDerived = async (
  tables: RowTables,
  indexStore: () => Awaitable<IndexStore>,
  { posts, accounts }: Hidden
): Promise<void> => {
  const index = await indexStore()
  const owners = accounts.map((pk) => [pk])
  const rooms = (await tables.all(sql.owned.rooms, owners)).flat().map(([pk]) => Number(pk))
  await run(refreshDocuments('live', rooms, limits.postingsOfRound), index)

  const pks = posts.map(({ pk }) => pk)
  const counted = await run(refreshDocuments('posts', pks, limits.postingsOfRound), index)
  const hidden = await hidePosts(tables, pks)
  const known = posts.filter(({ pk }) => hidden.has(pk))
  const creators = [...new Set([...known.map(({ authorPk }) => authorPk), ...accounts])].filter((pk) => pk !== null)
  await run(rescore(creators), tables)
  await renewCreators(tables, creators)
  if (counted.length > 0) await hideSuggestions(tables, posts, counted)
}

/** Hides posts from columns. Returns those that were in columns: others are new in the running import. */
const hidePosts = async (tables: RowTables, posts: readonly number[]): Promise<ReadonlySet<number>> => {
  const hidden = new Set<number>()
  await amendColumns(tables, 'posts', ['is_listed'], posts, (columns, pk, row) => {
    if (columns.isListed(row)) hidden.add(pk)
    columns.setNumber('is_listed', row, 0)
  })
  return hidden
}

const renewCreators = async (tables: RowTables, creators: readonly number[]): Promise<void> => {
  const { read, put } = groupRows.users
  const found = await tables.first(
    read,
    creators.map((pk) => [pk, pk + 1])
  )
  const rows = new Map(found.flatMap((cells) => (cells === undefined ? [] : [[Number(cells[0]), cells]])))
  await amendColumns(tables, 'users', userColumns, rows.keys(), (columns, pk) => put(columns, rows.get(pk) ?? []))
}
