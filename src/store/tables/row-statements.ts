/**
 * Statements over rows of parameters, each written once for both databases. SQLite runs a statement once per row, PostgreSQL once for all rows,
 * which it receives as one array per column.
 */
export type SqlParameter = string | number | Uint8Array | null

type CellTypes = Readonly<Record<string, 'bigint' | 'text' | 'bytea'>>

/** SQL of a parameter, by name and position. */
type ParameterSql = (name: string, index: number) => string

/** Finds rows for each row of parameters. */
export type RowRead = {
  types: CellTypes
  text: (parameter: ParameterSql) => string
  /** Selected columns that order the rows; empty if the order does not matter. */
  order: string
}

/** Inserts, updates or deletes rows for each row of parameters. */
export type RowChange = {
  types: CellTypes
  /** `join`: adds the parameters as a table after a keyword, in a database that receives them as one. */
  text: (parameter: ParameterSql, join: (keyword: string) => string) => string
}

type CellTexts<T extends CellTypes> = { readonly [K in keyof T]: string }

const rowOf = <T extends CellTypes>(types: T, parameter: ParameterSql) =>
  // One text per name.
  Object.fromEntries(Object.keys(types).map((name, index) => [name, parameter(name, index)])) as CellTexts<T>

/** For example `rowRead({ id: 'text' }, ({ id }) => 'SELECT pk FROM users WHERE user_id = ${id}')`; `most`: how many rows of each. */
export const rowRead = <T extends CellTypes>(
  types: T,
  text: (row: CellTexts<T>) => string,
  order = '',
  most = Number.POSITIVE_INFINITY
): RowRead => ({
  types,
  text: (parameter) =>
    text(rowOf(types, parameter)) +
    (order === '' ? '' : ` ORDER BY ${order}`) +
    (most === Number.POSITIVE_INFINITY ? '' : ` LIMIT ${most}`),
  order
})

/** For example `rowChange({ pk: 'bigint' }, ({ pk }, join) => 'DELETE FROM users ${join('USING')} WHERE users.pk = ${pk}')`. */
export const rowChange = <T extends CellTypes>(
  types: T,
  text: (row: CellTexts<T>, join: (keyword: string) => string) => string
): RowChange => ({
  types,
  text: (parameter, join) => text(rowOf(types, parameter), join)
})
