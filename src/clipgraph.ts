import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import type { Backend } from './backend.ts'
import { makeDefaultDatasetQuietly } from './commands/default-dataset.ts'
import { withOptionNames } from './config/options.ts'
import { ConfigError } from './config.ts'
import { type Client, openScope } from './core/deadline.ts'
import { CommandError } from './core/errors.ts'
import { plainSchema } from './graphql/schema/schema.ts'
import { createFetch } from './handler/fetch.ts'
import { healthRoutes } from './handler/health.ts'
import { Refusals } from './handler/refusals.ts'
import type { Caller } from './http/gateway-keys.ts'
import { type ClipgraphOptions, readOptions } from './options.ts'
import { contractRoutes } from './site/contract-routes.ts'
import { mediaRoute } from './site/media/media.ts'
import { openSurfaces } from './surfaces.ts'
import { createLog } from './telemetry/log.ts'

export type { ClipgraphOptions } from './options.ts'

/** The graph and the REST API inside of another server. */
export type Clipgraph = {
  /** For `graphql()` and other executors, with `context()` as the context of each operation. */
  readonly schema: GraphQLSchema
  /** Answers `/graphql`, `/api/v1`, `/openapi.json`, `/schema.graphql`, `/healthz` and `/readyz`. It needs no `this`, and never rejects. */
  readonly fetch: (request: Request, serverContext?: unknown) => Promise<Response>
  /** A context for one operation over `schema`: it ends with the time limit of a request, or with the signal. */
  readonly context: (options?: { signal?: AbortSignal | undefined }) => object
  /** Answers what is in progress, refuses what comes later, and releases the data. */
  readonly close: () => Promise<void>
}

/** Opens the data and both surfaces, without a server. Throws an error with every problem of the options. */
export const createClipgraph = async (options: ClipgraphOptions): Promise<Clipgraph> => {
  const { config, authorize, plugins, basePath, cursorSecret } = readOptions(options)
  const log = createLog(config.logLevel)
  const { publicUrl, requestTimeoutMs: timeoutMs } = config
  const secret = cursorSecret ?? (authorize === null ? null : randomBytes(32))
  const surfaces = await inOptionNames(async () => {
    await makeDefaultDatasetQuietly(config)
    return openSurfaces({
      config,
      log,
      plugins,
      // Media of the embedded data need a public URL.
      mediaBase: publicUrl === null ? null : () => publicUrl,
      ...(secret === null ? {} : { cursorSecret: createHash('sha256').update(secret).digest() })
    })
  })
  const { backend } = surfaces
  let closing: Promise<void> | null = null
  const host = createFetch({
    ...surfaces,
    routes: [
      ...surfaces.rest,
      surfaces.graphql,
      ...contractRoutes(),
      mediaRoute,
      ...healthRoutes({ ...backend, isLeaving: () => closing !== null })
    ],
    callers: authorize === null ? backend.keys : async (request) => callerOf(backend, await authorize(request)),
    refusals: new Refusals({ log, complain: (complaint) => backend.complain(complaint, 'warn') }),
    timeoutMs,
    basePath
  })
  return {
    schema: plainSchema,
    fetch: host.fetch,
    context({ signal } = {}) {
      if (closing !== null) throw new Error('clipgraph is closed')
      const { scope } = openScope({ requestId: randomUUID(), client: clientOf(signal), timeoutMs })
      scope.maxReads = config.limits.reads
      return { deps: backend.deps, scope }
    },
    close() {
      closing ??= host.close().then(surfaces.close)
      return closing
    }
  }
}

/** A caller by the name that `authorize` gives. */
const callerOf = ({ subjects }: Backend, name: unknown): Caller | null => {
  if (name === null || name === undefined) return null
  if (typeof name === 'string' && name !== '') return subjects.callerOf(name)
  throw new Error('authorize must give the name of the caller as a text, or null')
}

const clientOf = (signal: AbortSignal | undefined): Client => ({
  get hasLeft() {
    return signal?.aborted === true
  },
  onLeave: (callBack) => signal?.addEventListener('abort', callBack, { once: true }),
  offLeave: (callBack) => signal?.removeEventListener('abort', callBack)
})

/** Runs a step that names settings in its errors. */
const inOptionNames = async <T>(step: () => Promise<T>): Promise<T> => {
  try {
    return await step()
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(error.problems.map(withOptionNames))
    throw error instanceof CommandError ? new CommandError(withOptionNames(error.message)) : error
  }
}
