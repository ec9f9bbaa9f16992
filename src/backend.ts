import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { Cache } from './cache/cache.ts'
import { DocumentTexts } from './cache/document-texts.ts'
import { Reads } from './cache/reads.ts'
import type { SharedStore } from './cache/shared-store.ts'
import type { Config } from './config.ts'
import { Queries } from './graphql/query/answer.ts'
import { DocumentFinder } from './graphql/query/document-finder.ts'
import { knownDocuments } from './graphql/query/known-documents.ts'
import { GatewayKeys } from './http/gateway-keys.ts'
import { Cursors } from './services/cursors.ts'
import type { Deps } from './services/operation.ts'
import type { Source } from './source/source.ts'
import type { Log } from './telemetry/log.ts'
import { createMetrics, type Metrics } from './telemetry/metrics.ts'

export type BackendOptions = {
  config: Config
  log: Log
  /** Keys that open the data surfaces, and that cursors are signed with; the configured ones unless said otherwise. */
  keys?: readonly string[]
  now?: () => number
  /** Stands between the source and the cache: counts or delays reads in tests. */
  wrapSource?: (source: Source) => Source
  /** Address under which this process serves pictures of its own; null where it serves none. Asked for when records are read. */
  mediaBase: (() => string) | null
}

/** What every surface asks, whether or not there is a server. Close it to give back the data. */
export type Backend = {
  keys: GatewayKeys
  metrics: Metrics
  source: Source
  deps: Deps
  queries: Queries
  /** Says what is wrong once a minute, however many requests find out the same. */
  complain: (complaint: string) => void
  close(): Promise<void>
}

/** Wires what is below the surfaces: config -> source -> cache -> operations and queries. */
export const openBackend = async (options: BackendOptions): Promise<Backend> => {
  const { config, log, now = Date.now } = options
  // First, for a manifest that cannot be used must leave nothing open behind it.
  const known = knownDocuments(config)
  const metrics = createMetrics()
  const complain = complaints(log)
  const configured = await openSource(options, metrics, complain)
  const source = options.wrapSource === undefined ? configured : withoutShortCut(options.wrapSource(configured))
  const cache = new Cache({ maxBytes: config.cacheMaxBytes, shared: await openSharedStore(options, metrics), now })
  metrics.measureCache(() => cache.bytes)
  const keys = new GatewayKeys(options.keys ?? config.gatewayKeys)
  const reads = new Reads({ source, cache, observe: metrics.read })
  const documents = new DocumentFinder({
    known,
    texts: config.automaticDocuments ? new DocumentTexts(cache) : null,
    isClosed: config.documentsOnly !== null
  })
  const queries = new Queries({
    documents,
    maxCost: config.maxQueryCost,
    maxDepth: config.maxQueryDepth,
    plans: config.queryPlans,
    onServerError: (err, { requestId }) => log.error({ requestId, err }, 'a resolver failed')
  })
  metrics.measurePlans(() => queries.planned)
  return {
    keys,
    metrics,
    source,
    deps: { reads, cursors: new Cursors(keys.hashes), now },
    queries,
    complain,
    async close() {
      await cache.close()
      await source.close()
    }
  }
}

/** Whoever stands before a source is to hear of everything it is asked. */
const withoutShortCut = ({ lookUpNow: _, ...source }: Source): Source => source

const sameComplaintMs = 60_000

const complaints = (log: Log) => {
  const said = new Map<string, number>()
  return (complaint: string) => {
    if (Date.now() - (said.get(complaint) ?? Number.NEGATIVE_INFINITY) < sameComplaintMs) return
    said.set(complaint, Date.now())
    log.error(complaint)
  }
}

// Only what the configuration asks for is loaded: the clients of an upstream and of Redis are a tenth of a start.
const openSource = async (
  { config, log, now = Date.now, mediaBase }: BackendOptions,
  metrics: Metrics,
  complain: (complaint: string) => void
): Promise<Source> => {
  const { data } = config
  if (data.kind === 'sqlite') {
    const { openSqlite } = await import('./source/sql/sqlite.ts')
    return openSqlite({ path: data.path, mediaBase: mediaBase ?? (() => null), now })
  }
  const { UpstreamFault } = await import('./source/upstream/endpoint.ts')
  const { openUpstream } = await import('./source/upstream/upstream.ts')
  return openUpstream({
    ...data,
    observe(event) {
      metrics.upstream(event)
      if (event.event === 'refused_key') complain(new UpstreamFault('key').message)
      if (event.event === 'breaker') log.warn({ state: event.state }, 'the circuit breaker of the upstream changed')
      if (event.event === 'unreadable') log.warn(event, 'the upstream sent records that cannot be read')
    }
  })
}

const openSharedStore = async (
  { config, mediaBase }: BackendOptions,
  metrics: Metrics
): Promise<SharedStore | null> => {
  if (config.cache.kind === 'memory') return null
  const { SharedStore } = await import('./cache/shared-store.ts')
  // Deployments that read different data must not read each other's answers; without pictures embedded data is different.
  const data =
    config.data.kind === 'sqlite'
      ? `${resolve(config.data.path)}${mediaBase === null ? '#without-media' : ''}`
      : config.data.url.href
  const namespace = `clipgraph:${createHash('sha256').update(data).digest('hex').slice(0, 12)}`
  return new SharedStore({ url: config.cache.url, namespace, observe: metrics.sharedCache })
}
