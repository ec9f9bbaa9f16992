import { inSteps } from '../core/lazy.ts'
import { Scope } from '../core/scope.ts'
import { type Examples, examplesIn } from '../services/own-examples.ts'
import { PendingResponses } from '../surfaces/http/pending-responses.ts'
import { mcpRoute } from '../surfaces/mcp/route.ts'
import { withGraphiQL } from '../surfaces/site/graphiql/graphiql.ts'
import { buildExplorer } from '../surfaces/site/landing/explorer-files.ts'
import { refusedPage } from '../surfaces/site/refused-page.ts'
import { siteRoutes } from '../surfaces/site/site.ts'
import { healthRoutes, metricsRoute } from './handler/health.ts'
import { Refusals } from './handler/refusals.ts'
import { type ConnectionLimits, Connections, connectionLimits } from './server/connections.ts'
import { LifeCycle, listen, type Notice, noNotice } from './server/life-cycle.ts'
import { createServer } from './server/server.ts'
import { openSurfaces, type SurfacesOptions } from './surfaces.ts'
import type { Metrics } from './telemetry/metrics.ts'

export type AppOptions = Omit<SurfacesOptions, 'mediaBase'> & {
  /** Overrides of the default connection and time limits. */
  connectionLimits?: Partial<ConnectionLimits>
  /** A key that pages on loopback may show to visitors. */
  demoKey?: string
}

/** A running server. */
export type App = {
  url: string
  metrics: Metrics
  isSampleData: () => boolean
  /** Examples that work with its data. */
  examples: () => Promise<Examples>
  /** Closes the port and the data, at once or after the notice. */
  close(notice?: Notice): Promise<void>
}

/** Hosts both surfaces on a port, with the pages and the agents' tools. */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { config, log, worker } = options
  // Set once the server listens; records with media URLs are read only after that.
  let url = config.publicUrl ?? ''
  await buildExplorer((problem) => log.warn(problem))
  const surfaces = await openSurfaces({ ...options, mediaBase: () => url })
  const { backend, load } = surfaces
  const { cache, deps, keys, metrics, queries, source } = backend
  const site = { config, log, deps, queries, demoKey: options.demoKey ?? null }
  const connections = new Connections({ ...connectionLimits, ...options.connectionLimits })
  const unsent = new PendingResponses(config.limits.answerBytes * Math.ceil(largestAnswersHeld / (worker?.count ?? 1)))
  metrics.measureUnsent(() => unsent.bytes)
  metrics.measureLoad(() => ({ inFlight: load.running, queued: load.queued, refused: load.refused + unsent.refused }))
  const lifeCycle = new LifeCycle(connections)
  const server = createServer({
    ...surfaces,
    routes: [
      ...surfaces.rest,
      withGraphiQL(surfaces.graphql, site),
      mcpRoute({ deps, queries, log }),
      ...siteRoutes(site),
      ...healthRoutes({ source, cache, isAway: () => lifeCycle.isLeaving || worker?.isStarting() === true }),
      metricsRoute(metrics.contentType, worker?.metricsText ?? metrics.text)
    ],
    callerOf: ({ heading }) => keys.callerOf(heading.key),
    refusals: new Refusals({ log, complain: (complaint) => backend.complain(complaint, 'warn'), page: refusedPage }),
    unsent,
    timeoutMs: config.requestTimeoutMs,
    connections,
    lifeCycle
  })

  const close = async (notice = noNotice) => {
    await lifeCycle.leave(server, notice)
    await surfaces.close()
  }
  // Runs in the background after the first answer. Each step blocks queued requests, which might be refused, so no step begins while any wait.
  const warmUp = () => inSteps(surfaces.graphSteps, () => load.queued > 0)
  // A failure is reported to the first request that needs the graph.
  server.once('request', (_, response) => response.once('close', () => warmUp().catch(() => {})))
  const address = await listen(server, config).catch(async (error: unknown) => {
    await close()
    throw error
  })
  if (url === '') url = address
  const { isSampleData } = surfaces
  const examples = () =>
    examplesIn(
      backend.deps,
      new Scope({ requestId: 'start', startedAt: 0, signal: AbortSignal.timeout(config.requestTimeoutMs) })
    )
  source.ready(AbortSignal.timeout(config.requestTimeoutMs)).then(
    () => {
      // With a demo key, the start has already printed the notice on a terminal.
      if (isSampleData() && options.demoKey === undefined && (worker?.number ?? 1) === 1)
        log.warn('the data are sample data: their people and numbers are invented')
    },
    (error: unknown) => {
      // Not fatal: the source may recover before the next request.
      backend.complain(error instanceof Error ? error.message : 'the data source is not ready')
    }
  )
  return { url: address, metrics, isSampleData, examples, close }
}

/** Number of responses of maximum size that may wait for slow readers. */
const largestAnswersHeld = 8
