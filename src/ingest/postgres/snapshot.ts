import { connect, told } from '../../store/postgres/client.ts'
import { statement } from '../../store/postgres/database.ts'
import { storable, types } from '../../store/postgres/values.ts'
import { checkVersion, schemaName, versionOf } from '../../store/postgres/version.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { isImporting } from './import-lock.ts'

/** All of the data as they were when it was opened, whoever writes meanwhile. */
export type Snapshot = {
  generation: string
  /** The rows of a statement, whose parameters are `?` as they are for the embedded data. Throws `CommandError`. */
  rows(sql: string, ...parameters: readonly (string | number)[]): Promise<readonly Cells[]>
  /** Whether an import writes there. */
  isImporting(): Promise<boolean>
  close(): Promise<void>
}

const generationNow = statement('SELECT id FROM generation')

export const openSnapshot = async (url: string): Promise<Snapshot> => {
  const client = await connect(url).catch((error: unknown) => Promise.reject(told(error)))
  const rows: Snapshot['rows'] = async (sql, ...parameters) => {
    let number = 0
    const text = sql.replaceAll('?', () => `$${++number}`)
    try {
      const values = parameters.map(storable)
      return (await client.query<Cells & unknown[]>({ text, values, rowMode: 'array', types })).rows
    } catch (error) {
      throw told(error)
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
    throw told(error)
  }
}
