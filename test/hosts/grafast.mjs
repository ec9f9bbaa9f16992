import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { grafast } from 'grafast'
import { open, ownSchema, report } from './host.mjs'

const clipgraph = await open()
const execute = (schema, source) => grafast({ schema, source, contextValue: clipgraph.context() })
const fetch = async (request) => {
  if (!request.url.endsWith('/graphql') || request.url.includes('/data/')) return clipgraph.fetch(request)
  const { query } = await request.json()
  return Response.json(await execute(ownSchema, query))
}
const server = createServer(getRequestListener(fetch)).listen(0, '127.0.0.1')
await once(server, 'listening')
// The graph itself is planned by Grafast, which wraps resolvers.
await report(`http://127.0.0.1:${server.address().port}`, clipgraph, (query) => execute(clipgraph.schema, query))
server.close()
await clipgraph.close()
