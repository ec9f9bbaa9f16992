import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { graphql } from 'graphql'
import { open, ownSchema, report } from './host.mjs'

const clipgraph = await open()
const app = express()
app.all('/data/*path', getRequestListener(clipgraph.fetch))
app.post('/graphql', express.json(), async (request, response) => {
  response.json(await graphql({ schema: ownSchema, source: request.body.query }))
})
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
await report(`http://127.0.0.1:${server.address().port}`, clipgraph)
server.close()
await clipgraph.close()
