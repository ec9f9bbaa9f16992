import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Statement, Value } from '../../store/postgres/database.ts'
import { storable, types } from '../../store/postgres/values.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { copyText, type Row } from './copy-text.ts'

/**
 * One connection that writes. What is sent waits in line for what was sent before it, and nobody needs to wait for either: work goes on meanwhile.
 * Once something has failed, all behind it fails for the same reason, which whoever waits next hears of.
 */
export class Writing {
  readonly #client: Client
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: Client) {
    this.#client = client
  }

  /** The rows of a statement. */
  rows(statement: Statement, ...values: readonly Value[]): Promise<readonly Cells[]> {
    return this.#inLine(async () => {
      const query = { ...statement, values: values.map(storable), rowMode: 'array' as const, types }
      return (await this.#client.query<Cells & unknown[]>(query)).rows
    })
  }

  send(statement: Statement, ...values: readonly Value[]): void {
    void this.rows(statement, ...values)
  }

  /** Commands that cannot be prepared: they define tables or begin and end transactions. */
  async run(commands: string): Promise<void> {
    await this.#inLine(() => this.#client.query(commands))
  }

  /** Rows that come into a table by COPY, one cell for each column. */
  copy(table: string, columns: readonly string[], rows: Iterable<Row>): void {
    void this.#inLine(() =>
      pipeline(Readable.from(copyText(rows)), this.#client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`)))
    )
  }

  /** Until all that was sent is done. */
  async done(): Promise<void> {
    await this.#last
  }

  async transaction<T>(work: () => Promise<T>, settings = ''): Promise<T> {
    await this.run(`BEGIN; ${settings}`)
    try {
      const result = await work()
      await this.run('COMMIT')
      return result
    } catch (error) {
      await this.#last.catch(() => {})
      this.#last = Promise.resolve()
      await this.#client.query('ROLLBACK').catch(() => {})
      throw error
    }
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done
    // Heard of by whoever waits.
    done.catch(() => {})
    return done
  }
}
