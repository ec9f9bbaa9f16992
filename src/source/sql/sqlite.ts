import {
  defaultPageBytes,
  type FeedKind,
  type Feeds,
  type LookupKind,
  type Lookups,
  type Page,
  type PageRequest,
  type Source
} from '../source.ts'
import { DataFile } from './data-file.ts'

export type SqliteOptions = {
  path: string
  mediaBase: () => string | null
  /** Hears why new data beside those that are read cannot be. */
  complain?: (problem: string) => void
  /** How often new data are looked for, in milliseconds. */
  watchMs?: number
  /** Bytes a page may have. */
  maxPageBytes?: number
}

/**
 * The embedded data set. Reads are synchronous inside and take microseconds; the file is opened read-only. What is imported into it, and a
 * file that takes its place, is seen within a second.
 */
export const openSqlite = ({
  path,
  mediaBase,
  complain = () => {},
  watchMs = 1_000,
  maxPageBytes = defaultPageBytes
}: SqliteOptions): Source => {
  const open = () => new DataFile(path, mediaBase, maxPageBytes)
  let data = open()
  const listeners: (() => void)[] = []
  const look = () => {
    if (!data.isOutdated()) return
    const before = data
    data = open()
    before.close()
    if (data.generation !== before.generation) for (const listener of listeners) listener()
  }
  const watch = setInterval(() => {
    try {
      look()
    } catch (error) {
      // What was read so far can still be read.
      complain(error instanceof Error ? error.message : String(error))
    }
  }, watchMs).unref()

  return {
    async lookUp<K extends LookupKind>(kind: K, keys: readonly string[]): Promise<(Lookups[K] | null)[]> {
      return keys.map((key) => data.lookups[kind](key))
    },
    lookUpNow: (kind, key) => data.lookups[kind](key),
    async page<K extends FeedKind>(kind: K, key: string, request: PageRequest): Promise<Page<Feeds[K]> | null> {
      return data.feeds[kind](key, request)?.records() ?? null
    },
    pageNow: (kind, key, request) => data.feeds[kind](key, request)?.records() ?? null,
    writtenNow: (kind, key, request) => data.feeds[kind](key, request)?.written() ?? null,
    generation: () => data.generation,
    onNewData: (listener) => listeners.push(listener),
    async ready() {
      data.check()
    },
    async close() {
      clearInterval(watch)
      data.close()
    }
  }
}
