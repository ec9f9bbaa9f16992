import { createServer } from 'node:http'
import { createYoga } from 'graphql-yoga'
import { createSchema, port } from './schema.mjs'

/** As it comes: every default as it is. */
const yoga = createYoga({ schema: await createSchema(), healthCheckEndpoint: '/healthz' })
createServer(yoga).listen(port, '127.0.0.1')
