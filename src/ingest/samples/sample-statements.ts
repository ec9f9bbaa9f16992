import { countFields, type ObservedKind } from '../../engines/history/samples.ts'
import { type RowChange, type RowRead, rowChange, rowRead } from '../../store/tables/row-statements.ts'
import { sampleColumns, sampleTables } from '../../store/tables/stored-samples.ts'

/** Statements that store samples, in SQL that both databases share. */

const key = { pk: 'bigint', at: 'bigint', source: 'bigint' } as const

const ofKind = (kind: ObservedKind) => {
  const table = sampleTables[kind]
  const changed = [...countFields[kind], 'rounded', 'negative']
  const isSame = (row: Readonly<Record<string, string>>) =>
    `${table}.pk = ${row.pk} AND ${table}.at = ${row.at} AND ${table}.source = ${row.source}`
  return {
    /** The sample of a row, a time and a source. */
    known: rowRead(key, (row) => `SELECT ${sampleColumns(kind)} FROM ${table} WHERE ${isSame(row)}`),
    change: rowChange(
      { ...key, ...Object.fromEntries(changed.map((name) => [name, 'bigint' as const])) },
      (row: Readonly<Record<string, string>>, join) =>
        `UPDATE ${table} SET ${changed.map((name) => `${name} = ${row[name]}`).join(', ')} ${join('FROM')} WHERE ${isSame(row)}`
    ),
    remove: rowChange(
      { pk: 'bigint' },
      ({ pk }, join) => `DELETE FROM ${table} ${join('USING')} WHERE ${table}.pk = ${pk}`
    )
  }
}

export const samplesOf = { posts: ofKind('posts'), users: ofKind('users') } as const

const all = Object.values(samplesOf)
export const reads: readonly RowRead[] = all.map(({ known }) => known)
export const changes: readonly RowChange[] = all.flatMap(({ change, remove }) => [change, remove])
