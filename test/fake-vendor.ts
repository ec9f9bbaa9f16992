import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as a fake source sees it. */
export type VendorCall = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
/** JSON text, so that fakes can write integers as no serializer would. */
export type VendorAnswer = { status?: number; headers?: Record<string, string>; text: string }
export type VendorScript = (
  call: VendorCall,
  response: ServerResponse
) => VendorAnswer | undefined | Promise<VendorAnswer | undefined>

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of incoming) text += chunk
  return text
}

/** A server of someone else on a free port, which keeps a list of what it was asked. */
export const startVendor = async (first: VendorScript) => {
  let script = first
  let change = (answer: VendorAnswer, _call: VendorCall): VendorAnswer | undefined => answer
  const calls: VendorCall[] = []
  const server = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://fake')
    const { method = '', headers } = incoming
    const call = { method, path: pathname, query: searchParams, headers, body: await textOf(incoming) }
    calls.push(call)
    const scripted = await script(call, response)
    const answer = scripted && change(scripted, call)
    if (answer === undefined) return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    says(next: VendorScript) {
      script = next
    },
    /** Changes every answer; one that becomes undefined is never sent. */
    wrap(next: typeof change) {
      change = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

export type Vendor = Awaited<ReturnType<typeof startVendor>>
