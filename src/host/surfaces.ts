import type { Plugin } from 'graphql-yoga'
import type { Config } from '../core/config/config.ts'
import { EventLoop } from '../core/event-loop.ts'
import { lazy } from '../core/lazy.ts'
import type { Log } from '../core/log.ts'
import { loadOptional } from '../core/optional-package.ts'
import { opening, type Resources } from '../core/resources.ts'
import type { SourceBudget } from '../store/source.ts'
import { lazyRoute } from '../surfaces/http/lazy-route.ts'
import { ResponseCache } from '../surfaces/http/response-cache.ts'
import type { HttpRoute } from '../surfaces/http/route.ts'
import { restRoutes } from '../surfaces/rest/routes.ts'
import { type Backend, openBackend } from './backend.ts'
import type { BackendOptions } from './backend-options.ts'
import { CrossOrigin } from './handler/cross-origin.ts'
import { Load } from './handler/load.ts'
import { RequestLog } from './telemetry/request-log.ts'
import { RequestWatch } from './telemetry/request-watch.ts'

export type SurfacesOptions = Omit<BackendOptions, 'eventLoop'> & {
  /** Receives request log lines; the log by default. */
  requestLog?: Log
  /** Plugins of GraphQL Yoga. */
  plugins?: readonly Plugin[]
}

/** Both surfaces over one backend, with the parts that every host needs. Close it to release the data. */
export type Surfaces = {
  backend: Backend
  eventLoop: EventLoop
  rest: readonly HttpRoute[]
  graphql: HttpRoute
  /** Loads the graph, which otherwise its first request does. Each step blocks the event loop. */
  graphSteps: readonly (() => Promise<unknown>)[]
  crossOrigin: CrossOrigin
  isSampleData: () => boolean
  budget: () => SourceBudget | null
  watch: RequestWatch
  load: Load
  close(): Promise<void>
}

/** Wires everything but a host: config -> store -> cache -> services -> surfaces. */
export const openSurfaces = (options: SurfacesOptions): Promise<Surfaces> =>
  opening((resources) => openParts(options, resources))

const openParts = async (options: SurfacesOptions, resources: Resources): Promise<Surfaces> => {
  const { config, log, now = Date.now, plugins = [] } = options
  const eventLoop = new EventLoop()
  // Before anything is opened, because missing packages end the start here.
  const openTelemetry = await loadTelemetry(config)
  const backend = resources.add(await openBackend({ ...options, eventLoop }), ({ close }) => close())
  const { deps, memory, metrics, queries, reads, source } = backend
  const answers = () => new ResponseCache({ isOn: config.readyAnswers, memory, now })
  // One response cache per surface: requests are keyed differently.
  const ready = { rest: answers(), graphql: answers() }
  source.onNewData?.(() => {
    for (const surface of [ready.rest, ready.graphql]) surface.clear()
  })
  metrics.measureAnswers(() => ({ rest: ready.rest.given, graphql: ready.graphql.given }))
  // Closes before the backend, because the last metrics read its state.
  const telemetry = resources.add(openTelemetry?.(backend), (opened) => opened?.close())
  // Loaded on first use, because it is more than half of the code of a server and the start does not need it.
  const loadGraph = lazy(async () => {
    const [{ graphqlRoute }, loaded] = await Promise.all([import('../surfaces/graphql/http/route.ts'), queries()])
    return graphqlRoute({ deps, queries: loaded, ready: ready.graphql, now, plugins })
  })
  // Reports problems of plugins at once.
  if (plugins.length > 0) await loadGraph()
  return {
    backend,
    eventLoop,
    rest: restRoutes({ deps, ready: ready.rest, now, maxAnswerBytes: config.limits.answerBytes }),
    graphql: lazyRoute({ surface: 'graphql', pattern: '/graphql' }, loadGraph),
    graphSteps: [
      () => import('graphql'),
      () => import('@pothos/core'),
      () => import('graphql-yoga'),
      () => import('../surfaces/graphql/schema/schema.ts'),
      loadGraph
    ],
    crossOrigin: new CrossOrigin(config.origins),
    isSampleData: () => reads.isSampleData,
    budget: () => reads.budget,
    watch: new RequestWatch({
      metrics,
      log: new RequestLog(options.requestLog ?? log, config.logRequests),
      tracer: telemetry?.tracer ?? null
    }),
    load: new Load({ ...config.load, isOverdue: () => reads.isOverdue, eventLoop }),
    close: () => resources.close()
  }
}

// Loaded only when configured: the SDK takes longer to load than everything else.
const loadTelemetry = async ({ openTelemetry: options }: Config) => {
  if (options === null) return null
  const { openTelemetry } = await loadOptional('OpenTelemetry', () => import('./telemetry/opentelemetry.ts'))
  return ({ metrics, complain }: Backend) => openTelemetry(options, metrics, complain)
}
