import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { graphql } from 'graphql'
import { open, ownSchema, report } from './host.mjs'

const clipgraph = await open()
const fetch = async (request) => {
  if (!request.url.endsWith('/graphql') || request.url.includes('/data/')) return clipgraph.fetch(request)
  const { query } = await request.json()
  return Response.json(await graphql({ schema: ownSchema, source: query }))
}
const server = createServer(getRequestListener(fetch)).listen(0, '127.0.0.1')
await once(server, 'listening')
await report(`http://127.0.0.1:${server.address().port}`, clipgraph)
server.close()
await clipgraph.close()
