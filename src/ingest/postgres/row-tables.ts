import type { QueryValue, Statement } from '../../store/postgres/database.ts'
import { changeStatement, readStatement } from '../../store/postgres/row-statements.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { RowRead, SqlParameter } from '../../store/tables/row-statements.ts'
import * as summary from '../../store/tables/summary.ts'
import * as columns from '../columns/column-statements.ts'
import * as hiding from '../derived/hiding-statements.ts'
import * as indexing from '../index/index-statements.ts'
import { dateSound } from '../merge/derived.ts'
import * as merging from '../merge/merge-statements.ts'
import * as relating from '../merge/relations.ts'
import * as removing from '../removal/removal-statements.ts'
import * as sampling from '../samples/sample-statements.ts'
import * as scoring from '../scores/score-statements.ts'
import * as noting from '../stale/stale-statements.ts'
import type { RowTables } from '../tables/row-tables.ts'
import type { Writing } from './writing.ts'

const declaring = [merging, relating, hiding, indexing, columns, sampling, scoring, removing, summary]
const reads = new Map(declaring.flatMap((each) => each.reads).map((read) => [read, readStatement(read)]))
const changes = new Map(
  [...declaring.flatMap((each) => each.changes), ...noting.changes, dateSound].map((change) => [
    change,
    changeStatement(change)
  ])
)

/** A read or a change is one statement for all its rows. Inserts use COPY. Changes are not awaited. */
export const postgresTables = (writing: Writing): RowTables => {
  const all = async (read: RowRead, parameters: readonly (readonly SqlParameter[])[]): Promise<Cells[][]> => {
    const found: Cells[][] = parameters.map(() => [])
    if (parameters.length === 0) return found
    // Rows are matched by number: PostgreSQL may have changed the text of a parameter.
    for (const cells of await writing.rows(declared(reads, read), ...columnsOf(parameters))) {
      found[Number(cells.at(-1)) - 1]?.push(cells.slice(0, -1))
    }
    return found
  }
  return {
    all,
    first: async (read, parameters) => (await all(read, parameters)).map(([cells]) => cells),
    change(change, parameters) {
      if (parameters.length > 0) writing.send(declared(changes, change), ...columnsOf(parameters))
    },
    insert(table, columns, rows) {
      if (rows.length > 0) writing.copy(table, columns, rows)
    }
  }
}

const declared = <T>(statements: ReadonlyMap<T, Statement>, of: T): Statement => {
  const statement = statements.get(of)
  if (statement === undefined) throw new Error('a statement is declared when its module is loaded')
  return statement
}

const columnsOf = (rows: readonly (readonly SqlParameter[])[]): QueryValue[] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => sendable(row[column] ?? null)))

const sendable = (parameter: SqlParameter): string | number | null =>
  parameter instanceof Uint8Array ? `\\x${Buffer.from(parameter).toString('hex')}` : parameter
