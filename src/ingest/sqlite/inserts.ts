import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Values that one statement takes: from some hundred on, more of them save nothing. */
const valuesAtOnce = 128

/** Inserts rows into a table, several with one statement: to begin and end one costs as much as a short row. */
export class Inserts {
  readonly #columns: readonly string[]
  readonly #prepare: (rows: number) => StatementSync
  readonly #many: StatementSync
  readonly #most: number
  readonly #values: SQLInputValue[] = []

  constructor(
    db: DatabaseSync,
    table: string,
    columns: readonly string[],
    how: 'INSERT' | 'INSERT OR IGNORE' = 'INSERT'
  ) {
    this.#columns = columns
    const row = `(${columns.map(() => '?')})`
    this.#prepare = (rows) =>
      db.prepare(`${how} INTO ${table} (${columns}) VALUES ${Array.from({ length: rows }, () => row)}`)
    const rows = Math.max(1, Math.floor(valuesAtOnce / columns.length))
    this.#most = rows * columns.length
    this.#many = this.#prepare(rows)
  }

  /** A row, as values of the columns. They may reach the table later, with others. */
  add(...values: SQLInputValue[]): void {
    this.#values.push(...values)
    if (this.#values.length < this.#most) return
    this.#many.run(...this.#values)
    this.#values.length = 0
  }

  /** Now all of them are in the table. */
  finish(): void {
    const rows = this.#values.length / this.#columns.length
    if (rows > 0) this.#prepare(rows).run(...this.#values)
    this.#values.length = 0
  }
}
