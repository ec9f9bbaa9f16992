import { serve } from '@hono/node-server'
import { createClipgraph } from 'clipgraph'
import { Hono } from 'hono'

const clipgraph = await createClipgraph({
  dataUrl: process.env.DATA_URL,
  keys: process.env.GATEWAY_KEYS,
  basePath: '/data'
})

const app = new Hono()
app.get('/', (context) => context.text('The application'))
app.all('/data/*', (context) => clipgraph.fetch(context.req.raw))

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`http://localhost:${port}`)
})

process.once('SIGTERM', () => server.close(() => clipgraph.close()))
