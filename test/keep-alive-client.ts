import { Agent, request } from 'node:http'
import { testKey } from './server.ts'

/** What became of one request: its status, or why there was no answer. */
export type Outcome = { status: number } | { error: string }

/** A client that keeps its connection for as long as the server says nothing else, and never asks twice for the same. */
export const keepAliveClient = (url: string, { maxSockets = 1 } = {}) => {
  const agent = new Agent({ keepAlive: true, maxSockets })
  return {
    ask: (path: string): Promise<Outcome> =>
      new Promise((resolve) => {
        const failed = (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message })
        request(url + path, { agent, headers: { 'x-gateway-key': testKey } }, (response) => {
          response.resume()
          response.on('error', failed)
          response.on('end', () => resolve({ status: response.statusCode ?? 0 }))
        })
          .on('error', failed)
          .end()
      }),
    close: () => agent.destroy()
  }
}
