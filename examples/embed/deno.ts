import process from 'node:process'
import { createClipgraph } from 'clipgraph'

const clipgraph = await createClipgraph({ dataUrl: process.env.DATA_URL, keys: process.env.GATEWAY_KEYS })

const server = Deno.serve({
  port: Number(process.env.PORT ?? 3000),
  handler: (request) => clipgraph.fetch(request),
  onListen: ({ port }) => console.log(`http://localhost:${port}`)
})

process.once('SIGTERM', async () => {
  await server.shutdown()
  await clipgraph.close()
})
