import { type ColumnTable, groupOf, groupSize } from '../../engines/columnar/column-store.ts'
import {
  chunkId,
  columnKinds,
  columnNames,
  type StaleGroupKind,
  staleGroupKinds
} from '../../store/tables/column-chunks.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { Parameter } from '../../store/tables/row-statements.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { renewGeneration } from '../stale/generation.ts'
import type { RowTables } from '../tables/row-tables.ts'
import * as sql from './column-statements.ts'
import { GroupColumns } from './group-columns.ts'
import { groupRows } from './group-rows.ts'
import { HashtagRows } from './hashtag-rows.ts'
import { grownOfRows, grownParts, putTrends } from './trend-columns.ts'

/** What is refreshed of which table, in this order: a row group whose hashtags are stale is rebuilt as a whole. */
const refreshed = [
  ['hashtags', 'posts'],
  ['posts', 'posts'],
  ['users', 'users'],
  ['sounds', 'sounds']
] as const satisfies readonly (readonly [StaleGroupKind, ColumnTable])[]

type Refresh = {
  readonly tables: RowTables
  transaction(work: () => Promise<void>): Promise<void>
  onProgress?: (done: number, total: number) => void
}

/**
 * Rebuilds the chunks of stale row groups from their rows, some groups a transaction: what an interrupted refresh did not reach stays stale.
 * Comes after all that columns are taken from: creators' scores and search. Each transaction starts a new generation, so that nobody puts old
 * and new chunks together.
 */
export const refreshColumns = async ({ tables, transaction, onProgress = () => {} }: Refresh): Promise<void> => {
  const counts = await tables.first(
    sql.countStale,
    refreshed.map(([kind]) => [staleGroupKinds[kind]])
  )
  const total = counts.reduce((sum, cells) => sum + Number(cells?.[0] ?? 0), 0)
  const hashtags = new HashtagRows(tables)
  let done = 0
  for (const [kind, table] of refreshed) {
    const columns = new GroupColumns(table)
    const hashtagsOf = kind === 'hashtags' ? hashtags : null
    for (let last = -1; ; ) {
      const [found = []] = await tables.all(sql.staleGroups, [[staleGroupKinds[kind], last]])
      if (found.length === 0) break
      await transaction(async () => {
        let isChanged = false
        for (const [cell] of found) {
          const group = Number(cell)
          await fillColumns(tables, table, group, columns, hashtagsOf)
          const names = columnNames[table].filter((name) => name !== 'hashtags' || hashtagsOf !== null)
          if (await writeChanged(tables, table, group, columns, names)) isChanged = true
          tables.change(sql.removeStale, kind === 'hashtags' ? bothKinds(group) : [[staleGroupKinds[kind], group]])
          onProgress(++done, total)
        }
        if (isChanged) renewGeneration(tables)
      })
      last = Number(found.at(-1)?.[0])
    }
  }
}

const bothKinds = (group: number) => [
  [staleGroupKinds.hashtags, group],
  [staleGroupKinds.posts, group]
]

/** Fills columns from the rows of a row group as they are now. `hashtags`: null leaves those of posts out. */
export const fillColumns = async (
  tables: RowTables,
  table: ColumnTable,
  group: number,
  columns: GroupColumns,
  hashtags: HashtagRows | null
): Promise<void> => {
  columns.clear()
  const { read, put } = groupRows[table]
  const range = [group * groupSize, (group + 1) * groupSize] as const
  const [rows = []] = await tables.all(read, [range])
  for (const cells of rows) put(columns, cells)
  if (table === 'sounds' || rows.length === 0) return
  const [keys = []] = await tables.all(sql.searchKeys, [[kindNumbers[table], ...range]])
  for (const [pk, key] of keys) columns.setSearchKey(Number(pk) % groupSize, Number(key))
  for (const part of grownParts(group)) putTrends(columns, (await tables.all(grownOfRows[table], [part]))[0] ?? [])
  if (table !== 'posts' || hashtags === null) return
  const [named = []] = await tables.all(sql.namedHashtags, [range])
  await hashtags.each(named, (pk, hashtag) => columns.addHashtag(pk % groupSize, hashtag))
}

/** Writes the chunks that changed and returns whether any did; a row group without rows has none. */
const writeChanged = async (
  tables: RowTables,
  table: ColumnTable,
  group: number,
  columns: GroupColumns,
  names: readonly string[]
): Promise<boolean> => {
  const kind = columnKinds[table]
  const keys = names.map((name): [number, string, number] => [kind, name, group])
  if (columns.rows === 0) {
    tables.change(sql.removeChunks, keys)
    return true
  }
  return writeOthers(tables, table, group, columns, names, await tables.first(sql.chunksOf, keys))
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
  const changed: Parameter[][] = []
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
