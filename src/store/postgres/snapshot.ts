import { CommandError } from '../../core/errors.ts'
import type { SourceSnapshot } from '../source.ts'
import type { Cells } from '../tables/columns.ts'
import { dataState } from '../tables/import-sources.ts'
import { beginSnapshot, connect, describedError } from './client.ts'
import { statement } from './database.ts'
import { isImporting } from './import-lock.ts'
import { storable, types } from './values.ts'
import { checkVersion, schemaName, versionOf } from './version.ts'

/** All data as of opening, regardless of concurrent writers. */
export type Snapshot = {
  /** Identifies the state of the data. */
  version: string
  /** Rows of a statement with `?` parameters, as for SQLite. Throws `CommandError`. */
  rows(sql: string, ...parameters: readonly (string | number)[]): Promise<readonly Cells[]>
  /** Identifies the snapshot for other connections, for as long as this one is open. */
  share(): Promise<string>
  /**
   * Throws `CommandError` if other tables have replaced these, which a transaction does not prevent: rows read since then are not as of
   * opening.
   */
  confirm(): Promise<void>
  /** Whether an import is running. */
  isImporting(): Promise<boolean>
  close(): Promise<void>
}

const changed = 'the data were changed while they were read: start again.'

// Reading a table, unlike looking up its name, detects that another table has the name now.
const tablesNow = statement('SELECT tableoid::text AS id FROM generation')
const exported = statement('SELECT pg_export_snapshot() AS id')

export const openSnapshot = async (url: string): Promise<Snapshot> => {
  const client = await connect(url).catch((error: unknown) => Promise.reject(describedError(error)))
  const described = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      throw describedError(error)
    }
  }
  const rows: Snapshot['rows'] = (sql, ...parameters) =>
    described(async () => {
      let number = 0
      const text = sql.replaceAll('?', () => `$${++number}`)
      const values = parameters.map(storable)
      return (await client.query<Cells & unknown[]>({ text, values, rowMode: 'array', types })).rows
    })
  const idOf = async (statement: { text: string }) => (await client.query<{ id: string }>(statement.text)).rows[0]?.id
  const close = () => client.end()
  try {
    await client.query(`SET search_path = ${schemaName}`)
    checkVersion(await versionOf(client))
    const tables = await idOf(tablesNow)
    await client.query(beginSnapshot)
    const version = JSON.stringify((await rows(dataState))[0])
    return {
      version,
      rows,
      share: () => described(async () => String(await idOf(exported))),
      confirm: () =>
        described(async () => {
          if ((await idOf(tablesNow)) === tables) return
          throw new CommandError(changed)
        }),
      isImporting: () => isImporting(client),
      close
    }
  } catch (error) {
    await close()
    throw describedError(error)
  }
}

/** A snapshot for many connections, opened on first use, and again if its connection was lost and the data are unchanged. */
export const sharedSnapshot = (url: string): SourceSnapshot & Pick<Snapshot, 'share' | 'close'> => {
  let version: string | null = null
  let current: Promise<Snapshot> | null = null
  const open = async () => {
    const snapshot = await openSnapshot(url)
    version ??= snapshot.version
    if (snapshot.version === version) return snapshot
    await snapshot.close()
    throw new CommandError(changed)
  }
  const opened = async () => {
    current ??= open()
    const opening = current
    try {
      return await opening
    } catch (error) {
      if (current === opening) current = null
      throw error
    }
  }
  const close = async () => {
    const last = current
    current = null
    await (await last?.catch(() => null))?.close()
  }
  const lasting = async <T>(use: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
    const snapshot = await opened()
    const before = current
    try {
      return await use(snapshot)
    } catch {
      if (current === before) await close()
      return use(await opened())
    }
  }
  return {
    share: () => lasting((snapshot) => snapshot.share()),
    confirm: () => lasting((snapshot) => snapshot.confirm()),
    version: () => version,
    close
  }
}
