import type { FastifyInstance } from 'fastify'
import { printSchema } from 'graphql'
import { schema } from '../graphql/schema/schema.ts'
import { openApi } from '../rest/openapi.ts'
import type { HostOptions } from '../server/options.ts'
import { createErrorPages } from './docs/error-pages.ts'
import { createReference } from './docs/reference.ts'
import { schemaReference } from './docs/schema-reference.ts'
import { createTwinPage } from './docs/twin-page.ts'
import { sendPage } from './frame/layout.ts'
import { visitorOf } from './frame/visitor.ts'
import { registerExplorerFiles } from './landing/explorer-files.ts'
import { registerLanding } from './landing/landing.ts'
import { registerMedia } from './media/media.ts'

/** What needs no key: contracts, health, metrics and the pages a browser sees. */
export const registerPages = (host: FastifyInstance, options: HostOptions) => {
  const { source, metrics } = options
  const reference = createReference(options)
  const schemaPage = schemaReference(schema)
  const twins = createTwinPage(options)
  const errors = createErrorPages()
  const sdl = `${printSchema(schema)}\n`
  const contract = `${JSON.stringify(openApi(), null, 2)}\n`

  registerLanding(host, options)
  registerExplorerFiles(host)
  host.get('/docs', async (request, reply) => sendPage(reply, await reference(visitorOf(request, options))))
  host.get('/docs/schema', (_, reply) => sendPage(reply, schemaPage))
  host.get('/docs/map', async (_, reply) => sendPage(reply, await twins()))
  host.get('/docs/errors', (_, reply) => sendPage(reply, errors.index))
  host.get<{ Params: { code: string } }>('/docs/errors/:code', async (request, reply) => {
    const page = await errors.page(request.params.code)
    return page === null ? reply.callNotFound() : sendPage(reply, page)
  })
  registerMedia(host)

  host.get('/schema.graphql', (_, reply) => reply.type('text/plain; charset=utf-8').send(sdl))
  host.get('/openapi.json', (_, reply) => reply.type('application/json; charset=utf-8').send(contract))

  host.get('/healthz', (_, reply) => reply.type('application/json; charset=utf-8').send('{"status":"ok"}'))
  host.get('/readyz', async (_, reply) => {
    reply.type('application/json; charset=utf-8')
    try {
      await source.ready(AbortSignal.timeout(2_000))
      return '{"status":"ready"}'
    } catch {
      reply.code(503)
      return '{"status":"not ready"}'
    }
  })
  host.get('/metrics', async (_, reply) => {
    reply.type(metrics.contentType)
    return metrics.text()
  })
}
