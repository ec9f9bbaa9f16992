import fastify from 'fastify'
import mercurius from 'mercurius'
import { createSchema, port } from './schema.mjs'

const app = fastify()
app.get('/healthz', async () => 'ok')
// Documents seen more than once are compiled.
app.register(mercurius, { schema: await createSchema(), jit: 1 })
await app.listen({ port, host: '127.0.0.1' })
