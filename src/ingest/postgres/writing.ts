import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { QueryValue, Statement } from '../../store/postgres/database.ts'
import { storable, types } from '../../store/postgres/values.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { type CopyRow, copyText } from './copy-text.ts'

/** Statements of a batch must use indexes whatever the table statistics say while tables grow. */
export const ofBatches = [
  "synchronous_commit = 'off'",
  "plan_cache_mode = 'force_generic_plan'",
  ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way} = 'off'`)
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ')

/**
 * A writing connection. Statements are pipelined in order and need not be awaited. After a failure, all later ones fail for the same
 * reason, which the next awaited one reports.
 */
export class Writing {
  readonly #client: Client
  #last: Promise<unknown> = Promise.resolve()
  #isInTransaction = false

  constructor(client: Client) {
    this.#client = client
  }

  /** Rows of a statement. */
  rows(statement: Statement, ...values: readonly QueryValue[]): Promise<readonly Cells[]> {
    return this.#inLine(async () => {
      const query = { ...statement, values: values.map(storable), rowMode: 'array' as const, types }
      return (await this.#client.query<Cells & unknown[]>(query)).rows
    })
  }

  send(statement: Statement, ...values: readonly QueryValue[]): void {
    void this.rows(statement, ...values)
  }

  /** Commands that cannot be prepared: DDL and transaction control. */
  async run(commands: string): Promise<void> {
    await this.#inLine(() => this.#client.query(commands))
  }

  /** Copies rows into a table, one cell per column. */
  copy(table: string, columns: readonly string[], rows: Iterable<CopyRow>): void {
    void this.#inLine(() =>
      pipeline(Readable.from(copyText(rows)), this.#client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`)))
    )
  }

  /** Resolves when everything sent is done. */
  async done(): Promise<void> {
    await this.#last
  }

  /** Within another transaction, work is part of that. */
  async transaction<T>(work: () => Promise<T>, settings = ''): Promise<T> {
    if (this.#isInTransaction) return work()
    await this.run(`BEGIN; ${settings}`)
    this.#isInTransaction = true
    try {
      const result = await work()
      await this.run('COMMIT')
      return result
    } catch (error) {
      await this.#last.catch(() => {})
      this.#last = Promise.resolve()
      await this.#client.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      this.#isInTransaction = false
    }
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done
    // Reported by the next awaited statement.
    done.catch(() => {})
    return done
  }
}
