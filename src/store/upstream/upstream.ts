import { ApiError } from '../../core/errors.ts'
import { BadPosition, type PageRequest } from '../../core/paging.ts'
import type { Span } from '../../core/tracing.ts'
import type { ExactJson } from '../../records/exact-json.ts'
import { readRecord } from '../../records/reading.ts'
import { type FeedKind, isAsked, lookups as kindLookups, type LookupKind, type Lookups, unasked } from '../kinds.ts'
import type { PoolState } from '../pool-state.ts'
import type { Freshness, LookupResult, OnFreshness, Source } from '../source.ts'
import type { UpstreamEvent } from './calls.ts'
import { RefusedArgument, UpstreamEndpoint } from './endpoint.ts'
import { failed, faultOf, hasFault, shownOf } from './faults.ts'
import { type AskUpstream, readPage } from './feeds.ts'
import { leastFresh } from './freshness.ts'
import { NotByGraph, UpstreamGraph } from './graph.ts'
import { type GraphQuestion, isBatch, isInGraph, isOnlyInGraph } from './graph-query.ts'
import { nextPart, scannedLookups, withPart } from './graph-scans.ts'
import { lookups, readLookup } from './lookups.ts'

/** List elements that were skipped as unreadable. */
export type UnreadableRecords = { event: 'unreadable'; kind: FeedKind | LookupKind; count: number }

export type UpstreamOptions = {
  /** Base URL of the deployment, before `/api/v1`. */
  url: URL
  key: string | null
  /** Connections at most. */
  connections: number
  /** Whether to use the graph of an upstream that has one. */
  isBatched?: boolean
  observe?: (event: UpstreamEvent | UnreadableRecords) => void
  /** Receives a function that reports the connection pool's state. */
  measurePool?: (state: () => PoolState) => void
}

const base = '/api/v1'

/** Another deployment of the same contract, read over HTTP. */
export const openUpstream = (options: UpstreamOptions): Source => {
  const { url, key, connections, isBatched = true, observe = () => {}, measurePool } = options
  const listeners: (() => void)[] = []
  const onSampleData = () => {
    for (const listener of listeners) listener()
  }
  const endpoint = new UpstreamEndpoint({ url, key, connections, observe, onSampleData })
  measurePool?.(endpoint.poolState)
  const graph = isBatched ? new UpstreamGraph(endpoint, observe) : null
  const onUnreadable = (kind: FeedKind | LookupKind, count: number) => observe({ event: 'unreadable', kind, count })
  let spoken = false

  /** An invalid handle: the response shows contract, version and key without reading data. */
  const probe = async (signal: AbortSignal): Promise<void> => {
    const answer = await endpoint.get(`${base}/live/clipgraph.readiness.probe/alive`, signal).catch(unrefused)
    if (answer === null || lookups.liveStatus.read(answer.envelope.data ?? null) === null) throw failed('contract')
    spoken = true
    graph?.lookSometimes()
  }

  const get = async (path: string, signal: AbortSignal, span: Span | null) => {
    const answer = await endpoint.get(base + path, signal, span).catch((error: unknown) => {
      if (hasFault(error, 'unreachable', 'broken', 'resting')) graph?.lookSoon()
      throw error
    })
    if (answer !== null) spoken = true
    if (spoken) graph?.lookSometimes()
    // A wrong path also answers "not found", so that is accepted only from an upstream known to speak the contract.
    else await probe(signal)
    return answer
  }

  const lookUpOne = async <K extends LookupKind>(
    kind: K,
    id: string,
    signal: AbortSignal,
    span: Span | null,
    onFreshness: (freshness: Freshness) => void
  ): Promise<Lookups[K] | null> => {
    if (graph !== null && scannedLookups[kind] !== undefined)
      return scan(graph, kind, id, { signal, span, onFreshness })
    // The table of kinds gives each its own value.
    if (!isAsked(kind)) return unasked[kind as keyof typeof unasked] as Lookups[K] | null
    if (graph?.isUsed && isInGraph(kind, id)) {
      try {
        const answer = await graph.ask({ kind, key: id, list: null }, signal, span)
        const found = answer === null ? null : readLookup(kind, id, answer, onUnreadable)
        if (answer !== null) onFreshness(answer.freshness)
        return found
      } catch (error) {
        askByRest(graph, error)
      }
    }
    const answer = await get(lookups[kind].path(id), signal, span)
    if (answer === null) return null
    onFreshness(answer.freshness)
    return readLookup(kind, id, answer, onUnreadable)
  }

  return {
    hasFilters: () => graph?.hasFilters === true,
    // The contract has no batches: calls run concurrently, limited by the pool. The graph answers many keys at once.
    looksUpEach: (kind) => !(graph?.isUsed && isBatch(kind)),
    lookUp<K extends LookupKind>(
      kind: K,
      keys: readonly string[],
      signal: AbortSignal,
      span: Span | null = null,
      onFreshness: OnFreshness = () => {}
    ): Promise<LookupResult<Lookups[K]>[]> {
      return Promise.all(
        keys.map((id, index) =>
          lookUpOne(kind, id, signal, span, (freshness) => onFreshness(index, freshness)).catch((error: unknown) =>
            shownOf(error, signal)
          )
        )
      )
    },
    async page<K extends FeedKind>(
      kind: K,
      id: string,
      request: PageRequest,
      signal: AbortSignal,
      span: Span | null = null,
      onFreshness: OnFreshness = () => {}
    ) {
      const read = (ask: AskUpstream) => readPage<K>(kind, id, request, ask, onUnreadable, signal, onFreshness)
      try {
        if (graph?.isUsed && isInGraph(kind, id)) {
          try {
            return await read(({ page, size }) =>
              graph.ask({ kind, key: id, list: { count: size, after: page } }, signal, span)
            )
          } catch (error) {
            askByRest(graph, error)
            if (isOnlyInGraph(kind)) throw error instanceof NotByGraph ? error.shown : shownOf(error, signal)
          }
        }
        if (isOnlyInGraph(kind)) throw new ApiError('UNSUPPORTED')
        return await read((_, path) => get(path, signal, span))
      } catch (error) {
        // Only the upstream's own cursor can be rejected: everything else was validated here by the same rules.
        if (error instanceof RefusedArgument) {
          throw request.after === null ? new ApiError('UPSTREAM_ERROR') : new BadPosition(request.after)
        }
        throw error
      }
    },
    // Separates cached sample data from other data.
    generation: () => (endpoint.isSampleData ? 'sample' : ''),
    onNewData: (listener) => listeners.push(listener),
    isSampleData: () => endpoint.isSampleData,
    async ready(signal) {
      try {
        await probe(signal)
      } catch (error) {
        throw error instanceof ApiError && faultOf(error) !== null ? error.cause : error
      }
    },
    async close() {
      graph?.close()
      await endpoint.close()
    }
  }
}

