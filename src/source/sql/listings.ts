import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { type ByteText, byteTextOf } from '../../core/byte-text.ts'
import type { Page, PageEnds, Position, WrittenPage } from '../source.ts'
import type { Cells, Selection } from './columns.ts'
import { type Database, mostRows } from './database.ts'

/**
 * What a page of a feed holds, yet to be read in one of its two forms. Pages are what is kept most of, and are written out key by key: to spread
 * into one makes an object of two parts, which takes half as much again.
 */
export type Listing<T> = {
  records(): Page<T>
  written(): WrittenPage
}

/** How records are read in both forms. `from`: all behind FROM; the first parameters of a list in JSON are those of the selection. */
const forms = <T>(db: Database, selection: Selection<T>) => {
  const addresses = Array.from({ length: selection.addresses })
  return {
    /** The one row of a statement that writes a list: its rows in one piece, and what else is asked of them. */
    written: (sql: string, ...parameters: SQLInputValue[]): Cells => {
      const base = db.mediaBase()
      return db.cells(sql).get(...addresses.map(() => base), ...parameters) ?? []
    },
    records: (rows: readonly Cells[]): T[] => {
      const base = db.mediaBase()
      return rows.map((row) => selection.read(row, base))
    }
  }
}

/** In bytes: a text would be looked through letter by letter on its way out of the database, and once more on its way to a client. */
const inOnePiece = "CAST('[' || group_concat(json) || ']' AS BLOB)"

/** Pages of one range of an index. `position`: of a row, as text without commas; `from`: all behind FROM, the order included. */
export const listings = <T>(db: Database, selection: Selection<T>, position: string, from: string) => {
  const { written, records } = forms(db, selection)
  const cells = `SELECT ${selection.columns}, ${position} FROM ${from} ${mostRows}`
  const json = `SELECT ${inOnePiece}, group_concat(position)
    FROM (SELECT ${selection.json} AS json, ${position} AS position FROM ${from} ${mostRows})`
  return (parameters: readonly SQLInputValue[], count: number, total: number | null = null): Listing<T> => ({
    records() {
      const rows = db.cells(cells).all(...parameters, count + 1)
      const positions = rows.map((row) => String(row[selection.width]))
      const { shown, next } = endsOf(positions, count)
      return { items: records(rows.slice(0, count)), positions: shown, next, total }
    },
    written() {
      const [list, positions] = written(json, ...parameters, count + 1)
      const { shown, next } = endsOf(partsOf(positions), count)
      return { json: listOf(list, next === null ? null : selection.opening), positions: shown, next, total }
    }
  })
}

/**
 * Pages of rows that were found before; a row that is not there any more leaves its place. `from`: all behind FROM up to the column that is
 * compared with their keys.
 */
export const listingsByKey = <T>(db: Database, selection: Selection<T>, from: string) => {
  const { written, records } = forms(db, selection)
  // Joined crosswise, so that the rows come in the order of the keys.
  const wanted = `json_each(?) wanted CROSS JOIN ${from} = wanted.value`
  const cells = `SELECT ${selection.columns} FROM ${wanted}`
  const json = `SELECT ${inOnePiece}, count(*) FROM (SELECT ${selection.json} AS json FROM ${wanted})`
  const places = `SELECT wanted.key FROM ${wanted}`
  return (keys: readonly number[], { positions, next, total }: PageEnds): Listing<T> => {
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
        const rows = db.cells(cells).all(asked)
        return { items: records(rows), positions: positionsOf(rows.length), next, total }
      },
      written() {
        const [list, rows] = written(json, asked)
        return { json: listOf(list), positions: positionsOf(Number(rows)), next, total }
      }
    }
  }
}

/** The one row more than asked for only tells that there is a next page. */
const endsOf = (positions: readonly Position[], count: number) => {
  const shown = positions.slice(0, count)
  return { shown, next: positions.length > count ? (shown.at(-1) ?? null) : null }
}

/** What was put together with commas; of no rows nothing was. */
const partsOf = (cell: SQLOutputValue | undefined): string[] => (cell == null ? [] : String(cell).split(','))

/** The list in one piece; where it is told what a row begins with, without its last row: the comma before that ends the list. */
const listOf = (cell: SQLOutputValue | undefined, surplus: string | null = null): ByteText => {
  if (!(cell instanceof Uint8Array)) return '[]'
  const list = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength)
  const length = surplus === null ? list.length : list.lastIndexOf(`,${surplus}`) + 1
  list[length - 1] = endOfList
  return byteTextOf(list.subarray(0, length))
}
const endOfList = ']'.charCodeAt(0)
