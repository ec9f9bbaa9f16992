import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { apiVersion } from '../src/records/api-version.ts'
import type { Way } from './chain.ts'
import { answerQuery } from './graph-answer.ts'

/** `path`: what is asked for by REST; for what a query asks for, `url` is that of the graph. */
export type Asked = { path: string; query: URLSearchParams; url: string; headers: IncomingHttpHeaders; body: string }
/** A body as text, or JSON to send; without a status it is 200. */
export type Scripted = { status?: number; headers?: Record<string, string | string[]>; body: string }
/** What the script says to one call; it may take the response into its own hands and return nothing. */
export type Script = (asked: Asked, response: ServerResponse) => Scripted | undefined | Promise<Scripted | undefined>

const meta = { request_id: '4d4f6e7c-8e1f-4c25-9a55-6f5a1b0c2d3e', timestamp: '2026-05-01T00:00:00Z', cached: false }

/** The envelope of a success around JSON text, so that scripts can write numbers as no serializer would. */
export const successText = (data: string, pagination = 'null', version: string = apiVersion): string =>
  `{"meta":${JSON.stringify({ ...meta, version })},"data":${data},"pagination":${pagination},"error":null}`

export const success = (data: unknown, pagination: unknown = null): Scripted => ({
  body: successText(JSON.stringify(data), JSON.stringify(pagination))
})

export const failure = (status: number, code: string, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers,
  body: JSON.stringify({
    meta: { ...meta, version: apiVersion },
    data: null,
    pagination: null,
    error: { code, message: `secret words of the upstream about ${code}`, details: { secret: 'secret' } }
  })
})

const isProbe = ({ path, body }: Asked): boolean => /readiness\.probe|orderBy/.test(path + body)

/** An upstream on a free port that answers by script and keeps a list of what it was asked, probes left out. */
export const startFakeUpstream = async (first: Script = () => success(null), way: Way = 'REST') => {
  let script = first
  let frame: ((body: string) => string) | null = null
  const asked: Asked[] = []
  const server = createServer(async (incoming, response) => {
    const url = incoming.url ?? ''
    const { pathname, searchParams } = new URL(url, 'http://fake')
    if (pathname === '/schema.graphql')
      return response.writeHead(way === 'graph' ? 200 : 404).end('type Query {\n  usersByUsername')
    const body = await text(incoming)
    const call: Asked = { path: pathname, query: searchParams, url, headers: incoming.headers, body }
    if (!isProbe(call)) asked.push(call)
    const answer = await script(call, response)
    if (answer === undefined) return
    if (frame !== null && !isProbe(call)) return response.socket?.write(frame(answer.body))
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Says what is answered from now on, and forgets what was asked. */
    says(next: Script) {
      script = next
      asked.length = 0
    },
    /** Says what bytes are sent for a body from now on. */
    sends(next: (body: string) => string) {
      frame = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
export type FakeUpstream = Awaited<ReturnType<typeof startFakeUpstream>>

/** Answers what makes sure of the contract and of the graph, and leaves everything else to the script, queries field by field. */
export const speaking =
  (script: Script): Script =>
  (asked, response) => {
    if (isProbe(asked)) {
      const [, username] = /([\w.]+)\/alive/.exec(asked.path) ?? []
      return username === undefined
        ? { body: '{"data":{},"extensions":{"reads":{}}}' }
        : success({ username, is_alive: false })
    }
    if (asked.path !== '/graphql') return script(asked, response)
    return answerQuery(asked.body, (url) => {
      const { pathname: path, searchParams: query } = new URL(url, 'http://fake')
      return script({ ...asked, path, query }, response)
    })
  }
