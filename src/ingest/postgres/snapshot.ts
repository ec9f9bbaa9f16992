import { connect, describedError } from '../../store/postgres/client.ts'
import { statement } from '../../store/postgres/database.ts'
import { storable, types } from '../../store/postgres/values.ts'
import { checkVersion, schemaName, versionOf } from '../../store/postgres/version.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { isImporting } from './import-lock.ts'

/** All data as of opening, regardless of concurrent writers. */
export type Snapshot = {
  generation: string
  /** Rows of a statement with `?` parameters, as for SQLite. Throws `CommandError`. */
  rows(sql: string, ...parameters: readonly (string | number)[]): Promise<readonly Cells[]>
  /** Whether an import is running. */
  isImporting(): Promise<boolean>
  close(): Promise<void>
}

const generationNow = statement('SELECT id FROM generation')

export const openSnapshot = async (url: string): Promise<Snapshot> => {
  const client = await connect(url).catch((error: unknown) => Promise.reject(describedError(error)))
  const rows: Snapshot['rows'] = async (sql, ...parameters) => {
    let number = 0
    const text = sql.replaceAll('?', () => `$${++number}`)
    try {
      const values = parameters.map(storable)
      return (await client.query<Cells & unknown[]>({ text, values, rowMode: 'array', types })).rows
    } catch (error) {
      throw describedError(error)
    }
  }
  const close = () => client.end()
  try {
    await client.query(`SET search_path = ${schemaName}; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`)
    checkVersion(await versionOf(client))
    const found = await client.query<{ id: string }>(generationNow)
    return { generation: String(found.rows[0]?.id), rows, isImporting: () => isImporting(client), close }
  } catch (error) {
    await close()
    throw describedError(error)
  }
}
