import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import { invalidParam } from '../../core/errors.ts'
import type { Incoming } from '../http/incoming.ts'
import { requireJson } from '../http/json-type.ts'
import { type Reply, reply } from '../http/reply.ts'
import { agentServer } from './agent-server.ts'
import type { McpOptions } from './tool.ts'

/**
 * Streamable HTTP without sessions: each request carries one message, the response carries its answer as JSON, and there is no state
 * between them, so any replica can answer. Both generations of the protocol are supported, each by the SDK's own rules.
 */
export const answerOverHttp = async (options: McpOptions, incoming: Incoming): Promise<Reply> => {
  // Every message costs one point, and a GraphQL query its cost in addition.
  await incoming.charge(0)
  requireJson(incoming.heading)
  const { text } = incoming
  const message = readMessage(text)
  const request = toRequest(incoming, text)
  const open = () =>
    agentServer(options, ({ name }) => {
      incoming.subject = { operation: name, cost: 1 }
      return {
        scope: incoming.scope,
        end(code) {
          incoming.code = code
        }
      }
    })
  const init = message === undefined ? {} : { parsedBody: message }
  const response =
    message !== undefined && (await isLegacyRequest(request, message))
      ? await answerBefore2026(request, open, message)
      : // Nothing changes while the process runs, so there is nothing to subscribe to.
        await createMcpHandler(open, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, init)
  return reply(response.status, [...response.headers].flat(), await response.text())
}

/** Protocol revisions that begin with `initialize`. */
const answerBefore2026 = async (
  request: Request,
  open: () => ReturnType<typeof agentServer>,
  parsedBody: unknown
): Promise<Response> => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = open()
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

/** The message; undefined for invalid JSON, which the SDK refuses with the protocol's error. */
const readMessage = (body: string): unknown => {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return undefined
  }
  // Only one revision had batches, and a batch of a hundred would evade the limits per request.
  if (Array.isArray(message)) throw invalidParam('body', 'is a batch; send each message in a request of its own')
  return message
}

const forSdk = /^(?:accept|content-type|mcp-.+)$/

const toRequest = ({ headers }: Incoming, body: string): Request =>
  new Request('http://clipgraph/mcp', {
    method: 'POST',
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      forSdk.test(name) && value !== undefined ? [[name, String(value)]] : []
    ),
    body
  })
