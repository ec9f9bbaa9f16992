import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Values per statement; more than some hundred save no time. */
const valuesAtOnce = 128

/** Inserts several rows per statement: executing one costs as much as a short row. */
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

  /** Adds a row. It may be written later, with others. */
  add(...values: SQLInputValue[]): void {
    this.#values.push(...values)
    if (this.#values.length < this.#most) return
    this.#many.run(...this.#values)
    this.#values.length = 0
  }

  /** Writes all remaining rows. */
  finish(): void {
    const rows = this.#values.length / this.#columns.length
    if (rows > 0) this.#prepare(rows).run(...this.#values)
    this.#values.length = 0
  }
}
