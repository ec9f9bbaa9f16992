import { lazyRoute } from '../http/lazy-route.ts'
import type { HttpRoute } from '../http/route.ts'
import { contractRoutes } from './contract-routes.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import type { SiteOptions } from './frame/site-options.ts'
import { graphiqlRoutes } from './graphiql/graphiql-files.ts'
import { explorerRoutes } from './landing/explorer-files.ts'
import { installRoutes } from './landing/install.ts'
import { mediaRoute } from './media/media.ts'

/** Pages and contracts, all open without a key. */
export const siteRoutes = (options: SiteOptions): HttpRoute[] => [
  lazyRoute({ surface: 'page', pattern: '/' }, async () => {
    const [{ landingRoute }, { Previews }] = await Promise.all([
      import('./landing/landing.ts'),
      import('./landing/previews.ts')
    ])
    return landingRoute(options, new Previews(options))
  }),
  ...installRoutes,
  ...explorerRoutes(),
  ...graphiqlRoutes,
  ...docsRoutes(options),
  mediaRoute,
  ...contractRoutes()
]
