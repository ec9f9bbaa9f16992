import { RESTDataSource } from '@apollo/datasource-rest'
import { ApolloServer } from '@apollo/server'
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import fastify from 'fastify'
import { callsOver, resolvers, typeDefs } from './rest-graph.mjs'

/** A facade as Apollo's documentation writes one: a data source per request, resolvers that call it. */
class Clips extends RESTDataSource {
  baseURL = process.env.BENCH_UPSTREAM

  willSendRequest(_path, request) {
    request.headers['x-gateway-key'] = process.env.BENCH_KEY
  }
  calls = callsOver(async (path) => (await this.get(path)).data)
}

const app = fastify()
const apollo = new ApolloServer({ typeDefs, resolvers, plugins: [fastifyApolloDrainPlugin(app)] })
await apollo.start()
app.get('/healthz', async () => 'ok')
app.route({
  url: '/graphql',
  method: ['GET', 'POST'],
  handler: fastifyApolloHandler(apollo, {
    context: async () => ({ calls: new Clips({ cache: apollo.cache }).calls })
  })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
