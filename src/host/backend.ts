import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { Cache } from '../cache/cache.ts'
import { CachedTexts } from '../cache/cached-texts.ts'
import { Reads } from '../cache/reads.ts'
import type { SharedStore } from '../cache/shared-store.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { type Config, ConfigError } from '../core/config/config.ts'
import type { DataOf } from '../core/config/data-location.ts'
import { ApiError } from '../core/errors.ts'
import type { EventLoop } from '../core/event-loop.ts'
import { lazy } from '../core/lazy.ts'
import type { Log } from '../core/log.ts'
import { Memory } from '../core/memory.ts'
import { loadOptional } from '../core/optional-package.ts'
import { opening, type Resources } from '../core/resources.ts'
import { Cursors } from '../services/cursors.ts'
import type { Deps } from '../services/operation.ts'
import type { LiveSourceOptions } from '../store/source/live-source.ts'
import { defaultPageBytes, type Source } from '../store/source.ts'
import type { Queries } from '../surfaces/graphql/query/answer.ts'
import { persistedDocuments } from '../surfaces/graphql/query/persisted-documents.ts'
import { GatewayKeys } from '../surfaces/http/gateway-keys.ts'
import { Subjects } from '../surfaces/http/subjects.ts'
import { WatchedKeyFile } from '../surfaces/http/watched-key-file.ts'
import type { SpendPoints } from './limits/point-windows.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { createMetrics, type Metrics } from './telemetry/metrics.ts'

export type BackendOptions = {
  config: Config
  log: Log
  /** Keys that open the data surfaces and sign cursors; the configured ones by default. */
  keys?: readonly string[]
  /** Signs cursors instead of the keys, which stay accepted. */
  cursorSecret?: Buffer | undefined
  now?: () => number
  /** Processor time of this thread for the read scheduler. */
  elapsed?: (() => number) | undefined
  /** Event loop used between reads; its own by default. */
  eventLoop?: EventLoop
  /** Wraps the source in tests, to count or delay reads. */
  wrapSource?: (source: Source) => Source
  /** Base URL of this process's media; null when it serves none. Called when records are read. */
  mediaBase: (() => string) | null
  /** Reads a data set as of opening, whatever is imported meanwhile. */
  isSnapshot?: boolean
  /** How a live source is collected. */
  collecting?: Pick<LiveSourceOptions, 'onGiven' | 'since'> | undefined
  /** For a process that serves together with others. */
  worker?: WorkerLink | undefined
}

/** What a worker does together with the others. */
export type WorkerLink = {
  /** From 1. */
  number: number
  /** Number of workers, which divide what is bounded for all of them. */
  count: number
  spendPoints: SpendPoints
  /** The metrics of all workers. */
  metricsText: () => Promise<string>
  /** Whether some of the workers have not served yet since the start. */
  isStarting: () => boolean
}

/** Logs a problem once a minute, however many requests encounter it. */
type Complain = (complaint: string, level?: 'warn' | 'error') => void

/** Everything the surfaces need, with or without a server. Close it to release the data. */
export type Backend = {
  /** Limits all caches. */
  memory: Memory
  cache: Cache
  keys: GatewayKeys
  /** Callers that the host names. */
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
        if (err instanceof ApiError && !err.isFault) return
        if (scope === null) log.error({ err }, 'a plugin failed')
        else log.error({ requestId: scope.requestId, err }, 'a resolver failed')
      }
    })
    metrics.measurePlans(() => queries.planned)
    return queries
  })
  const cursorSecrets = [options.cursorSecret, keyFile?.cursorSecret, ...keys.hashes].filter(
    (each) => each !== undefined
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
  const said = new Map<string, number>()
  return (complaint, level = 'error') => {
    const now = performance.now()
    if (now - (said.get(complaint) ?? Number.NEGATIVE_INFINITY) < sameComplaintMs) return
    said.set(complaint, now)
    log[level](complaint)
  }
}

