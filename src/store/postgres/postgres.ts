import { asApiError } from '../../core/errors.ts'
import type { PageRequest } from '../../core/paging.ts'
import type { Span } from '../../core/tracing.ts'
import type { FeedKind, Feeds, LookupKind, Lookups } from '../kinds.ts'
import type { PoolState } from '../pool-state.ts'
import { defaultPageBytes, type Page, type Source } from '../source.ts'
import { Batches } from './batches.ts'
import { type Reader, type Rows, readKeys, type Statement, statement } from './database.ts'
import { PostgresFault } from './faults.ts'
import { feedReaders } from './feeds.ts'
import { lookupReaders } from './lookups.ts'
import { type ServerEvent, Servers } from './servers.ts'

export type PostgresOptions = {
  /** Addresses of servers that hold the same: one, or one and its replicas. */
  urls: readonly string[]
  mediaBase: () => string | null
  maxConnections?: number
  /** Bytes a page may have. */
  maxPageBytes?: number
  /** How often new data are looked for, in milliseconds. */
  watchMs?: number
  observe?: (event: ServerEvent) => void
  /** Is told where to look at the connections. */
  measurePool?: (state: () => PoolState) => void
}

/** Connections to each server: more than a machine has processors for make every read slower. */
const defaultConnections = 16

/** Rows of one statement that several ask for: more would keep one processor of the server busy while others are free. */
const rowsTogether = 200

const generationNow = statement('SELECT id FROM clipgraph.generation')

/** A PostgreSQL with the tables of clipgraph. Connects when it is first asked. What is imported into it is seen within a second or so. */
export const openPostgres = ({
  urls,
  mediaBase,
  maxConnections = defaultConnections,
  maxPageBytes = defaultPageBytes,
  watchMs = 1_000,
  observe = () => {},
  measurePool
}: PostgresOptions): Source => {
  const servers = new Servers({ urls, maxConnections, maxPageBytes, observe })
  measurePool?.(() => servers.state)
  const listeners: (() => void)[] = []
  let generation = ''
  const look = async (signal: AbortSignal): Promise<void> => {
    const [row] = await servers.rows(generationNow, [], signal)
    const found = String(row?.[0] ?? '')
    if (found === generation) return
    generation = found
    for (const listener of listeners) listener()
  }
  // While nothing answers, whoever asks for data is told of it.
  const watch = setInterval(() => look(AbortSignal.timeout(watchMs)).catch(() => {}), watchMs).unref()
  const rowsFor =
    (signal: AbortSignal, outer: Span | null): Rows =>
    async (statement, ...values) => {
      const span = outer?.begin('SELECT', { 'db.system.name': 'postgresql' }, 'client')
      try {
        return await servers.rows(statement, values, signal)
      } catch (error) {
        span?.fail(asApiError(error instanceof PostgresFault ? error.shown : error).code)
        throw error
      } finally {
        span?.end()
      }
    }
  /** By statement, and by how many rows a key may have. */
  const batches = new Map<string, Batches>()
  const batchesOf = (statement: Statement, most?: number): Batches => {
    const name = `${statement.name} ${most ?? ''}`
    const known = batches.get(name)
    if (known !== undefined) return known
    const made = new Batches(
      (keys, signal, span) => readKeys(rowsFor(signal, span), statement, keys, most),
      Math.ceil(rowsTogether / (most ?? 1))
    )
    batches.set(name, made)
    return made
  }
  const readerFor = (signal: AbortSignal, outer: Span | null): Reader => ({
    rows: rowsFor(signal, outer),
    rowsOf: (statement, keys, most) => batchesOf(statement, most).ask(keys, signal, outer),
    base: mediaBase()
  })
  return {
    async lookUp<K extends LookupKind>(
      kind: K,
      keys: readonly string[],
      signal: AbortSignal,
      span: Span | null = null
    ) {
      if (keys.length === 0) return []
      // The reader of a kind reads that kind.
      return shown(() => lookupReaders[kind](readerFor(signal, span), keys) as Promise<(Lookups[K] | null)[]>)
    },
    page: <K extends FeedKind>(
      kind: K,
      key: string,
      request: PageRequest,
      signal: AbortSignal,
      span: Span | null = null
    ) => shown(() => feedReaders[kind](readerFor(signal, span), key, request) as Promise<Page<Feeds[K]> | null>),
    generation: () => generation,
    onNewData: (listener) => listeners.push(listener),
    ready: look,
    async close() {
      clearInterval(watch)
      await servers.close()
    }
  }
}

const startMs = 2_000

/**
 * Asks whether it can answer. What only somebody can put right closes the source and throws a `PostgresFault`; what may pass by itself is told in
 * words. Null where all is well.
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

/** What went wrong within, as clients may see it. */
const shown = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    throw error instanceof PostgresFault ? error.shown : error
  }
}
