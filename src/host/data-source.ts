import type { Cache } from '../cache/cache.ts'
import { CachedTexts } from '../cache/cached-texts.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { type Config, ConfigError } from '../core/config/config.ts'
import type { DataOf } from '../core/config/data-location.ts'
import type { Memory } from '../core/memory.ts'
import { opening } from '../core/resources.ts'
import { defaultPageBytes, type Source } from '../store/source.ts'
import type { BackendOptions, Complain } from './backend-options.ts'
import type { Metrics } from './telemetry/metrics.ts'

// Loads only what the configuration needs: the upstream and Redis clients are a tenth of the start time.
export const openSource = async (
  options: BackendOptions,
  memory: Memory,
  metrics: Metrics,
  complain: Complain,
  cache: () => Cache
): Promise<Source> => {
  const { config, log, mediaBase, isSnapshot = false, now = Date.now } = options
  const { data } = config
  // A page may be larger than an answer, because a query may select only a part of it.
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

/** The source, with its reads recorded if HISTORY is set. */
const recorded = (
  source: Source,
  data: DataOf<'upstream' | 'source'>,
  { config: { history }, now = Date.now }: BackendOptions,
  metrics: Metrics,
  complain: Complain
): Awaitable<Source> => {
  if (history === null) return source
  return opening(async (resources) => {
    resources.add(source, ({ close }) => close())
    // The file removes whole weeks, so it may have samples a week older than the limit.
    const days = (source.keepMs ?? Number.POSITIVE_INFINITY) / dayMs - 7
    if (days < 1) {
      throw new ConfigError([
        'HISTORY cannot be used: the source lets records be kept for less than 8 days, and recorded counts are removed by weeks'
      ])
    }
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

/** The address that recorded counts belong to. Tables are identified by name, because their addresses may change. */
const addressOf = (data: DataOf<'upstream' | 'source'>): URL =>
  data.kind === 'upstream' ? data.url : new URL(`source://${data.table.replace(/^.*[/\\]/, '')}`)

/** Throws if the history file is another kind of file or belongs to another deployment. */
export const refuseForeignHistory = async ({ data, history }: Config): Promise<void> => {
  if (history === null || (data.kind !== 'upstream' && data.kind !== 'source')) return
  const { foreignAt, ownerOf } = await import('../store/history/history-file.ts')
  const problem = foreignAt(history.path, ownerOf(addressOf(data), history.movedFrom))
  if (problem === null) return
  throw new ConfigError([`HISTORY names ${history.path}, which cannot record anything: ${problem}`])
}
