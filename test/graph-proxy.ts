import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** What became of a query: the JSON to send in place of the graph's, or nothing where the response was taken over. */
export type Alter = (json: GraphJson, response: ServerResponse) => unknown
/** Answers of this project's own server, which a test changes as it likes. */
// biome-ignore lint/suspicious/noExplicitAny: a test puts anything anywhere.
export type GraphJson = { data: any; errors?: any[]; extensions: any }

/** What stands before a deployment, sees every call and may answer queries differently. */
export const startGraphProxy = async (target: string, port = 0) => {
  const asked: { method: string; path: string; body: string }[] = []
  let alter: Alter = (json) => json
  let offersGraph = true
  let probeMs = 0
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '' } = request
    const body = await text(request)
    if (path === '/schema.graphql' && !offersGraph) return response.writeHead(404).end()
    const isProbe = path.includes('readiness.probe') || body.includes('readiness.probe') || path === '/schema.graphql'
    if (!isProbe) asked.push({ method, path, body })
    else if (path === '/graphql') await pause(probeMs)
    const answer = await fetch(target + path, {
      method,
      headers: {
        'x-gateway-key': String(request.headers['x-gateway-key'] ?? ''),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {})
      },
      ...(method === 'POST' ? { body } : {})
    })
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !hopByHop.has(name)))
    const came = await answer.text()
    if (path !== '/graphql' || isProbe) return response.writeHead(answer.status, headers).end(came)
    const altered = await alter(JSON.parse(came) as GraphJson, response)
    if (altered !== undefined) response.writeHead(answer.status, headers).end(JSON.stringify(altered))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Says how queries are answered from now on, and forgets what was asked. */
    answersQueries(next: Alter = (json) => json) {
      alter = next
      asked.length = 0
    },
    hasGraph(has: boolean) {
      offersGraph = has
    },
    /** How long the query waits that tests whether there is a graph. */
    delaysProbe(ms: number) {
      probeMs = ms
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'date'
])