// Loads only what the configuration needs: the upstream and Redis clients are a tenth of the start time.
const openSource = async (
  options: BackendOptions,
  memory: Memory,
  metrics: Metrics,
  complain: Complain,
  cache: () => Cache
): Promise<Source> => {
  const { config, log, mediaBase, isSnapshot = false, now = Date.now } = options
  const { data } = config
  // A query may select little of a large page.
  const maxPageBytes = Math.max(defaultPageBytes, config.limits.answerBytes)
  if (data.kind === 'sqlite') {
    const { openSqlite } = await import('../store/sqlite/sqlite.ts')
    return openSqlite({
      path: data.path,
      mediaBase: mediaBase ?? (() => null),
      complain,
      maxPageBytes,
      isSnapshot,
      memory
    })
  }
  if (data.kind === 'postgres') {
    const { openPostgres, unlessLasting } = await import('../store/postgres/postgres.ts')
    const snapshot = isSnapshot ? (await import('../store/postgres/snapshot.ts')).sharedSnapshot(data.urls[0]) : null
    const source = openPostgres({
      urls: snapshot === null ? data.urls : [data.urls[0]],
      snapshot: snapshot?.share,
      mediaBase: mediaBase ?? (() => null),
      processes: options.worker?.count,
      maxPageBytes,
      memory,
      measurePool: metrics.measurePool,
      observe({ server, isLeftOut }) {
        log.warn(
          { server },
          isLeftOut ? 'a PostgreSQL of DATA_URL is skipped' : 'a PostgreSQL of DATA_URL is used again'
        )
      }
    })
    const passing = await unlessLasting(source)
    if (passing !== null) complain(passing, 'warn')
    if (snapshot === null) return source
    const close = async () => {
      await source.close()
      await snapshot.close()
    }
    return { ...source, snapshot, close }
  }
  const { UpstreamFault } = await import('../store/upstream/faults.ts')
  const calls = {
    connections: config.upstreamConnections,
    isBatched: config.upstreamBatch,
    measurePool: metrics.measurePool,
    observe(event: Parameters<Metrics['upstream']>[0]) {
      metrics.upstream(event)
      if (event.event === 'refused') complain(new UpstreamFault(event.fault).message)
      if (event.event === 'breaker') log.warn({ state: event.state }, 'the circuit breaker of the upstream changed')
      if (event.event === 'graph' && event.isUsed) log.info('the upstream is asked by its graph')
      if (event.event === 'graph' && !event.isUsed)
        log.warn({ reason: event.reason }, 'the graph of the upstream failed; it is asked by REST for a while')
      if (event.event === 'unreadable') log.warn(event, 'the upstream sent records that cannot be read')
    }
  }
  if (data.kind === 'source') {
    const { openLiveSource } = await import('./live-source.ts')
    const values = new CachedTexts('sourceValue', cache)
    const live = await openLiveSource(data, config, { ...calls, ...options.collecting, values, log, now, complain })
    if (live.budget() !== null) metrics.measureBudget(live.budget)
    return recorded(live, data, options, metrics, complain)
  }
  const { openUpstream } = await import('../store/upstream/upstream.ts')
  const upstream = openUpstream({ ...data, ...calls })
  return recorded(upstream, data, options, metrics, complain)
}

const dayMs = 86_400_000

/** The same source with what is read from it recorded, where HISTORY says so. */
const recorded = (
  source: Source,
  data: DataOf<'upstream' | 'source'>,
  { config: { history }, now = Date.now }: BackendOptions,
  metrics: Metrics,
  complain: Complain
): Awaitable<Source> => {
  if (history === null) return source
  // A file of counts loses whole weeks, so what is kept there is a week older than what is read.
  const days = (source.keepMs ?? Number.POSITIVE_INFINITY) / dayMs - 7
  if (days < 1) {
    throw new ConfigError([
      'HISTORY cannot be used: the source lets records be kept for less than 8 days, and recorded counts are removed by weeks'
    ])
  }
  return opening(async (resources) => {
    resources.add(source, ({ close }) => close())
    const [{ ownerOf }, { Recorder }, { recordingSource }] = await Promise.all([
      import('../store/history/history-file.ts'),
      import('../store/history/recorder.ts'),
      import('../store/history/recording-source.ts')
    ])
    const recorder = new Recorder({
      ...history,
      maxDays: Math.min(history.maxDays, Math.floor(days)),
      ...ownerOf(addressOf(data), history.movedFrom),
      now,
      complain
    })
    metrics.measureHistory(() => recorder.figures)
    return recordingSource(source, recorder)
  })
}

/** What recorded counts are of. Tables are known by their names: an address may change. */
const addressOf = (data: DataOf<'upstream' | 'source'>): URL =>
  data.kind === 'upstream' ? data.url : new URL(`source://${data.table.replace(/^.*[/\\]/, '')}`)

/** A file that is something else, or another deployment's, must not be written to. */
const refuseForeignHistory = async ({ data, history }: Config): Promise<void> => {
  if (history === null || (data.kind !== 'upstream' && data.kind !== 'source')) return
  const { foreignAt, ownerOf } = await import('../store/history/history-file.ts')
  const problem = foreignAt(history.path, ownerOf(addressOf(data), history.movedFrom))
  if (problem === null) return
  throw new ConfigError([`HISTORY names ${history.path}, which cannot record anything: ${problem}`])
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
  // Keys of a file may have their own limits, now or later.
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
  // Without a history, look-ups of counts over time find nothing.
  const recorded = config.history === null ? '' : '#history'
  const { kind } = config.data
  const data = placeOf(config.data) + (kind === 'upstream' || kind === 'source' ? recorded : media)
  const generation = source?.generation?.() ?? ''
  return `clipgraph:${createHash('sha256')
    .update(generation === '' ? data : `${data}#${generation}`)
    .digest('hex')
    .slice(0, 12)}`
}

/** Identifies embedded data regardless of who reads it. All servers of a database hold the same data, so the first one names it. */
const placeOf = (data: Config['data']): string => {
  if (data.kind === 'upstream') return data.url.href
  if (data.kind === 'source') return `source:${data.table}${data.access.url?.href ?? ''}`
  if (data.kind === 'sqlite') return resolve(data.path)
  const { host, pathname, searchParams } = new URL(data.urls[0])
  return `postgres://${searchParams.get('host') ?? host}${pathname}`
}
