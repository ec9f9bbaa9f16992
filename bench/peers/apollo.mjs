import { ApolloServer } from '@apollo/server'
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import fastify from 'fastify'
import { createSchema, port } from './schema.mjs'

const app = fastify()
const apollo = new ApolloServer({ schema: await createSchema(), plugins: [fastifyApolloDrainPlugin(app)] })
await apollo.start()
app.get('/healthz', async () => 'ok')
app.route({ url: '/graphql', method: ['GET', 'POST'], handler: fastifyApolloHandler(apollo) })
await app.listen({ port, host: '127.0.0.1' })
