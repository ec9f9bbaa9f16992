import { type Backend, type BackendOptions, openBackend } from './backend.ts'
import type { Config } from './config.ts'
import { EventLoop } from './core/event-loop.ts'
import { graphqlRoute } from './graphql/http/route.ts'
import { PendingResponses } from './http/pending-responses.ts'
import { ResponseCache } from './http/response-cache.ts'
import { mcpRoute } from './mcp/route.ts'
import { restRoutes } from './rest/routes.ts'
import { type ConnectionLimits, Connections, connectionLimits } from './server/connections.ts'
import { healthRoutes } from './server/health.ts'
import { LifeCycle, listen, type Notice, noNotice } from './server/life-cycle.ts'
import { Load } from './server/load.ts'
import { createServer } from './server/server.ts'
import { withGraphiQL } from './site/graphiql/graphiql.ts'
import { siteRoutes } from './site/site.ts'
import type { Log } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { RequestLog } from './telemetry/request-log.ts'
import { RequestWatch } from './telemetry/request-watch.ts'

export type AppOptions = Omit<BackendOptions, 'mediaBase' | 'eventLoop'> & {
  /** Gets the lines of requests; the log unless said otherwise. */
  requestLog?: Log
  /** What clients are given of connections and time, where it is another than is right for almost everybody. */
  connectionLimits?: Partial<ConnectionLimits>
  /** A key that pages served on loopback may hand to whoever opens them. */
  demoKey?: string
}

/** A running server. */
export type App = {
  url: string
  metrics: Metrics
  /** Gives back the port and the data, at once unless there is to be some notice. */
  close(notice?: Notice): Promise<void>
}

/** Wires everything together and listens: config -> source -> cache -> services -> surfaces. */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { config, log, now = Date.now } = options
  // Known once the server listens; records with pictures of this server's own are read only after that.
  let url = config.publicUrl ?? ''
  const eventLoop = new EventLoop()
  const backend = await openBackend({ ...options, mediaBase: () => url, eventLoop })
  const { cache, deps, keys, memory, metrics, queries, reads, source } = backend
  const answers = () => new ResponseCache({ isOn: config.readyAnswers, memory, now })
  // A store for each surface: what was asked is the key, and the surfaces are asked in different words.
  const ready = { rest: answers(), graphql: answers() }
  source.onNewData?.(() => {
    for (const surface of [ready.rest, ready.graphql]) surface.clear()
  })
  metrics.measureAnswers(() => ({ rest: ready.rest.given, graphql: ready.graphql.given }))
  const telemetry = await openTelemetryOf(config, backend)
  const site = { config, log, deps, queries, demoKey: options.demoKey ?? null }
  const connections = new Connections({ ...connectionLimits, ...options.connectionLimits })
  const load = new Load({ ...config.load, isOverdue: () => reads.isOverdue, eventLoop })
  const unsent = new PendingResponses(config.limits.answerBytes * largestAnswersHeld)
  metrics.measureUnsent(() => unsent.bytes)
  metrics.measureLoad(() => ({ inFlight: load.running, queued: load.queued, refused: load.refused + unsent.refused }))
  const lifeCycle = new LifeCycle(connections)
  const server = createServer({
    routes: [
      ...restRoutes({ deps, ready: ready.rest, now, maxAnswerBytes: config.limits.answerBytes }),
      withGraphiQL(graphqlRoute({ deps, queries, ready: ready.graphql, now }), site),
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
  const address = await listen(server, config).catch(async (error: unknown) => {
    await close()
    throw error
  })
  if (url === '') url = address
  source.ready(AbortSignal.timeout(config.requestTimeoutMs)).catch((error: unknown) => {
    // Not the end: the data may come back before the next request does.
    backend.complain(error instanceof Error ? error.message : 'the data source is not ready')
  })
  return { url: address, metrics, close }
}

// Loaded only where it is asked for: the SDK takes longer to load than all else here.
const openTelemetryOf = async ({ openTelemetry: options }: Config, { metrics, complain }: Backend) => {
  if (options === null) return null
  const { openTelemetry } = await import('./telemetry/opentelemetry.ts')
  return openTelemetry(options, metrics, complain)
}

/** So many answers of the largest size there may be can wait for their clients at a time. */
const largestAnswersHeld = 8
