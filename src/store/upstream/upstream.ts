import { ApiError } from '../../core/errors.ts'
import { BadPosition, type PageRequest } from '../../core/paging.ts'
import type { Span } from '../../core/tracing.ts'
import type { FeedKind, LookupKind, Lookups } from '../kinds.ts'
import type { PoolState } from '../pool-state.ts'
import type { Freshness, LookupResult, OnFreshness, Source } from '../source.ts'
import type { UpstreamEvent } from './calls.ts'
import { RefusedArgument, UpstreamEndpoint } from './endpoint.ts'
import { UpstreamFault } from './faults.ts'
import { readPage } from './feeds.ts'
import { lookups, readLookup } from './lookups.ts'

/** List elements that were skipped as unreadable. */
export type UnreadableRecords = { event: 'unreadable'; kind: FeedKind | LookupKind; count: number }

export type UpstreamOptions = {
  /** Base URL of the deployment, before `/api/v1`. */
  url: URL
  key: string | null
  /** Connections at most. */
  connections: number
  observe?: (event: UpstreamEvent | UnreadableRecords) => void
  /** Receives a function that reports the connection pool's state. */
  measurePool?: (state: () => PoolState) => void
}

const base = '/api/v1'

/** Another deployment of the same contract, read over HTTP. */
export const openUpstream = ({ url, key, connections, observe = () => {}, measurePool }: UpstreamOptions): Source => {
  const listeners: (() => void)[] = []
  const onSampleData = () => {
    for (const listener of listeners) listener()
  }
  const endpoint = new UpstreamEndpoint({ url, key, connections, observe, onSampleData })
  measurePool?.(endpoint.poolState)
  const onUnreadable = (kind: FeedKind | LookupKind, count: number) => observe({ event: 'unreadable', kind, count })
  let spoken = false

  /** An invalid handle: the response shows contract, version and key without reading data. */
  const probe = async (signal: AbortSignal): Promise<void> => {
    const answer = await endpoint.get(`${base}/live/clipgraph.readiness.probe/alive`, signal).catch(unrefused)
    if (answer === null || lookups.liveStatus.read(answer.envelope.data ?? null) === null) {
      throw new ApiError('UPSTREAM_ERROR', undefined, { cause: new UpstreamFault('contract') })
    }
    spoken = true
  }

  const get = async (path: string, signal: AbortSignal, span: Span | null) => {
    const answer = await endpoint.get(base + path, signal, span)
    if (answer !== null) spoken = true
    // A wrong path also answers "not found", so that is accepted only from an upstream known to speak the contract.
    else if (!spoken) await probe(signal)
    return answer
  }

  const lookUpOne = async <K extends LookupKind>(
    kind: K,
    id: string,
    signal: AbortSignal,
    span: Span | null,
    onFreshness: (freshness: Freshness) => void
  ): Promise<Lookups[K] | null> => {
    const { path: pathOf, unasked = null } = lookups[kind]
    const path = pathOf(id)
    if (path === null) return unasked
    const answer = await get(path, signal, span)
    if (answer === null) return null
    onFreshness(answer.freshness)
    return readLookup(kind, id, answer, onUnreadable)
  }

  return {
    // The contract has no batches: calls run concurrently, limited by the pool.
    looksUpEach: true,
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
            failure(error, signal)
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
      try {
        return await readPage<K>(
          kind,
          id,
          request,
          (path) => get(path, signal, span),
          onUnreadable,
          signal,
          onFreshness
        )
      } catch (error) {
        // Only the upstream's own cursor can be rejected: everything else was validated here by the same rules.
        if (error instanceof RefusedArgument) {
          throw request.after === null ? new ApiError('UPSTREAM_ERROR') : new BadPosition(request.after)
        }
        throw error
      }
    },
    // Keeps what was read of sample data apart from all else.
    generation: () => (endpoint.isSampleData ? 'sample' : ''),
    onNewData: (listener) => listeners.push(listener),
    isSampleData: () => endpoint.isSampleData,
    async ready(signal) {
      try {
        await probe(signal)
      } catch (error) {
        throw error instanceof ApiError && error.cause instanceof UpstreamFault ? error.cause : error
      }
    },
    close: () => endpoint.close()
  }
}

/** An upstream that rejects what the contract allows speaks another contract. */
const unrefused = (error: unknown): null => {
  if (error instanceof RefusedArgument) return null
  throw error
}

const failure = (error: unknown, signal: AbortSignal): ApiError => {
  if (error instanceof ApiError) return error
  if (signal.aborted) throw error
  return new ApiError('UPSTREAM_ERROR', undefined, { cause: error })
}
