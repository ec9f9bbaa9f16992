import { type BackendOptions, openBackend } from './backend.ts'
import { graphqlRoute } from './graphql/http/route.ts'
import { ReadyAnswers } from './http/ready-answers.ts'
import { mcpRoute } from './mcp/route.ts'
import { restRoutes } from './rest/routes.ts'
import { healthRoutes } from './server/health.ts'
import { close as closeServer, listen } from './server/life-cycle.ts'
import { createServer } from './server/server.ts'
import { withGraphiQL } from './site/graphiql/graphiql.ts'
import { siteRoutes } from './site/site.ts'

export type AppOptions = Omit<BackendOptions, 'mediaBase'> & {
  /** A key that pages served on loopback may hand to whoever opens them. */
  demoKey?: string
}

/** A running server. Close it to give back the port and the data. */
export type App = { url: string; close(): Promise<void> }

/** Wires everything together and listens: config -> source -> cache -> services -> surfaces. */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { config, log, now = Date.now } = options
  // Known once the server listens; records with pictures of this server's own are read only after that.
  let url = config.publicUrl ?? ''
  const backend = await openBackend({ ...options, mediaBase: () => url })
  const { deps, keys, metrics, queries, source } = backend
  const answers = () => new ReadyAnswers({ isOn: config.readyAnswers, maxBytes: readyBytes, now })
  // A store for each surface: what was asked is the key, and the surfaces are asked in different words.
  const ready = { rest: answers(), graphql: answers() }
  metrics.measureAnswers(() => ({ rest: ready.rest.given, graphql: ready.graphql.given }))
  const site = { config, log, deps, queries, demoKey: options.demoKey ?? null }
  const server = createServer({
    routes: [
      ...restRoutes({ deps, ready: ready.rest, now }),
      withGraphiQL(graphqlRoute({ deps, queries, ready: ready.graphql, now }), site),
      mcpRoute({ deps, queries, log }),
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
    await backend.close()
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
  return { url: address, close }
}

/** Bound of the ready answers of one surface. */
const readyBytes = 64 * 1024 * 1024
