import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { Cells } from '../tables/columns.ts'

/** One prepared statement. */
export type Query<R> = {
  get(...parameters: SQLInputValue[]): R | undefined
  all(...parameters: SQLInputValue[]): R[]
}

export type Database = {
  /** Prepares on first use: a statement costs as much to prepare as dozens of look-ups with it. */
  query(sql: string): Query<Record<string, SQLOutputValue>>
  /** The same for statements that select records. */
  cells(sql: string): Query<Cells> & { iterate(...parameters: SQLInputValue[]): Iterable<Cells> }
  /** Address under which this server's own pictures and sounds are reached, without a trailing slash; null when they are not served. */
  mediaBase(): string | null
  /** Bytes a page may have. */
  readonly maxPageBytes: number
  /** Bytes of the longest value a statement may come by from here on; `Infinity` for any. Node 24 knows no limit. */
  limitValues(bytes: number): void
  readonly limitsValues: boolean
}

/**
 * The most rows that a statement has, as a parameter. Of a bare `?` there the planner wants to know the value, and SQLite prepares the statement
 * anew each time it is bound, which takes as long as reading a page with it.
 */
export const mostRows = 'LIMIT ? + 0'
