import { once } from 'node:events'
import { ApolloServer } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { ask, open, ownSchema, report } from './host.mjs'

const clipgraph = await open()
const app = express()
app.all('/data/*path', getRequestListener(clipgraph.fetch))
const own = new ApolloServer({ schema: ownSchema })
await own.start()
app.use('/graphql', express.json(), expressMiddleware(own))
// And the graph itself, executed by Apollo Server.
const clips = new ApolloServer({ schema: clipgraph.schema })
await clips.start()
app.use('/clips', express.json(), expressMiddleware(clips, { context: async () => clipgraph.context() }))

const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${server.address().port}`
await report(url, clipgraph, (query) => ask(`${url}/clips`, query))
server.close()
await Promise.all([own.stop(), clips.stop()])
await clipgraph.close()
