import { getRequestListener } from '@hono/node-server'
import fastify from 'fastify'
import mercurius from 'mercurius'
import { ask, open, ownSchema, report } from './host.mjs'

const clipgraph = await open()
const listener = getRequestListener(clipgraph.fetch)
const app = fastify({ forceCloseConnections: true })
app.register(mercurius, { schema: ownSchema })
app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.all('/data/*', (request, reply) => {
    reply.hijack()
    return listener(request.raw, reply.raw)
  })
})
// And the graph itself, executed by Mercurius.
const clips = fastify({ forceCloseConnections: true })
clips.register(mercurius, { schema: clipgraph.schema, context: () => clipgraph.context() })
const address = await clips.listen({ port: 0, host: '127.0.0.1' })
await report(await app.listen({ port: 0, host: '127.0.0.1' }), clipgraph, (query) => ask(`${address}/graphql`, query))
await app.close()
await clips.close()
await clipgraph.close()
