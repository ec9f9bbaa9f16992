import type { PageRequest } from '../../core/paging.ts'
import type { FeedKind, Feeds, LookupKind, Lookups } from '../kinds.ts'
import { defaultPageBytes, type Page, type Source } from '../source.ts'
import { ServedFile } from './served-file.ts'

export type SqliteOptions = {
  path: string
  mediaBase: () => string | null
  /** Hears why data cannot be read, and when they can be again. */
  complain?: (problem: string, level?: 'warn') => void
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
