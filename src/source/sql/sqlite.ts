import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import type { FeedKind, Feeds, LookupKind, Lookups, Page, PageRequest, Source } from '../source.ts'
import type { Cells } from './columns.ts'
import type { Database, Query } from './database.ts'
import { feedReaders } from './feeds.ts'
import { lookupReaders } from './lookups.ts'
import { schemaVersion } from './schema.ts'

/** The file is missing, is no data set or was written by another version. The message says what to do. */
export class DatasetError extends CommandError {}

export type SqliteOptions = {
  path: string
  mediaBase: () => string | null
}

/** The embedded data set. Reads are synchronous inside and take microseconds; the file is opened read-only. */
export const openSqlite = ({ path, mediaBase }: SqliteOptions): Source => {
  const db = open(path)
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string, asArrays: boolean): StatementSync => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = db.prepare(sql)
      statement.setReturnArrays(asArrays)
      statements.set(sql, statement)
    }
    return statement
  }
  const database: Database = {
    query: (sql) => prepared(sql, false),
    // The declarations know nothing of rows as arrays.
    cells: (sql) => prepared(sql, true) as unknown as Query<Cells>,
    mediaBase
  }
  const lookups = lookupReaders(database)
  const feeds = feedReaders(database)

  return {
    async lookUp<K extends LookupKind>(kind: K, keys: readonly string[]): Promise<(Lookups[K] | null)[]> {
      return keys.map((key) => lookups[kind](key))
    },
    lookUpNow: (kind, key) => lookups[kind](key),
    async page<K extends FeedKind>(kind: K, key: string, request: PageRequest): Promise<Page<Feeds[K]> | null> {
      return feeds[kind](key, request)?.records() ?? null
    },
    pageNow: (kind, key, request) => feeds[kind](key, request)?.records() ?? null,
    writtenNow: (kind, key, request) => feeds[kind](key, request)?.written() ?? null,
    async ready() {
      database.query('SELECT 1').get()
    },
    async close() {
      statements.clear()
      if (db.isOpen) db.close()
    }
  }
}

const open = (path: string): DatabaseSync => {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(path, { readOnly: true })
  } catch (cause) {
    throw new DatasetError(`${path} cannot be opened; make a data set with: ${commandLine('seed')}`, { cause })
  }
  let version: unknown
  try {
    // Pages are read through the page cache of the system instead of being copied into each process. The lock of a reader is taken once:
    // nobody writes the file, and taking it for each statement costs more than most statements.
    db.exec(
      'PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -16384; PRAGMA query_only = ON; PRAGMA locking_mode = EXCLUSIVE'
    )
    version = db.prepare('PRAGMA user_version').get()?.user_version
  } catch (cause) {
    db.close()
    throw new DatasetError(`${path} is not a clipgraph data set; make one with: ${commandLine('seed')}`, { cause })
  }
  if (version !== schemaVersion) {
    db.close()
    throw new DatasetError(
      `${path} was not written by this version of clipgraph; make it anew with: ${commandLine('seed')}`
    )
  }
  return db
}
