import { createHash } from 'node:crypto'
import type { Cells } from '../tables/columns.ts'

/** SQL text and the name under which a connection prepares it once. */
export type Statement = {
  readonly name: string
  readonly text: string
  /** Whether its rows are records of a page, whose size is limited. */
  readonly isPage: boolean
  /** Whether its first row begins with the generation of the data that the other rows are of. */
  readonly hasGeneration: boolean
}

/** All statements by name. Modules declare theirs when loaded, so that a test can prepare all of them on a real server. */
export const statements = new Map<string, Statement>()

/** The name is a hash of the text: two versions behind one pooler never use each other's statements. */
export const statement = (text: string, { isPage = false, hasGeneration = false } = {}): Statement => {
  const name = `clipgraph_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
  const created = { name, text, isPage, hasGeneration }
  statements.set(name, created)
  return created
}

export type QueryValue = string | number | null | readonly (string | number | null)[]

/** A key as the values of one parameter row. */
export type RowKey = readonly (string | number | null)[]

/** Runs a statement: one round trip. */
export type RunStatement = (statement: Statement, ...values: readonly QueryValue[]) => Promise<readonly Cells[]>

/** What reads use to run statements. */
export type QueryReader = {
  rows: RunStatement
  /**
   * Rows per key, in the order of the keys, batched with other requests for the same statement. The statement takes one array per key part,
   * and its last column is the number of the key a row belongs to, from 1. `most`: the maximum number of rows per key, passed as the last
   * parameter.
   */
  rowsOf(statement: Statement, keys: readonly RowKey[], most?: number): Promise<readonly (readonly Cells[])[]>
  /** Base URL of this server's media, without a trailing slash; null when there are none. */
  base: string | null
}

/** Runs one statement for several keys and groups its rows. */
export const readKeys = async (
  rows: RunStatement,
  statement: Statement,
  keys: readonly RowKey[],
  most?: number
): Promise<readonly (readonly Cells[])[]> => {
  const values = (keys[0] ?? []).map((_, index) => keys.map((key) => key[index] ?? null))
  const found: Cells[][] = keys.map(() => [])
  for (const cells of await rows(statement, ...values, ...(most === undefined ? [] : [most]))) {
    found[Number(cells.at(-1)) - 1]?.push(cells)
  }
  return found
}
