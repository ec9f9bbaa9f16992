import type { SQLInputValue } from 'node:sqlite'
import { type ByteText, toByteText } from '../../core/byte-text.ts'
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

/** How rows of records are read in both forms. What stands `behind` the record comes as further cells. */
const forms = <T>(db: Database, selection: Selection<T>, from: string, behind = '') => {
  const cells = `SELECT ${selection.columns}${behind} FROM ${from}`
  const json = `SELECT ${selection.json}${behind} FROM ${from}`
  const addresses = Array.from({ length: selection.addresses })
  return {
    cells: (...parameters: SQLInputValue[]) => db.cells(cells).all(...parameters),
    json: (...parameters: SQLInputValue[]) => {
      const base = db.mediaBase()
      return db.cells(json).all(...addresses.map(() => base), ...parameters)
    },
    records: (rows: readonly Cells[]): T[] => {
      const base = db.mediaBase()
      return rows.map((row) => selection.read(row, base))
    }
  }
}

/** Pages of one range of an index. `position`: the columns of which positions are made; `from`: all behind FROM, the order included. */
export const listings = <T>(db: Database, selection: Selection<T>, position: string, from: string) => {
  const { cells, json, records } = forms(db, selection, `${from} ${mostRows}`, `, ${position}`)
  return (parameters: readonly SQLInputValue[], count: number, total: number | null = null): Listing<T> => ({
    records() {
      const rows = cells(...parameters, count + 1)
      const { positions, next } = endsOf(rows, selection.width, count)
      return { items: records(rows.slice(0, count)), positions, next, total }
    },
    written() {
      const rows = json(...parameters, count + 1)
      const { positions, next } = endsOf(rows, 1, count)
      return { json: listOf(rows, count), positions, next, total }
    }
  })
}

/** Pages of rows that were found before. `from`: all behind FROM up to the column that is compared with their keys. */
export const listingsByKey = <T>(db: Database, selection: Selection<T>, from: string) => {
  // Joined crosswise, so that the rows come in the order of the keys.
  const { cells, json, records } = forms(db, selection, `json_each(?) wanted CROSS JOIN ${from} = wanted.value`)
  return (keys: readonly number[], { positions, next, total }: PageEnds): Listing<T> => {
    const wanted = JSON.stringify(keys)
    return {
      records: () => ({ items: records(cells(wanted)), positions, next, total }),
      written: () => ({ json: listOf(json(wanted), keys.length), positions, next, total })
    }
  }
}

/** The one row more than asked for only tells that there is a next page. The position stands behind the record. */
const endsOf = (rows: readonly Cells[], width: number, count: number): Omit<PageEnds, 'total'> => {
  const positions = rows.slice(0, count).map((row) => positionOf(row, width))
  return { positions, next: rows.length > count ? (positions.at(-1) ?? null) : null }
}

/** Of one or two columns. */
const positionOf = (row: Cells, at: number): Position =>
  row.length === at + 1 ? `${row[at]}` : `${row[at]}.${row[at + 1]}`

/** The list of what was written row by row: as many as were asked for. */
const listOf = (rows: readonly Cells[], count: number): ByteText => {
  const shown = rows.slice(0, count).map(([json]) => json)
  return toByteText(`[${shown.join(',')}]`)
}
