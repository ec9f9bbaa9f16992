import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { Cache } from '../cache/cache.ts'
import { CachedTexts } from '../cache/cached-texts.ts'
import { Reads } from '../cache/reads.ts'
import type { SharedStore } from '../cache/shared-store.ts'
import type { Config } from '../core/config/config.ts'
import { lazy } from '../core/lazy.ts'
import type { Log } from '../core/log.ts'
import { Memory } from '../core/memory.ts'
import { loadOptional } from '../core/optional-package.ts'
import { opening, type Resources } from '../core/resources.ts'
import { Cursors } from '../services/cursors.ts'
import type { Deps } from '../services/operation.ts'
import type { Source } from '../store/source.ts'
import type { Queries } from '../surfaces/graphql/query/answer.ts'
import { persistedDocuments } from '../surfaces/graphql/query/persisted-documents.ts'
import { GatewayKeys } from '../surfaces/http/gateway-keys.ts'
import { Subjects } from '../surfaces/http/subjects.ts'
import { WatchedKeyFile } from '../surfaces/http/watched-key-file.ts'
import type { BackendOptions, Complain } from './backend-options.ts'
import { openSource, refuseForeignHistory } from './data-source.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { createMetrics, type Metrics } from './telemetry/metrics.ts'

/** Everything the surfaces need, with or without a server. Close it to release the data. */
export type Backend = {
  /** Limits all caches. */
  memory: Memory
  cache: Cache
  keys: GatewayKeys
  /** Callers named by the host. */
  subjects: Subjects
  metrics: Metrics
  source: Source
  reads: Reads
  deps: Deps
  /** The graph, loaded with the first call. */
  queries: () => Promise<Queries>
  complain: Complain
  close(): Promise<void>
}

/** Wires everything below the surfaces: config -> store -> cache -> operations and queries. */
export const openBackend = (options: BackendOptions): Promise<Backend> =>
  opening((resources) => openParts(options, resources))

const openParts = async (options: BackendOptions, resources: Resources): Promise<Backend> => {
  const { config, log, now = Date.now } = options
  // First, because missing packages and invalid files must leave nothing open.
  if (config.cache.kind === 'redis') await loadOptional('Redis', loadSharedStore)
  await refuseForeignHistory(config)
  const persisted = await persistedDocuments(config)
  const metrics = createMetrics(persisted.operationNames)
  const complain = complaints(log)
  const keyFile =
    config.keyFile === null ? null : resources.add(new WatchedKeyFile(config.keyFile, complain), (file) => file.close())
  const memory = new Memory(config.cacheMaxBytes)
  const configured = await openSource(options, memory, metrics, complain, () => cache)
  const source = resources.add(
    options.wrapSource === undefined ? configured : withoutShortCut(options.wrapSource(configured)),
    ({ close }) => close()
  )
  const shared = resources.add(await openSharedStore(options, source, metrics, complain), (store) => store?.close())
  const cache = new Cache({ memory, shared, now })
  source.onNewData?.(() => cache.clear(namespaceOf(options, source)))
  metrics.measureCache(() => memory.bytes)
  const limits = resources.add(await openRateLimits(options, complain), (limits) => limits?.close())
  const keys = new GatewayKeys(options.keys ?? config.gatewayKeys, limits ?? undefined)
  keyFile?.letInto(keys)
  const reads = new Reads({
    source,
    cache,
    observe: metrics.read,
    observeSource: metrics.sourceTime,
    elapsed: options.elapsed,
    eventLoop: options.eventLoop
  })
  const queries = lazy(async () => {
    const [{ Queries }, { DocumentFinder }] = await Promise.all([
      import('../surfaces/graphql/query/answer.ts'),
      import('../surfaces/graphql/query/document-finder.ts')
    ])
    const documents = new DocumentFinder({
      rules: config,
      persisted,
      texts: config.automaticDocuments ? new CachedTexts('document', () => cache) : null,
      isClosed: config.documentsOnly !== null,
      memory
    })
    const queries = new Queries({
      documents,
      memory,
      limits: config.limits,
      plans: config.queryPlans,
      onServerError(err, scope) {
        if (scope === null) log.error({ err }, 'a plugin failed')
        else log.error({ requestId: scope.requestId, err }, 'a resolver failed')
      }
    })
    metrics.measurePlans(() => queries.planned)
    return queries
  })
  const cursorSecrets = [options.cursorSecret, keyFile?.cursorSecret, ...keys.hashes].filter(
    (secret) => secret !== undefined
  )
  return {
    memory,
    cache,
    keys,
    subjects: new Subjects((account) => limits?.newAllowance(account) ?? null),
    metrics,
    source,
    reads,
    deps: { reads, cursors: new Cursors(cursorSecrets), now, maxScan: config.limits.scan },
    queries,
    complain,
    close: () => resources.close()
  }
}

