import { getRequestListener } from '@hono/node-server'
import { createClipgraph } from 'clipgraph'
import express from 'express'

const clipgraph = await createClipgraph({
  dataUrl: process.env.DATA_URL,
  keys: process.env.GATEWAY_KEYS,
  basePath: '/data'
})

const app = express()
app.get('/', (_request, response) => {
  response.send('The application')
})
// Before `express.json()`, which would read the body.
app.all('/data/*path', getRequestListener(clipgraph.fetch))

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address()
  console.log(`http://localhost:${typeof address === 'object' ? address?.port : address}`)
})

process.once('SIGTERM', () => server.close(() => clipgraph.close()))
