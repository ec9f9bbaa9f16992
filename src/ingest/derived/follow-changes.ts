import type { Awaitable } from '../../core/awaitable.ts'
import type { ColumnTable } from '../../engines/columnar/column-store.ts'
import type { IndexStore } from '../../engines/search/index-store.ts'
import type { Changes } from '../merge/changes.ts'
import type { DerivedStore, PostHashtagUse } from '../merge/merge-store.ts'
import { neverMade, renewGeneration, suggestedPosts } from '../stale/generation.ts'
import { type StaleKind, staleKinds } from '../stale/stale-kinds.ts'
import { noteStaleRows } from '../stale/stale-rows.ts'
import * as sql from '../stale/stale-statements.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { hideDerived } from './hide-derived.ts'
import { keepSummary, SummaryChanges } from './keep-summary.ts'
import { ListChanges, noteLists } from './note-lists.ts'

type FollowOptions = {
  /** The index, columns and scores are built at the end of the import. */
  isBuiltLater: boolean
  /** Everything is counted at the end of the import. */
  isCountedLater: boolean
  /** Highest pk of a kind that search may contain; changes of higher ones need not be noted. */
  searchedUpTo: (kind: StaleKind) => number
  indexStore: () => Awaitable<IndexStore>
}

/** Marks changes of a batch as stale for index, columns and scores, which the end of the import updates. Hides at once what must not be shown. */
export const followChanges = (
  tables: RowTables,
  { isBuiltLater, isCountedLater, searchedUpTo, indexStore }: FollowOptions
): { changes: Changes; store: DerivedStore } => {
  const noteRows = (table: ColumnTable, pks: readonly number[]) => {
    if (!isBuiltLater) noteStaleRows(tables, table, pks)
  }
  let summary = isCountedLater ? null : new SummaryChanges()
  let lists = isCountedLater ? null : new ListChanges()
  const noteUses = (uses: readonly PostHashtagUse[]) =>
    noteRows(
      'posts',
      uses.map(({ postPk }) => postPk)
    )
  /** Caches and suggestions are outdated. */
  const renew = () => {
    renewGeneration(tables)
    tables.change(sql.setSize, [[suggestedPosts, neverMade]])
  }
  return {
    changes: {
      isCounted: !isCountedLater,
      rows(table, pks) {
        if (table === 'posts' || table === 'users' || table === 'sounds') noteRows(table, pks)
        summary?.rows(table, pks)
        lists?.rows(table, pks)
      },
      count: (fact, more) => summary?.count(fact, more),
      newPosts(pks) {
        summary?.newPosts(pks)
        lists?.newPosts(pks)
      },
      addedUses(uses) {
        noteUses(uses)
        summary?.addedUses(uses)
      },
      removedUses(uses) {
        noteUses(uses)
        summary?.removedUses(uses)
      },
      mergedHashtag(from, to) {
        if (!isBuiltLater) tables.change(sql.noteRowsOfHashtag, [[from]])
        summary?.mergedHashtag(from, to)
      },
      sums: (sums) => summary?.sums(sums),
      accountHandles(accounts, handles) {
        summary?.accountHandles(accounts, handles)
        lists?.accountHandles(accounts, handles)
      },
      accounts: (pks) => lists?.accountHandles(pks, []),
      relations: (rows) => lists?.relations(rows),
      movedHandles(handles) {
        const moved = handles.map((handle) => [handle])
        const upTo = searchedUpTo('posts')
        if (upTo > 0)
          tables.change(
            sql.noteMoved,
            handles.map((handle) => [handle, upTo])
          )
        if (!isBuiltLater) tables.change(sql.noteMovedRows, moved)
        if (searchedUpTo('live_rooms') > 0) tables.change(sql.noteMovedRooms, moved)
      },
      turned(posts) {
        noteRows(
          'posts',
          posts.map(({ pk }) => pk)
        )
        summary?.turned(posts)
        renew()
      }
    },
    store: {
      tables,
      indexStore,
      async hideDerived(hidden) {
        if (isBuiltLater || (hidden.posts.length === 0 && hidden.accounts.length === 0)) return
        renew()
        if (searchedUpTo('posts') > 0) await hideDerived(tables, indexStore, hidden)
      },
      async keepSummary() {
        if (summary === null || lists === null) return
        await noteLists(tables, lists)
        lists = new ListChanges()
        await keepSummary(tables, summary)
        summary = new SummaryChanges()
      },
      noteStale(kind, pks) {
        const upTo = searchedUpTo(kind)
        tables.change(
          sql.noteStale,
          pks.filter((pk) => pk <= upTo).map((pk) => [staleKinds[kind], pk])
        )
      },
      noteStaleScores(pks) {
        if (!isBuiltLater)
          tables.change(
            sql.noteStaleScores,
            pks.map((pk) => [pk])
          )
      }
    }
  }
}
