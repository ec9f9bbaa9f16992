import { createClipgraph } from 'clipgraph'

const clipgraph = await createClipgraph({ dataUrl: process.env.DATA_URL, keys: process.env.GATEWAY_KEYS })

const server = Bun.serve({ port: process.env.PORT ?? 3000, fetch: (request) => clipgraph.fetch(request) })
console.log(`http://localhost:${server.port}`)

process.once('SIGTERM', async () => {
  await server.stop()
  await clipgraph.close()
})
