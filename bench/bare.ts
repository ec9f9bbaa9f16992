import { createServer } from 'node:http'

/** An answer as it is written; headers as in `rawHeaders`, without those that `node:http` writes by itself. */
type Answer = { headers: string[]; body: Buffer }

/** What the limit is told by PUT: how long an idle connection is kept, and the answers by path or body of the request. */
export type Prepared = {
  keepAliveSeconds: number
  answers: Record<string, { headers: string[]; text: string }>
}

/** What `node:http` writes by itself. */
export const isOwnHeader = (name: string) => /^(date|connection|keep-alive)$/i.test(name)

/**
 * The limit: plain `node:http` that writes heads and bodies made before. It is told what to answer beforehand, by PUT; a
 * GET is known by its path, a POST by its body, which is read as any server has to.
 */
const listen = (port: number) => {
  const answers = new Map<string, Answer>()
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/healthz') return response.end('ok')
    const write = (key: string) => {
      const answer = answers.get(key)
      if (answer === undefined) return response.writeHead(404).end()
      return response.writeHead(200, answer.headers).end(answer.body)
    }
    if (request.method === 'GET') return write(request.url ?? '')
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      if (request.method === 'POST') return write(body)
      const prepared: Prepared = JSON.parse(body)
      server.keepAliveTimeout = prepared.keepAliveSeconds * 1000
      for (const [key, { headers, text }] of Object.entries(prepared.answers)) {
        answers.set(key, { headers, body: Buffer.from(text) })
      }
      return response.end()
    })
  })
  server.listen(port, '127.0.0.1')
}

if (import.meta.main) listen(Number(process.env.PORT))
