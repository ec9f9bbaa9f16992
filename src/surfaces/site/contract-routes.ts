import { lazy } from '../../core/lazy.ts'
import { oneOf } from '../../services/input.ts'
import { type Nullability, nullabilities } from '../graphql/schema/nullabilities.ts'
import { sharedHeaders } from '../http/caching.ts'
import { parametersIn } from '../http/query-parameters.ts'
import { jsonType, lastingReply } from '../http/reply.ts'
import { type Endpoint, type HttpRoute, publicRoute } from '../http/route.ts'

/** The published contracts. */
export const contractRoutes = (): HttpRoute[] => [
  publicRoute('/schema.graphql', sdl()),
  publicRoute(
    '/openapi.json',
    lasting(jsonType, async () => {
      const { openApi } = await import('../rest/openapi.ts')
      return `${JSON.stringify(openApi(), null, 2)}\n`
    })
  )
]

/** `/schema.graphql`, and with `?nullability=strict` its strict form. */
const sdl = (): Endpoint => {
  const input = oneOf(nullabilities, 'How the schema states that a field is null only with an error.')
  const names = new Set(['nullability'])
  const inForm = (nullability: Nullability) =>
    lasting('text/plain; charset=utf-8', async () => {
      const [{ printSdl }, { schema }] = await Promise.all([
        import('../graphql/schema/nullability.ts'),
        import('../graphql/schema/schema.ts')
      ])
      return printSdl(schema, nullability)
    })
  const forms = { semantic: inForm('semantic'), strict: inForm('strict') }
  return (incoming, params) =>
    forms[input.read(parametersIn(incoming.url, names).nullability, 'nullability')](incoming, params)
}

/** A route whose content is made on first use and never changes while the server runs. */
const lasting = (type: string, make: () => Promise<string>): Endpoint =>
  lazy(async () => {
    const text = await make()
    return lastingReply(['content-type', type, ...sharedHeaders(text)], text)
  })
