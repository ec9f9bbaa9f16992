import type { Random } from '../../../src/ingest/seed/random.ts'
import { tools } from '../../../src/surfaces/mcp/agent-server.ts'
import { anyQuestion } from './graphql-requests.ts'
import type { Known } from './known.ts'
import { mutated, oddText, oddValue } from './odd.ts'
import { type Draft, type Header, post } from './request.ts'

// biome-ignore format: as many as belong together in a line
const methods = [
  'initialize', 'ping', 'tools/list', 'resources/list', 'resources/read', 'prompts/list', 'server/discover', 'logging/setLevel',
  'notifications/initialized', 'notifications/cancelled', 'completion/complete', 'resources/subscribe', 'tasks/get', 'nothing'
]

const revision = '2026-07-28'
/** What a message of the revision without `initialize` says of itself. */
const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {}
}

const accept: Header = ['accept', 'application/json, text/event-stream']

const message = (method: string, params: object): Draft =>
  post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), [accept])

const messageWithMeta = (method: string, params: object): Draft => {
  const headers: Header[] = [accept, ['mcp-protocol-version', revision], ['mcp-method', method]]
  if ('name' in params) headers.push(['mcp-name', String(params.name)])
  return post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }), headers)
}

export const listOfTools = (): Draft => message('tools/list', {})

export const anyMessage = (random: Random, known: Known): Draft => {
  const { name, inputSchema } = random.pick(tools)
  // A schema of an object has them by name.
  const params = Object.keys((inputSchema.properties ?? {}) as object).filter(() => random.chance(0.6))
  const given = params.map((each) => [each, random.chance(0.7) ? known.usual(each, random) : oddValue(random)])
  const call = { name, arguments: Object.fromEntries(given) }
  const write = random.pick([message, message, messageWithMeta])
  const odd = {
    jsonrpc: '2.0',
    id: oddValue(random, 1),
    method: random.pick([...methods, oddText(random)]),
    params: call
  }
  return random.pick([
    () => write('tools/call', call),
    () => write('tools/call', call),
    () => write('tools/call', { name: 'graphql', arguments: anyQuestion(random, known) }),
    () => write(random.pick(methods), {}),
    () => write(random.pick(methods), Object.fromEntries([[oddText(random), oddValue(random)]])),
    () => post('/mcp', mutated(random, JSON.stringify({ ...odd, id: 1 })), [accept]),
    () => post('/mcp', JSON.stringify(odd), random.chance(0.9) ? [accept] : []),
    () => post('/mcp', JSON.stringify(oddValue(random)), [accept])
  ])()
}
