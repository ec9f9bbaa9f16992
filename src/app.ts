import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { Cache } from './cache/cache.ts'
import { DocumentTexts } from './cache/document-texts.ts'
import { Reads } from './cache/reads.ts'
import type { SharedStore } from './cache/shared-store.ts'
import type { Config } from './config.ts'
import { graphqlRoute } from './graphql/http/route.ts'
import { Queries } from './graphql/query/answer.ts'
import { DocumentFinder } from './graphql/query/document-finder.ts'
import { knownDocuments } from './graphql/query/known-documents.ts'
import { GatewayKeys } from './http/gateway-keys.ts'
import { ReadyAnswers } from './http/ready-answers.ts'
import { restRoutes } from './rest/routes.ts'
import { healthRoutes } from './server/health.ts'
import { close as closeServer, listen } from './server/life-cycle.ts'
import { createServer } from './server/server.ts'
import { Cursors } from './services/cursors.ts'
import { withGraphiQL } from './site/graphiql/graphiql.ts'
import { siteRoutes } from './site/site.ts'
import type { Source } from './source/source.ts'
import type { Log } from './telemetry/log.ts'
import { createMetrics, type Metrics } from './telemetry/metrics.ts'

export type AppOptions = {
  config: Config
  log: Log
  /** Keys that open the data surfaces; the configured ones unless said otherwise. */
  keys?: readonly string[]
  /** A key that pages served on loopback may hand to whoever opens them. */
  demoKey?: string
  now?: () => number
  /** Stands between the source and the cache: counts or delays reads in tests. */
  wrapSource?: (source: Source) => Source
}

/** A running server. Close it to give back the port and the data. */
export type App = { url: string; close(): Promise<void> }

/** Wires everything together and listens: config -> source -> cache -> services -> surfaces. */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { config, log, now = Date.now } = options
  // First, for a manifest that cannot be used must leave nothing open behind it.
  const known = knownDocuments(config)
  // Known once the server listens; records with pictures of this server's own are read only after that.
  let url = config.publicUrl ?? ''
  const metrics = createMetrics()
  const complain = complaints(log)
  const configured = await openSource(options, metrics, complain, () => url)
  const source = options.wrapSource === undefined ? configured : withoutShortCut(options.wrapSource(configured))
  const cache = new Cache({ maxBytes: config.cacheMaxBytes, shared: await openSharedStore(config, metrics), now })
  metrics.measureCache(() => cache.bytes)
  const keys = new GatewayKeys(options.keys ?? config.gatewayKeys)
  const reads = new Reads({ source, cache, observe: metrics.read })
  const deps = { reads, cursors: new Cursors(keys.hashes), now }
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
  const answers = () => new ReadyAnswers({ isOn: config.readyAnswers, maxBytes: readyBytes, now })
  // A store for each surface: what was asked is the key, and the surfaces are asked in different words.
  const ready = { rest: answers(), graphql: answers() }
  metrics.measureAnswers(() => ({ rest: ready.rest.given, graphql: ready.graphql.given }))
  metrics.measurePlans(() => queries.planned)
  const site = { config, log, deps, queries, demoKey: options.demoKey ?? null }
  const server = createServer({
    routes: [
      ...restRoutes({ deps, ready: ready.rest, now }),
      withGraphiQL(graphqlRoute({ deps, queries, ready: ready.graphql, now }), site),
      ...siteRoutes(site),
      ...healthRoutes({ source, metrics })
    ],
    keys,
    origins: config.origins,
    log,
    metrics,
    timeoutMs: config.requestTimeoutMs
  })

  const close = async () => {
    await closeServer(server)
    await cache.close()
    await source.close()
  }
  const address = await listen(server, config).catch(async (error: unknown) => {
    await close()
    throw error
  })
  if (url === '') url = address
  source.ready(AbortSignal.timeout(config.requestTimeoutMs)).catch((error: unknown) => {
    // Not the end: the data may come back before the next request does.
    complain(error instanceof Error ? error.message : 'the data source is not ready')
  })
  return { url: address, close }
}

/** Whoever stands before a source is to hear of everything it is asked. */
const withoutShortCut = ({ lookUpNow: _, ...source }: Source): Source => source

/** Bound of the ready answers of one surface. */
const readyBytes = 64 * 1024 * 1024

const sameComplaintMs = 60_000

/** Says what is wrong once a minute, however many requests find out the same. */
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
  { config, log, now = Date.now }: AppOptions,
  metrics: Metrics,
  complain: (complaint: string) => void,
  mediaBase: () => string
): Promise<Source> => {
  const { data } = config
  if (data.kind === 'sqlite') {
    const { openSqlite } = await import('./source/sql/sqlite.ts')
    return openSqlite({ path: data.path, mediaBase, now })
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

const openSharedStore = async (config: Config, metrics: Metrics): Promise<SharedStore | null> => {
  if (config.cache.kind === 'memory') return null
  const { SharedStore } = await import('./cache/shared-store.ts')
  // Deployments that read different data must not read each other's answers.
  const data = config.data.kind === 'sqlite' ? resolve(config.data.path) : config.data.url.href
  const namespace = `clipgraph:${createHash('sha256').update(data).digest('hex').slice(0, 12)}`
  return new SharedStore({ url: config.cache.url, namespace, observe: metrics.sharedCache })
}