/** A wrapper must see every call of the source. */
const withoutShortCut = ({ now: _, ...source }: Source): Source => source

const sameComplaintMs = 60_000

const complaints = (log: Log): Complain => {
  const loggedAt = new Map<string, number>()
  return (complaint, level = 'error') => {
    const now = performance.now()
    if (now - (loggedAt.get(complaint) ?? Number.NEGATIVE_INFINITY) < sameComplaintMs) return
    loggedAt.set(complaint, now)
    log[level](complaint)
  }
}

const loadSharedStore = () => import('../cache/shared-store.ts')

const openSharedStore = async (
  options: BackendOptions,
  source: Source,
  metrics: Metrics,
  complain: Complain
): Promise<SharedStore | null> => {
  const { cache } = options.config
  if (cache.kind === 'memory') return null
  const { SharedStore } = await loadSharedStore()
  return new SharedStore({
    url: cache.url,
    namespace: namespaceOf(options, source),
    now: options.now,
    onProblem: complain,
    observe(event) {
      metrics.sharedCache(event)
      if (event === 'dropped')
        complain('the cache at CACHE_URL holds values that this version does not keep; they are left alone')
    }
  })
}

const openRateLimits = async (options: BackendOptions, onProblem: Complain): Promise<RateLimits | null> => {
  const { rateLimit: common, keyFile, cache } = options.config
  // Keys in the file may have their own limits, now or after a reload.
  if (common === null && keyFile === null) return null
  const { openLimits } = await import('./limits/rate-limits.ts')
  const redis = cache.kind === 'redis' ? cache.url : null
  const workers = options.worker?.spendPoints ?? null
  return openLimits({ common, redis, workers, namespace: namespaceOf(options), onProblem })
}

/**
 * Namespace within one Redis. Deployments with different data must not share entries; embedded data without media URLs differs, and so does
 * every generation of it.
 */
const namespaceOf = ({ config, mediaBase }: BackendOptions, source?: Source): string => {
  const media = mediaBase === null ? '#without-media' : ''
  // The results of look-ups of counts over time depend on whether there is a history.
  const recorded = config.history === null ? '' : '#history'
  const { kind } = config.data
  const data = placeOf(config.data) + (kind === 'upstream' || kind === 'source' ? recorded : media)
  const generation = source?.generation?.() ?? ''
  return `clipgraph:${createHash('sha256')
    .update(generation === '' ? data : `${data}#${generation}`)
    .digest('hex')
    .slice(0, 12)}`
}

/** Identifies the data, independent of the reader. All servers of a database have the same data, so the first one identifies them. */
const placeOf = (data: Config['data']): string => {
  if (data.kind === 'upstream') return data.url.href
  if (data.kind === 'source') return `source:${data.table}${data.access.url?.href ?? ''}`
  if (data.kind === 'sqlite') return resolve(data.path)
  const { host, pathname, searchParams } = new URL(data.urls[0])
  return `postgres://${searchParams.get('host') ?? host}${pathname}`
}
