import { type Backend, type BackendOptions, openBackend } from './backend.ts'
import type { Config } from './config.ts'
import { EventLoop } from './core/event-loop.ts'
import { inSteps, lazy } from './core/lazy.ts'
import { loadOptional } from './core/optional-package.ts'
import { lazyRoute } from './http/lazy-route.ts'
import { PendingResponses } from './http/pending-responses.ts'
import { ResponseCache } from './http/response-cache.ts'
import { mcpRoute } from './mcp/route.ts'
import { restRoutes } from './rest/routes.ts'
import { type ConnectionLimits, Connections, connectionLimits } from './server/connections.ts'
import { healthRoutes } from './server/health.ts'
import { LifeCycle, listen, type Notice, noNotice } from './server/life-cycle.ts'
import { Load } from './server/load.ts'
import { createServer } from './server/server.ts'
import { opensGraphiQL, withGraphiQL } from './site/graphiql/graphiql.ts'
import { siteRoutes } from './site/site.ts'
import type { Log } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { RequestLog } from './telemetry/request-log.ts'
import { RequestWatch } from './telemetry/request-watch.ts'

export type AppOptions = Omit<BackendOptions, 'mediaBase' | 'eventLoop'> & {
  /** Receives request log lines; the log by default. */
  requestLog?: Log
  /** Overrides of the default connection and time limits. */
  connectionLimits?: Partial<ConnectionLimits>
  /** A key that pages on loopback may show to visitors. */
  demoKey?: string
}

/** A running server. */
export type App = {
  url: string
  metrics: Metrics
  /** Releases the port and the data, at once or after the notice. */
  close(notice?: Notice): Promise<void>
}

/** Wires everything together and listens: config -> store -> cache -> services -> surfaces. */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { config, log, now = Date.now } = options
  // Set once the server listens; records with media URLs are read only after that.
  let url = config.publicUrl ?? ''
  const eventLoop = new EventLoop()
  // Before anything is opened, because the start ends here when packages are missing.
  const openTelemetry = await loadTelemetry(config)
  const backend = await openBackend({ ...options, mediaBase: () => url, eventLoop })
  const { cache, deps, keys, memory, metrics, queries, reads, source } = backend
  const answers = () => new ResponseCache({ isOn: config.readyAnswers, memory, now })
  // One response cache per surface: requests are keyed differently.
  const ready = { rest: answers(), graphql: answers() }
  source.onNewData?.(() => {
    for (const surface of [ready.rest, ready.graphql]) surface.clear()
  })
  metrics.measureAnswers(() => ({ rest: ready.rest.given, graphql: ready.graphql.given }))
  const telemetry = openTelemetry?.(backend)
  const site = { config, log, deps, queries, demoKey: options.demoKey ?? null }
  const connections = new Connections({ ...connectionLimits, ...options.connectionLimits })
  const load = new Load({ ...config.load, isOverdue: () => reads.isOverdue, eventLoop })
  const unsent = new PendingResponses(config.limits.answerBytes * largestAnswersHeld)
  metrics.measureUnsent(() => unsent.bytes)
  metrics.measureLoad(() => ({ inFlight: load.running, queued: load.queued, refused: load.refused + unsent.refused }))
  const lifeCycle = new LifeCycle(connections)
  // More than half of the code of a server. Whoever waits for the start asks for something else.
  const loadGraph = lazy(async () => {
    const [{ graphqlRoute }, loaded] = await Promise.all([import('./graphql/http/route.ts'), queries()])
    return withGraphiQL(graphqlRoute({ deps, queries: loaded, ready: ready.graphql, now }), site)
  })
  const server = createServer({
    routes: [
      ...restRoutes({ deps, ready: ready.rest, now, maxAnswerBytes: config.limits.answerBytes }),
      lazyRoute({ surface: 'graphql', pattern: '/graphql', isOpen: opensGraphiQL }, loadGraph),
      mcpRoute({ deps, queries, log }),
      ...siteRoutes(site),
      ...healthRoutes({ source, cache, metrics, lifeCycle })
    ],
    keys,
    origins: config.origins,
    log,
    complain: (complaint) => backend.complain(complaint, 'warn'),
    watch: new RequestWatch({
      metrics,
      log: new RequestLog(options.requestLog ?? log, config.logRequests),
      tracer: telemetry?.tracer ?? null
    }),
    unsent,
    timeoutMs: config.requestTimeoutMs,
    load,
    eventLoop,
    connections,
    lifeCycle
  })

  const close = async (notice = noNotice) => {
    await lifeCycle.leave(server, notice)
    await backend.close()
    await telemetry?.close()
  }
  // In the background, as soon as the first answer is sent. A request that is queued would wait for a whole step, and might be refused.
  const warmUp = () => inSteps([...graphSteps, loadGraph], () => load.queued > 0)
  // A failure is reported to the first request that needs the graph.
  server.once('request', (_, response) => response.once('close', () => warmUp().catch(() => {})))
  const address = await listen(server, config).catch(async (error: unknown) => {
    await close()
    throw error
  })
  if (url === '') url = address
  source.ready(AbortSignal.timeout(config.requestTimeoutMs)).catch((error: unknown) => {
    // Not fatal: the data may be back before the next request.
    backend.complain(error instanceof Error ? error.message : 'the data source is not ready')
  })
  return { url: address, metrics, close }
}

// Loaded only when configured: the SDK takes longer to load than everything else.
const loadTelemetry = async ({ openTelemetry: options }: Config) => {
  if (options === null) return null
  const { openTelemetry } = await loadOptional('OpenTelemetry', () => import('./telemetry/opentelemetry.ts'))
  return ({ metrics, complain }: Backend) => openTelemetry(options, metrics, complain)
}

/** The largest parts of the graph's code: each blocks the event loop while it loads. */
const graphSteps = [
  () => import('graphql'),
  () => import('@pothos/core'),
  () => import('graphql-yoga'),
  () => import('./graphql/schema/schema.ts')
]

/** Number of responses of maximum size that may wait for slow readers. */
const largestAnswersHeld = 8
