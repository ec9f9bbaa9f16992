import { printSchema } from 'graphql'
import { schema } from '../graphql/schema/schema.ts'
import { sharedHeaders } from '../http/caching.ts'
import { jsonType, lastingReply } from '../http/reply.ts'
import { type Endpoint, nothingHere, pageRoute, publicRoute, type Route } from '../http/route.ts'
import { openApi } from '../rest/openapi.ts'
import { createErrorPages } from './docs/error-pages.ts'
import { pageReply } from './docs/layout.ts'
import { createReference } from './docs/reference.ts'
import { schemaReference } from './docs/schema-reference.ts'
import { createTwinPage } from './docs/twin-page.ts'
import type { SiteOptions } from './frame/site-options.ts'
import { visitorOf } from './frame/visitor.ts'
import { graphiqlFilesRoute } from './graphiql/graphiql-files.ts'
import { explorerRoutes } from './landing/explorer-files.ts'
import { landingRoute } from './landing/landing.ts'
import { mediaRoute } from './media/media.ts'

/** What a browser sees, and the contracts: all of it open without a key. */
export const siteRoutes = (options: SiteOptions): Route[] => [
  landingRoute(options),
  ...explorerRoutes,
  graphiqlFilesRoute,
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
  const sdl = `${printSchema(schema)}\n`
  const contract = `${JSON.stringify(openApi(), null, 2)}\n`
  return [
    publicRoute('/schema.graphql', lasting('text/plain; charset=utf-8', sdl)),
    publicRoute('/openapi.json', lasting(jsonType, contract))
  ]
}

/** Answers with the same as long as the server runs. */
const lasting = (type: string, text: string): Endpoint => {
  const reply = lastingReply(['content-type', type, ...sharedHeaders(text)], text)
  return () => reply
}
