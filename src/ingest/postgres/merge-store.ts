import { followChanges } from '../derived/follow-changes.ts'
import { begunWith, mergedColumns, tableOf } from '../merge/merge-rows.ts'
import { servedUses, useColumns } from '../merge/merge-statements.ts'
import type { MergeStore } from '../merge/merge-store.ts'
import { tableStore } from '../merge/table-store.ts'
import { postgresIndexStore } from './index-store.ts'
import * as sql from './merge-statements.ts'
import { postgresTables } from './row-tables.ts'
import type { Writing } from './writing.ts'

/** PostgreSQL tables as a merge store, without other writers. */
export const postgresMergeStore = async (
  writing: Writing,
  { isNew, notesStale }: { isNew: boolean; notesStale: boolean }
): Promise<MergeStore> => {
  const tables = postgresTables(writing)
  const derived = followChanges(tables, {
    isBuiltLater: false,
    isCountedLater: isNew,
    isSearched: notesStale,
    indexStore: () => postgresIndexStore(writing)
  })
  const store = tableStore(
    {
      ...tables,
      lastPks: await writing.rows(sql.lastPks),
      sources: await writing.rows(sql.sources),
      write(table, rows, cellsOf) {
        const none = begunWith[table] ?? []
        const columns = ['pk', ...mergedColumns[table]]
        const added = rows.filter(({ isNew }) => isNew).map((row) => [row.pk, ...cellsOf(row), ...none.map(() => 0)])
        const others = rows.filter(({ isNew }) => !isNew).map((row) => [row.pk, ...cellsOf(row)])
        if (added.length > 0) writing.copy(tableOf[table], [...columns, ...none], added)
        if (others.length === 0) return
        writing.copy(sql.changed(table), columns, others)
        writing.send(sql.changes[table])
      },
      indexUses() {},
      async turnPosts(asked) {
        const turned = []
        for (const turning of sql.turnings) turned.push(...(await writing.rows(turning.sql, asked[turning.among])))
        return turned
      },
      addUses(rows) {
        if (rows.length === 0) return
        writing.send(sql.addUses, ...useColumns.map((_, column) => rows.map((row) => row[column] ?? null)))
      }
    },
    {
      uses: servedUses,
      isDerivedLater: false,
      changes: derived.changes
    }
  )
  return { ...store, ...derived.store }
}
