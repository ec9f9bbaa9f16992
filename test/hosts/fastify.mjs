import { getRequestListener } from '@hono/node-server'
import fastify from 'fastify'
import { graphql } from 'graphql'
import { open, ownSchema, report } from './host.mjs'

const clipgraph = await open()
const listener = getRequestListener(clipgraph.fetch)
const app = fastify({ forceCloseConnections: true })
app.post('/graphql', (request) => graphql({ schema: ownSchema, source: request.body.query }))
app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.all('/data/*', (request, reply) => {
    reply.hijack()
    return listener(request.raw, reply.raw)
  })
})
await report(await app.listen({ port: 0, host: '127.0.0.1' }), clipgraph)
await app.close()
await clipgraph.close()
