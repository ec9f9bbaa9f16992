import { createHash } from 'node:crypto'
import type { Cells } from '../tables/columns.ts'

/** A text with the name under which a connection prepares it once. */
export type Statement = {
  readonly name: string
  readonly text: string
  /** Whether its rows are the records of a page, which may have no more than so many bytes. */
  readonly isPage: boolean
}

/** Every statement by its name. Modules declare theirs when they are loaded, so that a test can prepare all of them on a real server. */
export const statements = new Map<string, Statement>()

/** Named after what it says: two versions behind one pooler never take the other's statement for their own. */
export const statement = (text: string, { isPage = false } = {}): Statement => {
  const name = `clipgraph_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
  const made = { name, text, isPage }
  statements.set(name, made)
  return made
}

export type Value = string | number | null | readonly (string | number | null)[]

/** What something is found by, as the values of one row of parameters. */
export type Key = readonly (string | number | null)[]

/** One round trip. */
export type Rows = (statement: Statement, ...values: readonly Value[]) => Promise<readonly Cells[]>

/** What one read asks through. */
export type Reader = {
  rows: Rows
  /**
   * The rows of each key, in the order of the keys, together with what others ask by the same statement. It has a list for each value of a key,
   * and tells in its last column which key a row belongs to, from 1. `most`: its last parameter, where it has one, is how many rows a key may have.
   */
  rowsOf(statement: Statement, keys: readonly Key[], most?: number): Promise<readonly (readonly Cells[])[]>
  /** Address under which this server's own pictures and sounds are reached, without a trailing slash; null when they are not served. */
  base: string | null
}

/** The rows of each key by one statement. */
export const readKeys = async (
  rows: Rows,
  statement: Statement,
  keys: readonly Key[],
  most?: number
): Promise<readonly (readonly Cells[])[]> => {
  const values = (keys[0] ?? []).map((_, index) => keys.map((key) => key[index] ?? null))
  const found: Cells[][] = keys.map(() => [])
  for (const cells of await rows(statement, ...values, ...(most === undefined ? [] : [most]))) {
    found[Number(cells.at(-1)) - 1]?.push(cells)
  }
  return found
}
