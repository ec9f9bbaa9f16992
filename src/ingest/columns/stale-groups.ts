import { type ColumnTable, groupOf } from '../../columnar/column-store.ts'
import { columnKinds } from '../../store/tables/column-chunks.ts'
import type { RowTables } from '../merge/row-tables.ts'
import { noteGroups } from './column-statements.ts'

/**
 * Notes the row groups of changed rows as stale, each once for as long as it is used: its transactions may not be rolled back while it goes
 * on.
 */
export const staleGroupNotes = (tables: RowTables): ((table: ColumnTable, pks: Iterable<number>) => void) => {
  const noted: Readonly<Record<ColumnTable, Set<number>>> = { posts: new Set(), users: new Set(), sounds: new Set() }
  return (table, pks) => {
    const added: [kind: number, group: number][] = []
    for (const pk of pks) {
      const group = groupOf(pk)
      if (noted[table].has(group)) continue
      noted[table].add(group)
      added.push([columnKinds[table], group])
    }
    tables.change(noteGroups, added)
  }
}
