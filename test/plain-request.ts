import { request } from 'node:http'
import { testKey } from './server.ts'

type PlainAnswer = { status: number; headers: Headers; bytes: Buffer; text: string }

type Options = { method?: string; headers?: Readonly<Record<string, string>>; keyless?: boolean; body?: string }

/** A request as it is written here, and the body as it came: `fetch` adds headers, forbids some, and unpacks what is compressed. */
export const plainRequest = (url: string, options: Options = {}): Promise<PlainAnswer> => {
  const { method = 'GET', headers = {}, keyless = false, body } = options
  const own = { ...(keyless ? {} : { 'x-gateway-key': testKey }), ...headers }
  return new Promise((resolve, reject) => {
    request(url, { method, headers: own }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const named = new Headers()
        for (let at = 0; at < response.rawHeaders.length; at += 2) {
          named.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '')
        }
        resolve({ status: response.statusCode ?? 0, headers: named, bytes, text: bytes.toString() })
      })
    })
      .on('error', reject)
      .end(body)
  })
}
