import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Cells } from '../tables/columns.ts'
import { openFile } from './data-file.ts'
import { ReadTransaction } from './read-transaction.ts'

/** The rows of a data set file as of opening, regardless of imports. */
export class FileSnapshot {
  readonly #db: DatabaseSync
  readonly #transaction: ReadTransaction
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string) {
    this.#db = openFile(path)
    try {
      this.#transaction = new ReadTransaction(this.#db, path)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** Identifies the state of the data. */
  get version(): string {
    return this.#transaction.state
  }

  rows(sql: string, ...parameters: readonly (string | number)[]): readonly Cells[] {
    this.#transaction.giveWay()
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#db.prepare(sql)
      statement.setReturnArrays(true)
      this.#statements.set(sql, statement)
    }
    // The declarations lack rows as arrays.
    return statement.all(...parameters) as unknown as readonly Cells[]
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }
}
