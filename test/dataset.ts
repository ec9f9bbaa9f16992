import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { inject } from 'vitest'

/** Rows of the default data set, to find the cases a test is about. Scripts that are no test run name it in `TEST_DATASET`. */
export const rows = <T>(sql: string, ...parameters: SQLInputValue[]): T[] => {
  const db = new DatabaseSync(process.env.TEST_DATASET ?? inject('defaultDataset'), { readOnly: true })
  try {
    // The caller names the columns it selects.
    return db.prepare(sql).all(...parameters) as T[]
  } finally {
    db.close()
  }
}

export const row = <T>(sql: string, ...parameters: SQLInputValue[]): T => {
  const [first] = rows<T>(sql, ...parameters)
  if (first === undefined) throw new Error(`the data set has no row for: ${sql}`)
  return first
}
