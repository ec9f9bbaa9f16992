import type pg from 'pg'
import { PageTooLarge } from '../source.ts'
import type { Cells } from '../tables/columns.ts'
import type { QueryValue, Statement } from './database.ts'
import { asText, type Parser, parameterOf, parserOf } from './values.ts'

/** Undeclared part of the driver's connection: prepared statement texts by name. */
type ParsedConnection = pg.Connection & { readonly parsedStatements: Readonly<Record<string, string>> }

/** A column that needs parsing. */
type Parsed = { index: number; parse: Parser }

/** Column parsers per statement; equal on all servers, which have tables of one version. */
const known = new WeakMap<Statement, readonly Parsed[]>()

/**
 * One statement in flight, as a driver query. The driver's own query asks for column types each time and creates a result object, an event
 * and a list per row, which costs more than the rest of a short answer. Calls back once.
 */
export class PreparedRead implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly #statement: Statement
  readonly #values: readonly QueryValue[]
  readonly #done: (error: Error | null, rows: readonly Cells[]) => void
  readonly #rows: Cells[] = []
  readonly #maxBytes: number
  #bytes = 0
  #parsed: readonly Parsed[] | undefined

  constructor(
    statement: Statement,
    values: readonly QueryValue[],
    maxPageBytes: number,
    done: (error: Error | null, rows: readonly Cells[]) => void
  ) {
    this.name = statement.name
    this.text = statement.text
    this.#statement = statement
    this.#values = values
    this.#maxBytes = statement.isPage ? maxPageBytes : Number.POSITIVE_INFINITY
    this.#done = done
    this.#parsed = known.get(statement)
  }

  submit(given: pg.Connection): null {
    const connection = given as ParsedConnection
    const { name, text } = this
    // Sends all messages in one packet.
    connection.stream.cork()
    if (connection.parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true)
    connection.bind({ statement: name, values: this.#values.map(parameterOf) }, true)
    if (this.#parsed === undefined) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#parsed = fields
      .map(({ dataTypeID }, index) => ({ index, parse: parserOf(dataTypeID) }))
      .filter(({ parse }) => parse !== asText)
    known.set(this.#statement, this.#parsed)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    for (const text of fields) this.#bytes += text?.length ?? 0
    // Later rows are discarded.
    if (this.#bytes > this.#maxBytes) {
      this.#rows.length = 0
      return
    }
    const cells: Cells[number][] = fields
    for (const { index, parse } of this.#parsed ?? []) {
      const text = fields[index]
      if (text !== null && text !== undefined) cells[index] = parse(text)
    }
    this.#rows.push(cells)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.#bytes > this.#maxBytes) this.#done(new PageTooLarge(this.#maxBytes), [])
    else this.#done(null, this.#rows)
  }

  handleError(error: Error): void {
    this.#done(error, [])
  }
}
