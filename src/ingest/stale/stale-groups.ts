import { groupOf } from '../../engines/columnar/column-store.ts'
import { type StaleGroupKind, staleGroupKinds } from '../../store/tables/column-chunks.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { noteGroups } from './stale-statements.ts'

/**
 * Notes the row groups of changed rows as stale, each once for as long as it is used: its transactions may not be rolled back while it goes
 * on.
 */
export const staleGroupNotes = (tables: RowTables): ((kind: StaleGroupKind, pks: Iterable<number>) => void) => {
  const noted: Readonly<Record<StaleGroupKind, Set<number>>> = {
    posts: new Set(),
    users: new Set(),
    sounds: new Set(),
    hashtags: new Set()
  }
  return (kind, pks) => {
    const added: [kind: number, group: number][] = []
    for (const pk of pks) {
      const group = groupOf(pk)
      if (noted[kind].has(group)) continue
      noted[kind].add(group)
      added.push([staleGroupKinds[kind], group])
    }
    tables.change(noteGroups, added)
  }
}
