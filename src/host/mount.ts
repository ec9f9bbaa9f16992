import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { clientOf, openScope } from '../core/deadline.ts'
import { graphOf } from '../surfaces/graphql/schema/federation.ts'
import { hostSchemaOf } from '../surfaces/graphql/schema/host-schema.ts'
import type { Caller } from '../surfaces/http/gateway-keys.ts'
import { contractRoutes } from '../surfaces/site/contract-routes.ts'
import { mediaRoute } from '../surfaces/site/media/media.ts'
import type { Backend } from './backend.ts'
import { createFetch } from './handler/fetch.ts'
import { healthRoutes } from './handler/health.ts'
import { Refusals } from './handler/refusals.ts'
import type { Clipgraph, OwnOptions } from './options.ts'
import { openSurfaces, type SurfacesOptions } from './surfaces.ts'

type MountOptions = Omit<SurfacesOptions, 'mediaBase' | 'cursorSecret'> & OwnOptions

/** Opens the data and both surfaces for a host with `fetch`. */
export const mount = async (options: MountOptions): Promise<Clipgraph> => {
  const { config, log, authorize, basePath, cursorSecret: text } = options
  const { publicUrl, requestTimeoutMs: timeoutMs } = config
  // Without keys, a random secret signs cursors.
  const secret = text ?? (authorize === null ? null : randomBytes(32))
  const surfaces = await openSurfaces({
    ...options,
    // Media of the embedded data need a public URL.
    mediaBase: publicUrl === null ? null : () => publicUrl,
    cursorSecret: secret === null ? undefined : createHash('sha256').update(secret).digest()
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
      ...healthRoutes({ ...backend, isAway: () => closing !== null })
    ],
    callers: authorize === null ? backend.keys : async (request) => callerOf(backend, await authorize(request)),
    refusals: new Refusals({ log, complain: (complaint) => backend.complain(complaint, 'warn') }),
    timeoutMs,
    basePath
  })
  return {
    schema: hostSchemaOf(graphOf(config.federation)),
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
