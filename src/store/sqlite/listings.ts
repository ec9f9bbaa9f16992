import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { type ByteText, byteTextOf } from '../../core/byte-text.ts'
import type { Position } from '../../core/paging.ts'
import { markMissing, type Page, type PageEnds, PageTooLarge, type WrittenPage } from '../source.ts'
import type { Cells, Selection } from '../tables/columns.ts'
import { type Database, mostRows } from './database.ts'

/**
 * A page that can be read in either of two forms. The code lists the keys one by one, because spreading creates a two-part object that takes
 * half as much memory again, and pages are most of the cache.
 */
export type PageListing<T> = {
  records(): Page<T>
  written(): WrittenPage
}

/** Reads records in both forms. `from`: everything after FROM. The parameters of the selection come first for a JSON list. */
const forms = <T>(db: Database, selection: Selection<T>) => {
  const addresses = Array.from({ length: selection.addresses })
  return {
    /** One row that contains the list as JSON and further columns. */
    written: (sql: string, ...parameters: SQLInputValue[]): Cells => {
      const base = db.mediaBase()
      const read = () => db.cells(sql).get(...addresses.map(() => base), ...parameters) ?? []
      const row = withValuesUpTo(db.maxPageBytes, db, read)
      if (row === null) throw new PageTooLarge(db.maxPageBytes)
      return row
    },
    /** Reads all rows at once if their values are short, which is the usual case. */
    rows: (sql: string, most: number, ...parameters: SQLInputValue[]): Cells[] => {
      const bytes = Math.floor(db.maxPageBytes / (most * selection.width + 1))
      const all = db.limitsValues ? withValuesUpTo(bytes, db, () => db.cells(sql).all(...parameters)) : null
      return all ?? oneByOne(db, sql, parameters)
    },
    records: (rows: readonly Cells[]): T[] => {
      const base = db.mediaBase()
      return rows.map((row) => selection.read(row, base))
    }
  }
}

/** SQLite's error code for a value above the length limit. */
const tooLong = 18

/** Result of a statement; null when a value exceeds the limit. */
const withValuesUpTo = <R>(bytes: number, db: Database, read: () => R): R | null => {
  db.limitValues(bytes)
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === tooLong) return null
    throw error
  } finally {
    db.limitValues(Number.POSITIVE_INFINITY)
  }
}

/** Rows of a possibly large page; stops at the size limit. */
const oneByOne = (db: Database, sql: string, parameters: readonly SQLInputValue[]): Cells[] => {
  const rows: Cells[] = []
  let length = 0
  for (const row of db.cells(sql).iterate(...parameters)) {
    for (const cell of row) if (typeof cell === 'string') length += cell.length
    if (length > db.maxPageBytes) throw new PageTooLarge(db.maxPageBytes)
    rows.push(row)
  }
  return rows
}

/** Bytes, because text would be scanned character by character on its way out of SQLite, and again on its way to a client. */
const inOnePiece = "CAST('[' || group_concat(json) || ']' AS BLOB)"

const allMissing = "group_concat(missing, ';')"

/** A row as JSON, and the names of its missing fields. */
const writtenColumns = ({ json, missing }: Selection<unknown>) => `${json} AS json, ${missing ?? "''"} AS missing`

/** Pages of one index range. `position`: SQL for the position of a row, without commas; `from`: everything after FROM, including the order. */
export const listings = <T>(db: Database, selection: Selection<T>, position: string, from: string) => {
  const { written, rows: read, records } = forms(db, selection)
  const cells = `SELECT ${selection.columns}, ${position} FROM ${from} ${mostRows}`
  const json = `SELECT ${inOnePiece}, group_concat(position), ${allMissing}
    FROM (SELECT ${writtenColumns(selection)}, ${position} AS position FROM ${from} ${mostRows})`
  return (parameters: readonly SQLInputValue[], count: number, total: number | null = null): PageListing<T> => ({
    records() {
      const rows = read(cells, count + 1, ...parameters, count + 1)
      const positions = rows.map((row) => String(row[selection.width]))
      const { shown, next } = endsOf(positions, count)
      return { items: records(rows.slice(0, count)), positions: shown, next, total }
    },
    written() {
      const [list, positions, missing] = written(json, ...parameters, count + 1)
      const { shown, next } = endsOf(partsOf(positions), count)
      const page = { json: listOf(list, next === null ? null : selection.opening), positions: shown, next, total }
      return markMissing(page, missingOf(missing).slice(0, count))
    }
  })
}

/** Pages of rows found before; rows that no longer exist are skipped. `from`: everything after FROM up to the compared column. */
export const listingsByKey = <T>(db: Database, selection: Selection<T>, from: string) => {
  const { written, rows, records } = forms(db, selection)
  // CROSS JOIN keeps the order of the keys.
  const wanted = `json_each(?) wanted CROSS JOIN ${from} = wanted.value`
  const cells = `SELECT ${selection.columns} FROM ${wanted}`
  const json = `SELECT ${inOnePiece}, count(*), ${allMissing} FROM (SELECT ${writtenColumns(selection)} FROM ${wanted})`
  const places = `SELECT wanted.key FROM ${wanted}`
  return (keys: readonly number[], { positions, next, total }: PageEnds): PageListing<T> => {
    const asked = JSON.stringify(keys)
    const positionsOf = (rows: number) =>
      rows === keys.length
        ? positions
        : db
            .cells(places)
            .all(asked)
            .map(([place]) => positions[Number(place)] ?? '')
    return {
      records() {
        const found = rows(cells, keys.length, asked)
        return { items: records(found), positions: positionsOf(found.length), next, total }
      },
      written() {
        const [list, count, missing] = written(json, asked)
        const page = { json: listOf(list), positions: positionsOf(Number(count)), next, total }
        return markMissing(page, missingOf(missing))
      }
    }
  }
}

/** The additional row only shows that there is a next page. */
const endsOf = (positions: readonly Position[], count: number) => {
  const shown = positions.slice(0, count)
  return { shown, next: positions.length > count ? (shown.at(-1) ?? null) : null }
}

/** Splits concatenated text; null for no rows. */
const partsOf = (cell: SQLOutputValue | undefined, separator = ','): string[] =>
  cell == null ? [] : String(cell).split(separator)
const missingOf = (cell: SQLOutputValue | undefined): string[] => partsOf(cell, ';')

/** The list as JSON; without its last row when that row's beginning is given: the comma before it ends the list. */
const listOf = (cell: SQLOutputValue | undefined, surplus: string | null = null): ByteText => {
  if (!(cell instanceof Uint8Array)) return '[]'
  const list = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength)
  const length = surplus === null ? list.length : list.lastIndexOf(`,${surplus}`) + 1
  list[length - 1] = endOfList
  return byteTextOf(list.subarray(0, length))
}
const endOfList = ']'.charCodeAt(0)
