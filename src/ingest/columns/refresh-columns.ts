import { andThen } from '../../core/awaitable.ts'
import { keysOf } from '../../core/keys-of.ts'
import { DamagedChunk } from '../../engines/columnar/chunks.ts'
import { type ColumnTable, groupOf, groupSize } from '../../engines/columnar/column-store.ts'
import { ask, run, type Steps } from '../../engines/search/store.ts'
import { chunkId, columnKinds, columnNames, wholeGroup } from '../../store/tables/column-chunks.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { RowRead, SqlParameter } from '../../store/tables/row-statements.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { renewGeneration } from '../stale/generation.ts'
import { manyRows } from '../stale/stale-rows.ts'
import type { RowTables, TransactedTables } from '../tables/row-tables.ts'
import * as sql from './column-statements.ts'
import { GroupColumns } from './group-columns.ts'
import { groupRows } from './group-rows.ts'
import { HashtagRows } from './hashtag-rows.ts'
import { grownOfRows, grownParts, putTrends } from './trend-columns.ts'

/**
 * Updates stale rows in the chunks of their row groups, some groups per transaction; after an interruption, the others stay stale. Runs after
 * scores and search, from which columns are computed. Each transaction starts a new generation, so that no reader combines old and new
 * chunks. In a new data set, all row groups are stale.
 */
export function* refreshColumns(
  onProgress: (done: number, total: number) => void = () => {}
): Steps<void, TransactedTables> {
  const kinds = keysOf(columnNames)
  const counts = yield* ask(({ tables }: TransactedTables) =>
    tables.first(
      sql.countStale,
      kinds.map((table) => [columnKinds[table]])
    )
  )
  const total = counts.reduce((sum, cells) => sum + Number(cells?.[0] ?? 0), 0)
  const hashtags = new HashtagRows()
  let done = 0
  for (const table of kinds) {
    const columns = new GroupColumns(table)
    for (let last = -1; ; ) {
      const [found = []] = yield* ask(({ tables }: TransactedTables) =>
        tables.all(sql.staleGroups, [[columnKinds[table], last]])
      )
      if (found.length === 0) break
      const refreshed = refreshGroups(table, found, columns, hashtags, () => onProgress(++done, total))
      yield* ask(({ tables, transaction }: TransactedTables) => transaction(() => run(refreshed, tables)))
      last = Number(found.at(-1)?.[0])
    }
  }
}

function* refreshGroups(
  table: ColumnTable,
  groups: readonly Cells[],
  columns: GroupColumns,
  hashtags: HashtagRows,
  onGroup: () => void
): Steps<void, RowTables> {
  let isChanged = false
  for (const [group] of groups) {
    if (yield* refreshGroup(table, Number(group), columns, hashtags)) isChanged = true
    onGroup()
  }
  if (isChanged) yield* ask((tables: RowTables) => renewGeneration(tables))
}

/** Returns whether a chunk changed; a row group without rows has none. */
function* refreshGroup(
  table: ColumnTable,
  group: number,
  columns: GroupColumns,
  hashtags: HashtagRows
): Steps<boolean, RowTables> {
  const kind = columnKinds[table]
  const [places = []] = yield* ask((tables: RowTables) => tables.all(sql.stalePlaces, [[kind, group]]))
  const names: readonly string[] = columnNames[table]
  const keys = names.map((name): [number, string, number] => [kind, name, group])
  const before = yield* ask((tables: RowTables) => tables.first(sql.chunksOf, keys))
  const stored = before.flatMap((cells) => (cells?.[0] instanceof Uint8Array ? [cells[0]] : []))
  const rows = places.map(([place]) => Number(place))
  const isWhole = rows.length >= manyRows || rows.includes(wholeGroup) || stored.length < names.length
  if (isWhole || !(yield* fillRows(table, group, columns, hashtags, { stored, rows })))
    yield* fillColumns(table, group, columns, hashtags)
  return yield* ask((tables: RowTables) => {
    tables.change(sql.removeStale, [[kind, group]])
    if (columns.rows > 0) return writeOthers(tables, table, group, columns, names, before)
    tables.change(sql.removeChunks, keys)
    return true
  })
}

/** Fills columns from stored chunks and the current stale rows. Returns false if a chunk is missing or damaged. */
function* fillRows(
  table: ColumnTable,
  group: number,
  columns: GroupColumns,
  hashtags: HashtagRows,
  { stored, rows }: { stored: readonly Uint8Array[]; rows: readonly number[] }
): Steps<boolean, RowTables> {
  columns.clear()
  try {
    for (const [index, name] of columnNames[table].entries()) columns.load(name, stored[index] ?? new Uint8Array())
  } catch (error) {
    if (error instanceof DamagedChunk) return false
    throw error
  }
  for (const row of rows) columns.clearRow(row)
  const ranges = rows.map((row) => [group * groupSize + row, group * groupSize + row + 1] as const)
  return (yield* fillRanges(table, columns, hashtags, { ranges, parts: [ranges] })) === rows.length
}

/** Fills columns from the current rows of a row group. */
export function* fillColumns(
  table: ColumnTable,
  group: number,
  columns: GroupColumns,
  hashtags: HashtagRows
): Steps<void, RowTables> {
  columns.clear()
  const ranges = [[group * groupSize, (group + 1) * groupSize] as const]
  yield* fillRanges(table, columns, hashtags, { ranges, parts: grownParts(group).map((part) => [part]) })
}

type PkRanges = readonly (readonly [from: number, to: number])[]

/** Returns the number of rows. `parts`: the same ranges in parts with few samples. */
function* fillRanges(
  table: ColumnTable,
  columns: GroupColumns,
  hashtags: HashtagRows,
  { ranges, parts }: { ranges: PkRanges; parts: Iterable<PkRanges> }
): Steps<number, RowTables> {
  const { read, put } = groupRows[table]
  const rows = yield* allOf(read, ranges)
  for (const cells of rows) put(columns, cells)
  if (table === 'sounds' || rows.length === 0) return rows.length
  const keys = ranges.map((range) => [kindNumbers[table], ...range])
  for (const [pk, key] of yield* allOf(sql.searchKeys, keys)) columns.setSearchKey(Number(pk) % groupSize, Number(key))
  for (const part of parts) putTrends(columns, yield* allOf(grownOfRows[table], part))
  if (table !== 'posts') return rows.length
  yield* hashtags.each(yield* allOf(sql.namedHashtags, ranges), (pk, hashtag) =>
    columns.addHashtag(pk % groupSize, hashtag)
  )
  return rows.length
}

const allOf = (read: RowRead, ranges: readonly (readonly number[])[]): Steps<Cells[], RowTables> =>
  ask((tables: RowTables) => andThen(tables.all(read, ranges), (rows) => rows.flat()))

/** Writes the changed chunks. */
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
 * Changes only some rows in the stored chunks of some columns. Skips rows that are not in a chunk yet. The row groups stay stale. `put`: sets
 * the columns of a row.
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
