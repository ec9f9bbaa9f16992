import type { Awaitable } from '../../core/awaitable.ts'
import type { ColumnTable } from '../../engines/columnar/column-store.ts'
import type { IndexStore } from '../../engines/search/index-store.ts'
import type { Changes } from '../merge/changes.ts'
import type { DerivedStore, PostHashtagUse } from '../merge/merge-store.ts'
import { neverMade, renewGeneration, suggestedPosts } from '../stale/generation.ts'
import { staleKinds } from '../stale/stale-kinds.ts'
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
  /** Whether there is a search index; one that is built later needs no notes. */
  isSearched: boolean
  indexStore: () => Awaitable<IndexStore>
}

/** Marks changes of a batch as stale for index, columns and scores, which the end of the import updates. Hides at once what must not be shown. */
export const followChanges = (
  tables: RowTables,
  { isBuiltLater, isCountedLater, isSearched, indexStore }: FollowOptions
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
        if (isSearched) tables.change(sql.noteMoved, moved)
        if (!isBuiltLater) tables.change(sql.noteMovedRows, moved)
        if (isSearched) tables.change(sql.noteMovedRooms, moved)
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
        if (isSearched) await hideDerived(tables, indexStore, hidden)
      },
      async keepSummary() {
        if (summary === null || lists === null) return
        await noteLists(tables, lists)
        lists = new ListChanges()
        await keepSummary(tables, summary)
        summary = new SummaryChanges()
      },
      noteStale(kind, pks) {
        if (!isSearched) return
        tables.change(
          sql.noteStale,
          pks.map((pk) => [staleKinds[kind], pk])
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
