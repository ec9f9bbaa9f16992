import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiVersion } from '../src/records/api-version.ts'

export type Asked = { path: string; query: URLSearchParams; url: string; headers: IncomingHttpHeaders }
/** A body as text, or JSON to send; without a status it is 200. */
type Scripted = { status?: number; headers?: Record<string, string | string[]>; body: string }
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

/** An upstream on a free port that answers by script and keeps a list of what it was asked, the probe left out. */
export const startFakeUpstream = async (first: Script = () => success(null)) => {
  let script = first
  const asked: Asked[] = []
  const server = createServer(async (incoming, response) => {
    const url = incoming.url ?? ''
    const { pathname, searchParams } = new URL(url, 'http://fake')
    // It is no clipgraph.
    if (pathname === '/schema.graphql') return response.writeHead(404).end()
    const call: Asked = { path: pathname, query: searchParams, url, headers: incoming.headers }
    const isProbe = pathname.includes('readiness.probe')
    if (!isProbe) asked.push(call)
    const answer = await script(call, response)
    if (answer === undefined) return
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
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
export type FakeUpstream = Awaited<ReturnType<typeof startFakeUpstream>>

/** Answers the probe that makes sure of the contract, and leaves everything else to the script. */
export const speaking =
  (script: Script): Script =>
  (asked, response) =>
    asked.path.includes('readiness.probe')
      ? success({ username: 'clipgraph.readiness.probe', is_alive: false })
      : script(asked, response)
