import { asApiError } from '../../core/errors.ts'
import type { Memory } from '../../core/memory.ts'
import type { PageRequest } from '../../core/paging.ts'
import type { Span } from '../../core/tracing.ts'
import { CachedChunks } from '../../engines/columnar/cached-chunks.ts'
import { type DirectKind, type FeedKind, type Feeds, isScanned, type LookupKind, type Lookups } from '../kinds.ts'
import type { PoolState } from '../pool-state.ts'
import { defaultPageBytes, type Page, type Source } from '../source.ts'
import { scannedReads } from '../tables/scanned-reads.ts'
import { Batches } from './batches.ts'
import { postgresColumnStore, rowReads } from './column-store.ts'
import { type QueryReader, type RunStatement, readKeys, type Statement } from './database.ts'
import { PostgresFault } from './faults.ts'
import { feedReaders } from './feeds.ts'
import { lookupReaders, oneByOne } from './lookups.ts'
import { type ServerEvent, Servers } from './servers.ts'
import type { Snapshot } from './snapshot.ts'

export type PostgresOptions = {
  /** URLs of servers with the same data: one, or a primary and its replicas. */
  urls: readonly string[]
  mediaBase: () => string | null
  maxConnections?: number
  /** Processes that divide the connections. */
  processes?: number | undefined
  /** Maximum size of a page in bytes. */
  maxPageBytes?: number
  /** Interval of checking for new data, in milliseconds. */
  watchMs?: number
  observe?: (event: ServerEvent) => void
  /** Receives a function that reports the connection pool's state. */
  measurePool?: (state: () => PoolState) => void
  /** The limit that columns share with caches. */
  memory?: Memory
  /** Names the snapshot that is read instead of the newest data. */
  snapshot?: Snapshot['share'] | undefined
}

/** Connections per server: more than its processors would slow down every read. */
const defaultConnections = 16
/** A scan must leave a connection to other reads. */
const leastConnections = 2

/** Maximum number of rows per batch: more would keep one processor of the server busy while others are idle. */
const rowsTogether = 200

/** A PostgreSQL with clipgraph's tables. Connects on first use. Imported data is visible within about a second. */
export const openPostgres = ({
  urls,
  mediaBase,
  processes = 1,
  maxConnections = Math.max(leastConnections, Math.floor(defaultConnections / processes)),
  maxPageBytes = defaultPageBytes,
  watchMs = 1_000,
  observe = () => {},
  measurePool,
  memory,
  snapshot
}: PostgresOptions): Source => {
  const listeners: (() => void)[] = []
  const onNewData = () => {
    for (const listener of listeners) listener()
  }
  const servers = new Servers({ urls, maxConnections, maxPageBytes, snapshot, observe, onNewData })
  measurePool?.(() => servers.state)
  const look = (signal: AbortSignal): Promise<void> => servers.look(signal)
  // While no server answers, each read reports it.
  const watch = setInterval(() => look(AbortSignal.timeout(watchMs)).catch(() => {}), watchMs).unref()
  const rowsFor =
    (signal: AbortSignal, outer: Span | null, isOfScan: boolean): RunStatement =>
    async (statement, ...values) => {
      const span = outer?.begin('SELECT', { 'db.system.name': 'postgresql' }, 'client')
      try {
        return await servers.rows(statement, values, signal, isOfScan)
      } catch (error) {
        span?.fail(asApiError(error instanceof PostgresFault ? error.shown : error).code)
        throw error
      } finally {
        span?.end()
      }
    }
  /** Per statement, number of rows per key, and whether it is for a scan. */
  const batches = new Map<string, Batches>()
  const batchesOf = (statement: Statement, isOfScan: boolean, most?: number): Batches => {
    const name = `${statement.name} ${most ?? ''} ${isOfScan}`
    const known = batches.get(name)
    if (known !== undefined) return known
    const created = new Batches(
      (keys, signal, span) => readKeys(rowsFor(signal, span, isOfScan), statement, keys, most),
      Math.ceil(rowsTogether / (most ?? 1))
    )
    batches.set(name, created)
    return created
  }
  const readerFor = (signal: AbortSignal, outer: Span | null, isOfScan: boolean): QueryReader => ({
    rows: rowsFor(signal, outer, isOfScan),
    rowsOf: (statement, keys, most) => batchesOf(statement, isOfScan, most).ask(keys, signal, outer),
    base: mediaBase()
  })
  // All requests share chunks, so no request aborts the read of a chunk; statements have their own timeout.
  const closing = new AbortController()
  const ofAll = readerFor(closing.signal, null, true)
  const scannedGeneration = () => servers.scannedGeneration
  const chunks = new CachedChunks(postgresColumnStore(ofAll), { memory, generation: scannedGeneration })
  const scanned = scannedReads(chunks, scannedGeneration)
  return {
    async lookUp<K extends LookupKind>(
      kind: K,
      keys: readonly string[],
      signal: AbortSignal,
      span: Span | null = null
    ) {
      if (keys.length === 0) return []
      const reader = readerFor(signal, span, isScanned(kind))
      if (isScanned(kind)) {
        const read = (key: string) => scanned[kind](key, rowReads(reader), signal) as Promise<Lookups[K] | null>
        return shown(() => oneByOne(keys, read))
      }
      // The reader of a kind returns that kind.
      return shown(() => lookupReaders[kind as DirectKind<K>](reader, keys) as Promise<(Lookups[K] | null)[]>)
    },
    page: <K extends FeedKind>(
      kind: K,
      key: string,
      request: PageRequest,
      signal: AbortSignal,
      span: Span | null = null
    ) =>
      // The reader of a kind returns that kind.
      shown(() => {
        const reader = readerFor(signal, span, isScanned(kind))
        const page = isScanned(kind)
          ? scanned[kind](key, request, rowReads(reader), signal)
          : feedReaders[kind as DirectKind<K>](reader, key, request)
        return page as Promise<Page<Feeds[K]> | null>
      }),
    hasFilters: () => true,
    hasWholeRecords: true,
    generation: () => servers.generation,
    onNewData: (listener) => listeners.push(listener),
    isSampleData: () => servers.isSampleData,
    ready: look,
    async close() {
      clearInterval(watch)
      closing.abort()
      await servers.close()
    }
  }
}

const startMs = 2_000

/**
 * Checks whether the source can answer. Problems that only an operator can fix close the source and throw a `PostgresFault`; temporary ones
 * are returned as text. Null when it works.
 */
export const unlessLasting = async (source: Source): Promise<string | null> => {
  try {
    await source.ready(AbortSignal.timeout(startMs))
    return null
  } catch (error) {
    if (error instanceof PostgresFault && !error.isLasting) return error.message
    await source.close()
    throw error
  }
}

/** Translates internal faults for clients. */
const shown = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    throw error instanceof PostgresFault ? error.shown : error
  }
}