/** An upstream that rejects what the contract allows speaks another contract. */
const unrefused = (error: unknown): null => {
  if (error instanceof RefusedArgument) return null
  throw error
}

/** A look-up that REST does not have; null if the upstream cannot answer it. */
const scan = async <K extends LookupKind>(
  graph: UpstreamGraph,
  kind: K,
  key: string,
  { signal, span, onFreshness }: { signal: AbortSignal; span: Span | null; onFreshness: (freshness: Freshness) => void }
): Promise<Lookups[K] | null> => {
  const scanned = scannedLookups[kind]?.(key)
  if (!graph.hasFilters || scanned === undefined) {
    // Not to be cached: the upstream may be able to answer at any moment.
    onFreshness({ ageMs: 0, leftMs: 0 })
    return null
  }
  let json: ExactJson = null
  let freshness: Freshness | null = null
  let after: string | null = null
  for (let parts = 0; parts < maxParts; parts += 1) {
    const list: GraphQuestion['list'] = after === null ? null : { count: 1, after }
    const answer = await graph.ask({ kind, key, list }, signal, span).catch((error: unknown) => {
      throw error instanceof NotByGraph ? error.shown : error
    })
    if (answer === null) return null
    json = withPart(json, scanned.toRest(answer.envelope))
    freshness = leastFresh(freshness, answer.freshness)
    after = nextPart(answer.envelope)
    if (after === null) break
  }
  if (freshness !== null) onFreshness(freshness)
  const read = readRecord(kindLookups[kind].record, json)
  if (read === null) throw failed('contract')
  // The record of the kind.
  return read as Lookups[K]
}

/** Maximum parts of a record, enough for a whole ranking. */
const maxParts = 5

/** Called when the graph gave no usable answer, before REST is used. Stops using a graph that answered wrongly. */
const askByRest = (graph: UpstreamGraph, error: unknown): void => {
  if (error instanceof NotByGraph) return
  // A SyntaxError comes from integers beyond JSON, which the graph never sends.
  if (!hasFault(error, 'contract') && !(error instanceof SyntaxError)) throw error
  graph.distrust('records that are not those it was asked for')
}
