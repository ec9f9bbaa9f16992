import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { inject } from 'vitest'

const open = new Map<string, DatabaseSync>()

/** The default data set, opened once: files of tests share a process. Scripts that are no test run name it in `TEST_DATASET`. */
const dataset = (): DatabaseSync => {
  const path = process.env.TEST_DATASET ?? inject('defaultDataset')
  const known = open.get(path) ?? new DatabaseSync(path, { readOnly: true })
  open.set(path, known)
  return known
}

/** Rows of the default data set, to find the cases a test is about. */
export const rows = <T>(sql: string, ...parameters: SQLInputValue[]): T[] =>
  // The caller names the columns it selects.
  dataset()
    .prepare(sql)
    .all(...parameters) as T[]

export const row = <T>(sql: string, ...parameters: SQLInputValue[]): T => {
  const [first] = rows<T>(sql, ...parameters)
  if (first === undefined) throw new Error(`the data set has no row for: ${sql}`)
  return first
}
