import { type Nullability, nullabilities, printSdl } from '../graphql/schema/nullability.ts'
import { schema } from '../graphql/schema/schema.ts'
import { sharedHeaders } from '../http/caching.ts'
import { parametersIn } from '../http/query-parameters.ts'
import { jsonType, lastingReply } from '../http/reply.ts'
import { type Endpoint, publicRoute, type Route } from '../http/route.ts'
import { openApi } from '../rest/openapi.ts'
import { oneOf } from '../services/input.ts'
import { once } from './frame/cached.ts'

/** The published contracts. */
export const contractRoutes = (): Route[] => [
  publicRoute('/schema.graphql', sdl()),
  publicRoute(
    '/openapi.json',
    lasting(jsonType, () => `${JSON.stringify(openApi(), null, 2)}\n`)
  )
]

/** `/schema.graphql`, and with `?nullability=strict` its strict form. */
const sdl = (): Endpoint => {
  const input = oneOf(nullabilities, 'How the schema states that a field is null only with an error.')
  const names = new Set(['nullability'])
  const inForm = (nullability: Nullability) => lasting('text/plain; charset=utf-8', () => printSdl(schema, nullability))
  const forms = { semantic: inForm('semantic'), strict: inForm('strict') }
  return (incoming, params) =>
    forms[input.read(parametersIn(incoming.url, names).nullability, 'nullability')](incoming, params)
}

/** A route whose content never changes while the server runs. */
const lasting = (type: string, make: () => string): Endpoint =>
  once(() => {
    const text = make()
    return lastingReply(['content-type', type, ...sharedHeaders(text)], text)
  })
