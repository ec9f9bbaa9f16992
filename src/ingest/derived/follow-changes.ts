import type { Awaitable } from '../../core/awaitable.ts'
import type { IndexStore } from '../../engines/search/index-store.ts'
import type { Changes } from '../merge/changes.ts'
import type { DerivedStore } from '../merge/merge-store.ts'
import { made, neverMade, renewGeneration } from '../stale/generation.ts'
import { staleGroupNotes } from '../stale/stale-groups.ts'
import { type StaleKind, staleKinds } from '../stale/stale-kinds.ts'
import * as sql from '../stale/stale-statements.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { hideDerived } from './hide-derived.ts'

type Options = {
  /** All of it is built at the end of the import. */
  isBuiltLater: boolean
  /** Highest pk of a kind that search may contain; changes of higher ones need not be noted. */
  searchedUpTo: (kind: StaleKind) => number
  /** Whether there are scores that become stale; otherwise all are computed at the end of the import. */
  hasScores: boolean
  indexStore: () => Awaitable<IndexStore>
}

/** Notes what a batch changes as stale for index, columns and scores, which follow at the end of the import, and hides at once what must not be shown. */
export const followChanges = (
  tables: RowTables,
  { isBuiltLater, searchedUpTo, hasScores, indexStore }: Options
): { changes: Changes; store: DerivedStore } => {
  const noteGroups = isBuiltLater ? () => {} : staleGroupNotes(tables)
  /** Caches and suggestions are outdated. */
  const renew = () => {
    renewGeneration(tables)
    tables.change(sql.setSize, [[made, neverMade]])
  }
  return {
    changes: {
      rows: (table, pks) => noteGroups(table, pks),
      hashtags: (posts) => noteGroups('hashtags', posts),
      mergedHashtag(pk) {
        if (!isBuiltLater) tables.change(sql.noteGroupsOfHashtag, [[pk]])
      },
      movedHandles(handles) {
        const moved = handles.map((handle) => [handle])
        const upTo = searchedUpTo('posts')
        if (upTo > 0)
          tables.change(
            sql.noteMoved,
            handles.map((handle) => [handle, upTo])
          )
        if (!isBuiltLater) tables.change(sql.noteMovedGroups, moved)
        if (searchedUpTo('live_rooms') > 0) tables.change(sql.noteMovedRooms, moved)
      },
      turned(posts) {
        noteGroups('posts', posts)
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
      noteStale(kind, pks) {
        const upTo = searchedUpTo(kind)
        tables.change(
          sql.noteStale,
          pks.filter((pk) => pk <= upTo).map((pk) => [staleKinds[kind], pk])
        )
      },
      noteStaleScores(pks) {
        if (hasScores)
          tables.change(
            sql.noteStaleScores,
            pks.map((pk) => [pk])
          )
      }
    }
  }
}
