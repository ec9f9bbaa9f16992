import { getRequestListener } from '@hono/node-server'
import { createClipgraph } from 'clipgraph'
import fastify from 'fastify'

const clipgraph = await createClipgraph({
  dataUrl: process.env.DATA_URL,
  keys: process.env.GATEWAY_KEYS,
  basePath: '/data'
})
const listener = getRequestListener(clipgraph.fetch)

const app = fastify()
app.get('/', () => 'The application')
app.register(async (scope) => {
  // The body is left for clipgraph to read.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.all('/data/*', (request, reply) => {
    reply.hijack()
    return listener(request.raw, reply.raw)
  })
})
app.addHook('onClose', () => clipgraph.close())

console.log(await app.listen({ port: Number(process.env.PORT ?? 3000) }))

process.once('SIGTERM', () => app.close())
