import type { CachedChunks } from './cached-chunks.ts'
import type { Column, ColumnTable } from './column-store.ts'
import { numberAt } from './decoded-chunks.ts'
import type { Plan, Slots } from './plan.ts'
import { RowSet } from './row-set.ts'
import { excludes, scan } from './scan.ts'
import type { Turn } from './scan-turns.ts'

/** Row groups of a table in ascending order. */
export const groupsOf = async (chunks: CachedChunks, table: ColumnTable): Promise<number[]> =>
  Array.from({ length: await chunks.groups(table) }, (_, group) => group)

type RowLookupOptions = { chunks: CachedChunks; table: ColumnTable; slots: Slots; plan: Plan; turn: Turn }

/** Rows that meet a plan. `reference`: a column with rows of another table, of which those are returned instead. */
export const selectRows = async (options: RowLookupOptions, reference: Column | null = null): Promise<RowSet> => {
  const { chunks, table, slots, plan } = options
  const counted = slots.of(table === 'sounds' ? 'is_original' : 'is_listed')
  const referred = reference === null ? null : slots.of(reference)
  const ranges = slots.columns.map((column) => chunks.rangesOf(table, column))
  const set = new RowSet()
  await scan({
    ...options,
    groups: await groupsOf(chunks, table),
    skips: (group) => excludes(ranges, plan, group),
    begin: (group, selection) => selection.all(group.numbers(counted).rows),
    visit: (group, selection) => {
      const rows = selection.written()
      const { first } = group
      if (referred === null) for (const row of rows) set.add(first + row)
      else addNumbers(set, group.numbers(referred), rows)
    }
  })
  return set
}

const addNumbers = (set: RowSet, chunk: Parameters<typeof numberAt>[0], rows: Uint16Array): void => {
  for (const row of rows) {
    const number = numberAt(chunk, row)
    if (!Number.isNaN(number)) set.add(number)
  }
}
