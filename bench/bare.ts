import { createServer } from 'node:http'

/**
 * The limit: plain `node:http` that writes bytes made before. It is told what to answer beforehand, by PUT; a GET is
 * known by its path, a POST by its body, which is read as any server has to.
 */
const answers = new Map<string, Buffer>()

const server = createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/healthz') return response.end('ok')
  const write = (key: string) => {
    const answer = answers.get(key)
    if (answer === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': answer.length })
    return response.end(answer)
  }
  if (request.method === 'GET') return write(request.url ?? '')
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => {
    if (request.method === 'POST') return write(body)
    for (const [key, answer] of Object.entries(JSON.parse(body) as Record<string, string>)) {
      answers.set(key, Buffer.from(answer))
    }
    return response.end()
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
