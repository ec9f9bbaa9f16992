import { type ColumnTable, groupOf, groupSize } from '../../engines/columnar/column-store.ts'
import { chunkId, columnKinds, columnNames, wholeGroup } from '../../store/tables/column-chunks.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { SqlParameter } from '../../store/tables/row-statements.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { renewGeneration } from '../stale/generation.ts'
import { manyRows } from '../stale/stale-rows.ts'
import type { RowTables } from '../tables/row-tables.ts'
import * as sql from './column-statements.ts'
import { GroupColumns } from './group-columns.ts'
import { groupRows } from './group-rows.ts'
import { HashtagRows } from './hashtag-rows.ts'
import { grownOfRows, grownParts, putTrends } from './trend-columns.ts'

type Refresh = {
  readonly tables: RowTables
  transaction(work: () => Promise<void>): Promise<void>
  onProgress?: (done: number, total: number) => void
}

/**
 * Makes stale rows anew in the chunks of their row groups, some groups a transaction: what an interrupted refresh did not reach stays stale.
 * Comes after all that columns are taken from: creators' scores and search. Each transaction starts a new generation, so that nobody puts old
 * and new chunks together.
 */
export const refreshColumns = async ({ tables, transaction, onProgress = () => {} }: Refresh): Promise<void> => {
  // The declaration has the columns of each table.
  const kinds = Object.keys(columnNames) as ColumnTable[]
  const counts = await tables.first(
    sql.countStale,
    kinds.map((table) => [columnKinds[table]])
  )
  const total = counts.reduce((sum, cells) => sum + Number(cells?.[0] ?? 0), 0)
  const hashtags = new HashtagRows(tables)
  let done = 0
  for (const table of kinds) {
    const columns = new GroupColumns(table)
    for (let last = -1; ; ) {
      const [found = []] = await tables.all(sql.staleGroups, [[columnKinds[table], last]])
      if (found.length === 0) break
      await transaction(async () => {
        let isChanged = false
        for (const [cell] of found) {
          if (await refreshGroup(tables, table, Number(cell), columns, hashtags)) isChanged = true
          onProgress(++done, total)
        }
        if (isChanged) renewGeneration(tables)
      })
      last = Number(found.at(-1)?.[0])
    }
  }
}

/** Returns whether a chunk changed; a row group without rows has none. */
const refreshGroup = async (
  tables: RowTables,
  table: ColumnTable,
  group: number,
  columns: GroupColumns,
  hashtags: HashtagRows
): Promise<boolean> => {
  const kind = columnKinds[table]
  const [places = []] = await tables.all(sql.stalePlaces, [[kind, group]])
  const names: readonly string[] = columnNames[table]
  const keys = names.map((name): [number, string, number] => [kind, name, group])
  const before = await tables.first(sql.chunksOf, keys)
  const stored = before.flatMap((cells) => (cells?.[0] instanceof Uint8Array ? [cells[0]] : []))
  const rows = places.map(([place]) => Number(place))
  const isWhole = rows.length >= manyRows || rows.includes(wholeGroup) || stored.length < names.length
  if (isWhole || !(await fillRows(tables, table, group, columns, hashtags, { stored, rows })))
    await fillColumns(tables, table, group, columns, hashtags)
  tables.change(sql.removeStale, [[kind, group]])
  if (columns.rows > 0) return writeOthers(tables, table, group, columns, names, before)
  tables.change(sql.removeChunks, keys)
  return true
}

/** Fills columns from stored chunks and the stale rows as they are now. Returns false where one of these is gone. */
const fillRows = async (
  tables: RowTables,
  table: ColumnTable,
  group: number,
  columns: GroupColumns,
  hashtags: HashtagRows,
  { stored, rows }: { stored: readonly Uint8Array[]; rows: readonly number[] }
): Promise<boolean> => {
  columns.clear()
  for (const [index, name] of columnNames[table].entries()) columns.load(name, stored[index] ?? new Uint8Array())
  for (const row of rows) columns.clearRow(row)
  const ranges = rows.map((row) => [group * groupSize + row, group * groupSize + row + 1] as const)
  return (await fillRanges(tables, table, columns, hashtags, { ranges, parts: [ranges] })) === rows.length
}

/** Fills columns from the rows of a row group as they are now. */
export const fillColumns = async (
  tables: RowTables,
  table: ColumnTable,
  group: number,
  columns: GroupColumns,
  hashtags: HashtagRows
): Promise<void> => {
  columns.clear()
  const ranges = [[group * groupSize, (group + 1) * groupSize] as const]
  await fillRanges(tables, table, columns, hashtags, { ranges, parts: grownParts(group).map((part) => [part]) })
}

type PkRanges = readonly (readonly [from: number, to: number])[]

/** Returns how many rows there are. `parts`: the same ranges in parts that have few samples. */
const fillRanges = async (
  tables: RowTables,
  table: ColumnTable,
  columns: GroupColumns,
  hashtags: HashtagRows,
  { ranges, parts }: { ranges: PkRanges; parts: Iterable<PkRanges> }
): Promise<number> => {
  const { read, put } = groupRows[table]
  const rows = (await tables.all(read, ranges)).flat()
  for (const cells of rows) put(columns, cells)
  if (table === 'sounds' || rows.length === 0) return rows.length
  const keys = await tables.all(
    sql.searchKeys,
    ranges.map((range) => [kindNumbers[table], ...range])
  )
  for (const [pk, key] of keys.flat()) columns.setSearchKey(Number(pk) % groupSize, Number(key))
  for (const part of parts) putTrends(columns, (await tables.all(grownOfRows[table], part)).flat())
  if (table !== 'posts') return rows.length
  const named = (await tables.all(sql.namedHashtags, ranges)).flat()
  await hashtags.each(named, (pk, hashtag) => columns.addHashtag(pk % groupSize, hashtag))
  return rows.length
}

/** Writes the chunks that are others than before. */
const writeOthers = (
  tables: RowTables,
  table: ColumnTable,
  group: number,
  columns: GroupColumns,
  names: readonly string[],
  before: readonly (Cells | undefined)[]
): boolean => {
  const changed: SqlParameter[][] = []
  for (const [index, name] of names.entries()) {
    const chunk = columns.chunk(name)
    const known = before[index]?.[0]
    if (known instanceof Uint8Array && Buffer.compare(known, chunk) === 0) continue
    changed.push([chunkId(table, name, group), columnKinds[table], name, group, chunk])
  }
  tables.change(sql.writeChunks, changed)
  return changed.length > 0
}

/**
 * Changes some rows in the stored chunks of some columns, and nothing else of them. Rows that are not in a chunk yet are passed over. The row
 * groups stay stale. `put`: sets the columns of a row.
 */
export const amendColumns = async (
  tables: RowTables,
  table: ColumnTable,
  names: readonly string[],
  pks: Iterable<number>,
  put: (columns: GroupColumns, pk: number, row: number) => void
): Promise<void> => {
  const columns = new GroupColumns(table)
  for (const [group, rows] of Map.groupBy(pks, groupOf)) {
    const before = await tables.first(
      sql.chunksOf,
      names.map((name) => [columnKinds[table], name, group])
    )
    columns.clear()
    for (const [index, name] of names.entries()) {
      const stored = before[index]?.[0]
      if (stored instanceof Uint8Array) columns.load(name, stored)
    }
    const { rows: stored } = columns
    for (const pk of rows) if (pk % groupSize < stored) put(columns, pk, pk % groupSize)
    if (stored > 0) writeOthers(tables, table, group, columns, names, before)
  }
}
