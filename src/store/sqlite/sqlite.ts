import type { PageRequest } from '../../core/paging.ts'
import type { FeedKind, Feeds, LookupKind, Lookups } from '../kinds.ts'
import { defaultPageBytes, type Page, type Source } from '../source.ts'
import { ServedFile } from './served-file.ts'

export type SqliteOptions = {
  path: string
  mediaBase: () => string | null
  /** Receives a message when data becomes unreadable, and when it is readable again. */
  complain?: (problem: string, level?: 'warn') => void
  /** Interval of checking for new data, in milliseconds. */
  watchMs?: number
  /** Maximum size of a page in bytes. */
  maxPageBytes?: number
}

/**
 * The embedded data set. Reads are synchronous and take microseconds; the file is opened read-only. Imported data and replaced files are
 * visible within a second.
 */
export const openSqlite = ({
  path,
  mediaBase,
  complain = () => {},
  watchMs = 250,
  maxPageBytes = defaultPageBytes
}: SqliteOptions): Source => {
  const file = new ServedFile({ path, mediaBase, maxPageBytes, complain })
  const watch = setInterval(() => file.look(), watchMs).unref()

  return {
    async lookUp<K extends LookupKind>(kind: K, keys: readonly string[]): Promise<(Lookups[K] | null)[]> {
      return file.read((data) => keys.map((key) => data.lookups[kind](key)))
    },
    lookUpNow: (kind, key) => file.read((data) => data.lookups[kind](key)),
    async page<K extends FeedKind>(kind: K, key: string, request: PageRequest): Promise<Page<Feeds[K]> | null> {
      return file.read((data) => data.feeds[kind](key, request)?.records() ?? null)
    },
    pageNow: (kind, key, request) => file.read((data) => data.feeds[kind](key, request)?.records() ?? null),
    writtenNow: (kind, key, request) => file.read((data) => data.feeds[kind](key, request)?.written() ?? null),
    generation: () => file.generation,
    onNewData: (listener) => file.onNewData(listener),
    async ready() {
      file.read((data) => data.check())
    },
    async close() {
      clearInterval(watch)
      file.close()
    }
  }
}
