import { createServer } from 'node:http'
import { createSchema, createYoga } from 'graphql-yoga'
import { resolvers, typeDefs } from './rest-graph.mjs'
import { calls } from './undici-calls.mjs'

const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  context: { calls },
  healthCheckEndpoint: '/healthz',
  logging: false
})
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1')
