import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { Cells } from '../tables/columns.ts'

/** A prepared statement. */
export type Query<R> = {
  get(...parameters: SQLInputValue[]): R | undefined
  all(...parameters: SQLInputValue[]): R[]
}

export type Database = {
  /** Prepares on first use: preparing costs as much as dozens of lookups. */
  query(sql: string): Query<Record<string, SQLOutputValue>>
  /** The same for statements that select records. */
  cells(sql: string): Query<Cells> & { iterate(...parameters: SQLInputValue[]): Iterable<Cells> }
  /** Base URL of this server's media, without a trailing slash; null when there are none. */
  mediaBase(): string | null
  /** Maximum size of a page in bytes. */
  readonly maxPageBytes: number
  /** Limits the length of values read from here on; `Infinity` for none. Node 24 has no such limit. */
  limitValues(bytes: number): void
  readonly limitsValues: boolean
}

/**
 * A LIMIT parameter. For a bare `?` the planner uses the bound value, and SQLite prepares the statement again for each one, which takes as
 * long as reading a page.
 */
export const mostRows = 'LIMIT ? + 0'
