import { lazy } from '../core/lazy.ts'
import { sharedHeaders } from '../http/caching.ts'
import { lazyRoute } from '../http/lazy-route.ts'
import { jsonType, lastingReply } from '../http/reply.ts'
import { type Endpoint, publicRoute, type Route } from '../http/route.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import type { SiteOptions } from './frame/site-options.ts'
import { graphiqlRoutes } from './graphiql/graphiql-files.ts'
import { explorerRoutes } from './landing/explorer-files.ts'
import { installRoutes } from './landing/install.ts'
import { mediaRoute } from './media/media.ts'

/** Pages and contracts, all open without a key. */
export const siteRoutes = (options: SiteOptions): Route[] => [
  lazyRoute({ surface: 'page', pattern: '/' }, async () => {
    const [{ landingRoute }, { Previews }] = await Promise.all([
      import('./landing/landing.ts'),
      import('./landing/previews.ts')
    ])
    return landingRoute(options, new Previews(options))
  }),
  ...installRoutes,
  ...explorerRoutes,
  ...graphiqlRoutes,
  ...docsRoutes(options),
  mediaRoute,
  ...contractRoutes()
]

const contractRoutes = (): Route[] => [
  publicRoute(
    '/schema.graphql',
    lasting('text/plain; charset=utf-8', async () => {
      const [{ printSdl }, { schema }] = await Promise.all([
        import('../graphql/schema/nullability.ts'),
        import('../graphql/schema/schema.ts')
      ])
      return printSdl(schema)
    })
  ),
  publicRoute(
    '/openapi.json',
    lasting(jsonType, async () => {
      const { openApi } = await import('../rest/openapi.ts')
      return `${JSON.stringify(openApi(), null, 2)}\n`
    })
  )
]

/** A route whose content is made on first use and never changes while the server runs. */
const lasting = (type: string, make: () => Promise<string>): Endpoint =>
  lazy(async () => {
    const text = await make()
    return lastingReply(['content-type', type, ...sharedHeaders(text)], text)
  })
