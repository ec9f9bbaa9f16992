import { printSchema } from 'graphql'
import { schema } from '../graphql/schema/schema.ts'
import { jsonType, reply } from '../http/reply.ts'
import { pageRoute, type Route } from '../http/route.ts'
import { openApi } from '../rest/openapi.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import type { SiteOptions } from './frame/site-options.ts'
import { explorerRoutes } from './landing/explorer-files.ts'
import { landingRoute } from './landing/landing.ts'
import { mediaRoute } from './media/media.ts'

/** What a browser sees, and the contracts: all of it open without a key. */
export const siteRoutes = (options: SiteOptions): Route[] => [
  landingRoute(options),
  ...explorerRoutes,
  ...docsRoutes(options),
  mediaRoute,
  ...contractRoutes()
]

const contractRoutes = (): Route[] => {
  const sdl = `${printSchema(schema)}\n`
  const contract = `${JSON.stringify(openApi(), null, 2)}\n`
  const sdlReply = reply(200, ['content-type', 'text/plain; charset=utf-8'], sdl)
  const contractReply = reply(200, ['content-type', jsonType], contract)
  return [pageRoute('/schema.graphql', () => sdlReply), pageRoute('/openapi.json', () => contractReply)]
}
