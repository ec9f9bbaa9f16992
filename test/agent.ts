import { resolve } from 'node:path'
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { settings } from '../src/core/config/settings.ts'
import { bareEnvironment } from './bare-environment.ts'
import { testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')

/** The generations of the protocol: the one that begins with `initialize`, and the one that does not. */
export const generations: readonly { mode: VersionNegotiationMode; revision: string }[] = [
  { mode: 'legacy', revision: '2025-11-25' },
  { mode: { pin: '2026-07-28' }, revision: '2026-07-28' }
]

const newClient = (mode: VersionNegotiationMode): Client =>
  new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })

/** An agent at `/mcp` of a server. */
export const overHttp = async (
  url: string,
  mode: VersionNegotiationMode = 'legacy',
  key = testKey
): Promise<Client> => {
  const client = newClient(mode)
  const requestInit = { headers: { 'x-gateway-key': key } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  return client
}

/** What was set where the tests run must not reach the process. */
export const agentEnvironment = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  ...bareEnvironment(),
  ...Object.fromEntries(Object.keys(settings).map((name) => [name, ''])),
  ...env
})

export const agentCommand = { command: 'node_modules/.bin/node', args: ['src/commands/main.js', 'mcp'] } as const

/** An agent that starts `clipgraph mcp` and talks to it. */
export const overStdio = async (
  env: Readonly<Record<string, string>>,
  mode: VersionNegotiationMode = 'legacy',
  cwd = project
): Promise<{ client: Client; pid: number; stderr: () => string }> => {
  const client = newClient(mode)
  const transport = new StdioClientTransport({
    command: resolve(cwd, agentCommand.command),
    args: [...agentCommand.args],
    cwd,
    env: agentEnvironment(env),
    stderr: 'pipe'
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  await client.connect(transport)
  return { client, pid: transport.pid ?? 0, stderr: () => stderr }
}

export type Json = Readonly<Record<string, unknown>>
type ToolError = { code: string; message: string; details: { param?: string; reason?: string }; hint: string }

/** What a tool answered: the JSON of its text, which is that of the structured content where there is some. */
export const call = async <T = Json>(
  client: Client,
  name: string,
  given: Json = {}
): Promise<{ content: T; failed: boolean; length: number }> => {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: { ...given } })
  const [first] = content
  if (content.length !== 1 || first?.type !== 'text') throw new Error(`${name} did not answer with one text`)
  const parsed: T = JSON.parse(first.text)
  if (!isError && JSON.stringify(structuredContent) !== first.text) throw new Error(`${name} says two different things`)
  return { content: parsed, failed: isError, length: first.text.length }
}

/** How a tool failed. */
export const failureOf = async (client: Client, name: string, given: Json = {}): Promise<ToolError> => {
  const { content, failed } = await call<{ error: ToolError }>(client, name, given)
  if (!failed) throw new Error(`${name} did not fail: ${JSON.stringify(content).slice(0, 200)}`)
  return content.error
}
