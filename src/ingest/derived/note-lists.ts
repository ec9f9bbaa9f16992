import type { MergedTable } from '../merge/merge-rows.ts'
import type { StoredRelation } from '../merge/merge-store.ts'
import * as sql from '../merge/relations.ts'
import type { RowTables } from '../tables/row-tables.ts'

/** Changes of a batch that may affect the lists of sources. */
export class ListChanges {
  readonly lists = new Map<string, StoredRelation>()
  /** Posts, and whether they are new. */
  readonly posts = new Map<number, boolean>()
  readonly collections = new Set<number>()
  /** Accounts that are new, got or lost a handle, or may have become private or public, and handles that accounts were seen with. */
  readonly accounts = new Set<number>()
  readonly handles = new Set<string>()

  rows(table: MergedTable, pks: readonly number[]): void {
    if (table === 'posts') for (const pk of pks) if (!this.posts.has(pk)) this.posts.set(pk, false)
    if (table === 'collections') for (const pk of pks) this.collections.add(pk)
  }

  newPosts(pks: readonly number[]): void {
    for (const pk of pks) this.posts.set(pk, true)
  }

  relations(rows: readonly StoredRelation[]): void {
    for (const row of rows) this.lists.set(`${row.list} ${row.owner}`, row)
  }

  accountHandles(accounts: Iterable<number>, handles: readonly string[]): void {
    for (const pk of accounts) this.accounts.add(pk)
    for (const handle of handles) this.handles.add(handle)
  }
}

/** Notes the lists that a batch may have changed, within its transaction, by their previous and current owners. */
export const noteLists = async (tables: RowTables, changes: ListChanges): Promise<void> => {
  const [any] = await tables.first(sql.anyRelation, [[1]])
  if (any === undefined) return
  const accounts = [...changes.accounts]
  tables.change(sql.noteList, [
    ...accounts.map((pk) => [sql.listKinds.account, pk]),
    ...[...changes.collections].map((pk) => [sql.listKinds.collection, pk])
  ])
  const named = await tables.all(
    sql.referencesOf,
    accounts.map((pk) => [pk])
  )
  const references = new Set(named.flat().flatMap(([reference]) => (reference === null ? [] : [String(reference)])))
  for (const handle of changes.handles) references.add(`@${handle}`)
  tables.change(
    sql.noteListsNaming,
    [...references].map((reference) => [reference])
  )
  tables.change(
    sql.noteListOf,
    [...changes.lists.values()].map(({ list, owner }) => [list, owner])
  )
  tables.change(
    sql.noteListsWithPost,
    [...changes.posts].map(([pk, isNew]) => [pk, Number(isNew)])
  )
}
