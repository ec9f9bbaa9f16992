import type { Memory } from '../../core/memory.ts'
import type { PageRequest } from '../../core/paging.ts'
import { CachedChunks } from '../../engines/columnar/cached-chunks.ts'
import { type DirectKind, type FeedKind, type Feeds, isScanned, type LookupKind, type Lookups } from '../kinds.ts'
import { defaultPageBytes, type Page, type Source } from '../source.ts'
import { type RowReads, scannedReads } from '../tables/scanned-reads.ts'
import { sqliteColumnStore } from './column-store.ts'
import type { DataFile } from './data-file.ts'
import type { PageListing } from './listings.ts'
import { ServedFile } from './served-file.ts'

export type SqliteOptions = {
  path: string
  mediaBase: () => string | null
  /** Receives a message when data becomes unreadable, and when it is readable again. */
  complain?: (problem: string, level?: 'warn') => void
  /** Interval of checking for new data, in milliseconds. */
  watchMs?: number
  /** Reads the data as of opening, whatever is imported meanwhile. */
  isSnapshot?: boolean
  /** Maximum size of a page in bytes. */
  maxPageBytes?: number
  /** The limit that columns share with caches. */
  memory?: Memory
}

// Scanned kinds are read elsewhere, and the reader of a kind returns that kind.
const lookUpIn = <K extends LookupKind>({ lookups }: DataFile, kind: K, key: string) =>
  lookups[kind as DirectKind<K>](key) as Lookups[K] | null
const listingIn = <K extends FeedKind>({ feeds }: DataFile, kind: K, key: string, request: PageRequest) =>
  feeds[kind as DirectKind<K>](key, request) as PageListing<Feeds[K]> | null

/**
 * The embedded data set, opened read-only. Reads are synchronous and take microseconds, except scans, which run in slices. Imported data and
 * replaced files are visible within a second.
 */
export const openSqlite = ({
  path,
  mediaBase,
  complain = () => {},
  watchMs = 250,
  maxPageBytes = defaultPageBytes,
  isSnapshot = false,
  memory
}: SqliteOptions): Source => {
  const file = new ServedFile({ path, mediaBase, maxPageBytes, isSnapshot, complain })
  const watch = isSnapshot ? undefined : setInterval(() => file.look(), watchMs).unref()

  const generation = () => file.generation
  const columns = sqliteColumnStore((read) => file.read((data) => read(data.columns)))
  const scanned = scannedReads(new CachedChunks(columns, { memory, generation }), generation)
  const rows: RowReads = {
    posts: (pks, ends) => file.read((data) => data.rows.posts(pks, ends)),
    users: (pks, ends) => file.read((data) => data.rows.users(pks, ends)),
    names: (of, pks) => file.read((data) => data.rows.names(of, pks)),
    asOf: () => file.read((data) => data.rows.asOf())
  }

  return {
    async lookUp<K extends LookupKind>(kind: K, keys: readonly string[], signal: AbortSignal) {
      const found: (Lookups[K] | null)[] = []
      if (isScanned(kind)) {
        // The reader of a kind returns that kind.
        for (const key of keys) found.push((await scanned[kind](key, rows, signal)) as Lookups[K] | null)
        return found
      }
      return file.read((data) => keys.map((key) => lookUpIn(data, kind, key)))
    },
    async page<K extends FeedKind>(kind: K, key: string, request: PageRequest, signal: AbortSignal) {
      // The reader of a kind returns that kind.
      if (isScanned(kind)) return (await scanned[kind](key, request, rows, signal)) as Page<Feeds[K]> | null
      return file.read((data) => listingIn(data, kind, key, request)?.records() ?? null)
    },
    now: {
      lookUp: (kind, key) => file.read((data) => lookUpIn(data, kind, key)),
      page: (kind, key, request) => file.read((data) => listingIn(data, kind, key, request)?.records() ?? null),
      written: (kind, key, request) => file.read((data) => listingIn(data, kind, key, request)?.written() ?? null)
    },
    hasFilters: () => true,
    hasWholeRecords: true,
    // `confirm` has nothing to do, because every read checks the state.
    ...(isSnapshot && { snapshot: { version: () => file.version, confirm: async () => {} } }),
    generation,
    onNewData: (listener) => file.onNewData(listener),
    isSampleData: () => file.isSampleData,
    async ready() {
      file.read((data) => data.check())
    },
    async close() {
      clearInterval(watch)
      file.close()
    }
  }
}
