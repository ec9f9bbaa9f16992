import type { RowChange, RowRead, SqlParameter } from '../tables/row-statements.ts'

type BoundRow = readonly SqlParameter[]

/** A statement with a `?` for each use of a parameter, and the values of a row in that order. */
export type RowSql = { sql: string; values: (row: BoundRow) => BoundRow }

const numbered = (_: string, index: number): string => `?${index + 1}`

/** Node 24.0 binds plain parameters by position, but not numbered ones. */
const withoutNumbers = (text: string): RowSql => {
  const uses: number[] = []
  const sql = text.replace(/\?(\d+)/g, (_, number) => {
    uses.push(Number(number) - 1)
    return '?'
  })
  if (uses.every((use, index) => use === index)) return { sql, values: (row) => row }
  return { sql, values: (row) => uses.map((use) => row[use] ?? null) }
}

export const readSql = ({ text }: RowRead): RowSql => withoutNumbers(text(numbered))

export const changeSql = ({ text }: RowChange): RowSql => withoutNumbers(text(numbered, () => ''))
