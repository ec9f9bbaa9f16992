import fastify from 'fastify'
import mercurius from 'mercurius'
import { resolvers, typeDefs } from './rest-graph.mjs'
import { calls } from './undici-calls.mjs'

const app = fastify()
app.get('/healthz', async () => 'ok')
// Documents seen more than once are compiled.
app.register(mercurius, { schema: typeDefs, resolvers, context: () => ({ calls }), jit: 1 })
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
