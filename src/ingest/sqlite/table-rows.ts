import type { PostgresTable } from '../../store/postgres/schema.ts'
import type { FileSnapshot } from '../../store/sqlite/snapshot.ts'
import type { Cells } from '../../store/tables/columns.ts'

export const countOf = (data: FileSnapshot, { name }: PostgresTable): number =>
  Number(data.rows(`SELECT count(*) FROM ${name}`)[0]?.[0])

/** Rows read at a time: an import that starts gets in between two reads. */
const rowsAtOnce = 500

/** All rows of a table along its primary key. */
export function* rowsOf(data: FileSnapshot, { name, columns, keys }: PostgresTable): Generator<Cells> {
  const names = columns.map((column) => column.name)
  const all = `SELECT ${names} FROM ${name}`
  const key = keys.find(({ kind }) => kind === 'PRIMARY KEY')?.columns
  if (key === undefined) return yield* data.rows(all)
  const inOrder = `ORDER BY ${key} LIMIT ${rowsAtOnce}`
  const places = key.map((column) => names.indexOf(column))
  for (let rows = data.rows(`${all} ${inOrder}`); rows.length > 0; ) {
    yield* rows
    // Keys are integers and texts.
    const last = places.map((place) => rows.at(-1)?.[place] as string | number)
    rows = data.rows(`${all} WHERE (${key}) > (${key.map(() => '?')}) ${inOrder}`, ...last)
  }
}
