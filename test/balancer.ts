import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const lookEveryMs = 100

/**
 * A small balancer as there are many: each request goes to the next replica that said it was ready, over connections
 * that are kept, and nothing is tried twice, so that a lost request shows as 502.
 */
export const startBalancer = async () => {
  const replicas = new Map<string, { agent: Agent; isReady: boolean }>()
  let turn = 0

  const next = () => {
    const ready = [...replicas].filter(([, { isReady }]) => isReady)
    turn += 1
    return ready[turn % ready.length]
  }
  const server = createServer((incoming, outgoing) => {
    const chosen = next()
    const lost = () => outgoing.writeHead(502).end()
    if (chosen === undefined) return lost()
    const [url, { agent }] = chosen
    const { method, headers } = incoming
    incoming.pipe(
      request(url + incoming.url, { method: method ?? '', headers, agent }, (answer) => {
        // What concerns one connection goes no further.
        const { connection: _, 'keep-alive': __, ...passed } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, passed)
        answer.pipe(outgoing)
        answer.on('error', () => outgoing.destroy())
      }).on('error', lost)
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))

  const isReady = (url: string) =>
    new Promise<boolean>((resolve) => {
      request(`${url}/readyz`, { agent: false, timeout: 1_000 }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
        .on('error', () => resolve(false))
        .end()
    })
  const look = async () => {
    for (const [url, replica] of replicas) replica.isReady = await isReady(url)
  }
  const looking = setInterval(look, lookEveryMs)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Takes a replica on, and waits until it is ready. */
    async add(url: string) {
      const agent = new Agent({ keepAlive: true })
      replicas.set(url, { agent, isReady: await isReady(url) })
    },
    remove(url: string) {
      replicas.get(url)?.agent.destroy()
      replicas.delete(url)
    },
    close() {
      clearInterval(looking)
      for (const url of replicas.keys()) this.remove(url)
      server.close()
      server.closeAllConnections()
    }
  }
}
