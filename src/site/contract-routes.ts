import { printSdl } from '../graphql/schema/nullability.ts'
import { schema } from '../graphql/schema/schema.ts'
import { sharedHeaders } from '../http/caching.ts'
import { jsonType, lastingReply } from '../http/reply.ts'
import { type Endpoint, publicRoute, type Route } from '../http/route.ts'
import { openApi } from '../rest/openapi.ts'
import { once } from './frame/cached.ts'

/** The published contracts. */
export const contractRoutes = (): Route[] => [
  publicRoute(
    '/schema.graphql',
    lasting('text/plain; charset=utf-8', () => printSdl(schema))
  ),
  publicRoute(
    '/openapi.json',
    lasting(jsonType, () => `${JSON.stringify(openApi(), null, 2)}\n`)
  )
]

/** A route whose content never changes while the server runs. */
const lasting = (type: string, make: () => string): Endpoint =>
  once(() => {
    const text = make()
    return lastingReply(['content-type', type, ...sharedHeaders(text)], text)
  })
