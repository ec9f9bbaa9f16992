import { printSdl } from '../graphql/schema/nullability.ts'
import { schema } from '../graphql/schema/schema.ts'
import { jsonType, reply } from '../http/reply.ts'
import { nothingHere, pageRoute, type Route } from '../http/route.ts'
import { openApi } from '../rest/openapi.ts'
import { createErrorPages } from './docs/error-pages.ts'
import { pageReply } from './docs/layout.ts'
import { createReference } from './docs/reference.ts'
import { schemaReference } from './docs/schema-reference.ts'
import { createTwinPage } from './docs/twin-page.ts'
import type { SiteOptions } from './frame/site-options.ts'
import { visitorOf } from './frame/visitor.ts'
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

const docsRoutes = (options: SiteOptions): Route[] => {
  const reference = createReference(options)
  const twins = createTwinPage(options)
  const errors = createErrorPages()
  const schemaPage = pageReply(schemaReference(schema))
  const errorIndex = pageReply(errors.index)
  return [
    pageRoute('/docs', async (incoming) => pageReply(await reference(visitorOf(incoming, options)))),
    pageRoute('/docs/schema', () => schemaPage),
    pageRoute('/docs/map', async () => pageReply(await twins())),
    pageRoute('/docs/errors', () => errorIndex),
    pageRoute('/docs/errors/:code', async (_, { code = '' }) => {
      const page = await errors.page(code)
      if (page === null) throw nothingHere()
      return pageReply(page)
    })
  ]
}

const contractRoutes = (): Route[] => {
  const sdl = printSdl(schema)
  const contract = `${JSON.stringify(openApi(), null, 2)}\n`
  const sdlReply = reply(200, ['content-type', 'text/plain; charset=utf-8'], sdl)
  const contractReply = reply(200, ['content-type', jsonType], contract)
  return [pageRoute('/schema.graphql', () => sdlReply), pageRoute('/openapi.json', () => contractReply)]
}
