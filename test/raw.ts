import { connect } from 'node:net'
import { mountedAt } from './over-fetch.ts'
import { testKey } from './server.ts'

export type RawAnswer = { status: number; headers: Map<string, string>; body: string }

/**
 * Sends bytes as they are and reads until the server closes or falls silent behind a complete answer. Clients of the
 * platform tidy up addresses and headers; here nothing does.
 */
export const sendBytes = (url: string, bytes: string | Buffer, { hangUp = false } = {}): Promise<string> => {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const chunks: Buffer[] = []
    const done = () => {
      socket.destroy()
      resolve(Buffer.concat(chunks).toString())
    }
    socket.setTimeout(60_000, () => reject(new Error(`no answer to ${bytes.toString().slice(0, 80)}`)))
    socket.on('data', (chunk) => {
      chunks.push(Buffer.from(chunk))
    })
    // A reset behind the answer (the server has not read all that was sent) takes nothing from the answer.
    socket.on('error', done)
    socket.on('close', done)
    if (hangUp) socket.end(bytes)
    else socket.write(bytes)
  })
}

export const readAnswer = (text: string): RawAnswer => {
  const split = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, split).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
  )
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(split + 4) }
}

export type RawRequest = {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** No key in the header. */
  keyless?: boolean
}

/** One request whose target is sent character by character as it is written here. */
export const send = async (url: string, target: string, request: RawRequest = {}): Promise<RawAnswer> => {
  const there = mountedAt(url)
  return there === undefined
    ? readAnswer(await sendBytes(url, bytesOf(url, target, request)))
    : sendOverFetch(there, url + target, request)
}

const sendOverFetch = async (
  there: (request: Request) => Promise<Response>,
  url: string,
  { method = 'GET', headers, body = '', keyless = false }: RawRequest
): Promise<RawAnswer> => {
  const own = { ...(keyless ? {} : { 'x-gateway-key': testKey }), ...headers }
  const response = await there(new Request(url, { method, headers: own, ...(body === '' ? {} : { body }) }))
  return { status: response.status, headers: new Map(response.headers), body: await response.text() }
}

/** The request as it goes over the wire. */
export const bytesOf = (url: string, target: string, request: RawRequest = {}): string => {
  const { method = 'GET', body = '', keyless = false } = request
  const headers: Record<string, string> = {
    host: new URL(url).host,
    connection: 'close',
    ...(keyless ? {} : { 'x-gateway-key': testKey }),
    ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...request.headers
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${target} HTTP/1.1`, ...head, '', body].join('\r\n')
}
