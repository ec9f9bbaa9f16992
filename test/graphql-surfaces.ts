import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { inject } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { withOptionNames } from '../src/core/config/options.ts'
import { type Clipgraph, type ClipgraphOptions, createClipgraph } from '../src/host/clipgraph.ts'
import { call, overHttp } from './agent.ts'
import { commandInProcess } from './command-in-process.ts'
import { merged, payloadsOf } from './parts.ts'
import { type GraphQLAnswer, startServer, type TestServer, testKey } from './server.ts'
import { thirdOf } from './thorough.ts'

export type Question = { query: string; variables: Record<string, unknown> }

/** Everything that takes GraphQL, with one setting changed. */
type Opened = {
  server: TestServer
  heard: TestServer
  interpreted: TestServer
  clipgraph: Clipgraph
  agent: Client
  setting: Readonly<Record<string, string>>
  folder: string
}

export const openSurfaces = async (name: string, value: number): Promise<Opened> => {
  const setting = { [name]: String(value) }
  const config = { limits: readConfig(setting).limits, federation: true }
  const options = {
    dataUrl: inject('defaultDataset'),
    keys: [testKey],
    logLevel: 'silent',
    federation: true,
    [withOptionNames(name)]: value
  } as const
  const server = await startServer({ config })
  return {
    server,
    heard: await startServer({ config, plugins: [{ onExecute() {} }] }),
    interpreted: await startServer({ config: { ...config, queryPlans: false } }),
    clipgraph: await createClipgraph(options as ClipgraphOptions),
    agent: await overHttp(server.url),
    setting,
    folder: mkdtempSync(join(tmpdir(), 'clipgraph-limits-'))
  }
}

export const closeSurfaces = async ({
  server,
  heard,
  interpreted,
  clipgraph,
  agent,
  folder
}: Opened): Promise<void> => {
  rmSync(folder, { recursive: true })
  await agent.close()
  await Promise.all([server.close(), heard.close(), interpreted.close(), clipgraph.close()])
}

const post = async (send: typeof fetch, url: string, body: object, accept = 'application/json') =>
  merged(
    payloadsOf(
      await send(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-key': testKey, accept },
        body: JSON.stringify(body)
      })
    )
  )

const asGet = async (url: string, question: Question, accept = 'application/json') => {
  const given = new URLSearchParams({ query: question.query, variables: JSON.stringify(question.variables) })
  return merged(payloadsOf(await fetch(`${url}/graphql?${given}`, { headers: { 'x-gateway-key': testKey, accept } })))
}

const command = 'the query command'

const surfaces: Readonly<Record<string, (opened: Opened, question: Question) => Promise<GraphQLAnswer>>> = {
  POST: ({ server }, question) => post(fetch, server.url, question),
  'POST in parts': ({ server }, question) => post(fetch, server.url, question, 'multipart/mixed'),
  'POST as events': ({ server }, question) => post(fetch, server.url, question, 'text/event-stream'),
  GET: ({ server }, question) => asGet(server.url, question),
  'GET in parts': ({ server }, question) => asGet(server.url, question, 'multipart/mixed'),
  'POST beside a plugin': ({ heard }, question) => post(fetch, heard.url, question),
  'POST in parts beside a plugin': ({ heard }, question) => post(fetch, heard.url, question, 'multipart/mixed'),
  'POST without plans': ({ interpreted }, question) => post(fetch, interpreted.url, question),
  async 'a document by its hash'({ server }, { query, variables }) {
    const sha256Hash = createHash('sha256').update(query).digest('hex')
    const extensions = { persistedQuery: { version: 1, sha256Hash } }
    const first = await post(fetch, server.url, { query, variables, extensions }, 'multipart/mixed')
    const again = await post(fetch, server.url, { variables, extensions }, 'multipart/mixed')
    // What cannot be parsed is not kept.
    return again.errors?.[0]?.extensions?.code === 'PERSISTED_QUERY_NOT_FOUND' ? first : again
  },
  'fetch of the library': ({ clipgraph }, question) =>
    post((url, init) => clipgraph.fetch(new Request(url, init)), 'http://clipgraph', question, 'multipart/mixed'),
  async 'an agent'({ agent }, question) {
    const { content } = await call<GraphQLAnswer & { error?: { message: string } }>(agent, 'graphql', question)
    return content.error === undefined ? content : { errors: [content.error] }
  },
  async [command]({ setting, folder }, { query, variables }) {
    const env = { DATA_URL: inject('defaultDataset'), FEDERATION: 'on', ...setting }
    const asked = `query '${query}' --variables '${JSON.stringify(variables)}'`
    const { stdout, stderr } = await commandInProcess(asked, folder, env)
    return {
      data: stdout === '' ? null : (JSON.parse(stdout) as { data: Record<string, unknown> }).data,
      errors: stderr.split('\n').flatMap((message) => (message === '' ? [] : [{ message }]))
    }
  }
}

/** A command opens the data first: only some of what is written is asked there. */
const askedEachTime = Object.entries(surfaces)
const askedMostly = askedEachTime.filter(([name]) => name !== command)

/** Surfaces by name, and how to ask each: others for each place. `withCommand`: whether to start the command too. */
export const surfacesWith = (withCommand: boolean, place: number) =>
  thirdOf(askedMostly, place).concat(withCommand ? askedEachTime.filter(([name]) => name === command) : [])
