import { useOpenTelemetry } from '@envelop/opentelemetry'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { useResponseCache } from '@graphql-yoga/plugin-response-cache'
import type { Plugin } from 'graphql-yoga'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../src/core/log.ts'
import { examples } from '../src/services/examples.ts'
import { type GraphQLAnswer, startServer, testKey } from './server.ts'

const start = async (plugins: readonly Plugin[], options: Parameters<typeof startServer>[0] = {}) => {
  const server = await startServer({ ...options, plugins })
  onTestFinished(() => server.close())
  const post = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'x-gateway-key': testKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body)
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: () => JSON.parse(text) as GraphQLAnswer }
  }
  return { server, post }
}

const creator = `query Creator($username: String!) { user(by: { username: $username }) { username posts(first: 2) { nodes { postId author { bio } } } } }`
const asked = { query: creator, variables: { username: examples.username } }

/** The same query to a server without plugins. */
const plainAnswer = async (): Promise<GraphQLAnswer> => {
  const { post } = await start([])
  return (await post(asked)).body()
}

describe('plugins of others', () => {
  test('a logger sees each operation, its variables and its result', async () => {
    const seen: unknown[] = []
    const logger: Plugin = {
      onParse: () => (done) => seen.push(['parsed', Object.keys(done.result).includes('definitions')]),
      onValidate: () => (done) => seen.push(['validated', done.valid]),
      onExecute: ({ args }) => ({
        onExecuteDone({ result }) {
          seen.push(['executed', args.operationName, args.variableValues, 'data' in result ? result.data : null])
        }
      })
    }
    const { post } = await start([logger])
    const { body } = await post({ ...asked, operationName: 'Creator' })
    expect(body().data).toEqual((await plainAnswer()).data)
    expect(seen).toEqual([
      ['parsed', true],
      ['validated', true],
      ['executed', 'Creator', asked.variables, body().data]
    ])
  })

  test('a header that HTTP does not allow fails its own request, and no other', async () => {
    const { server, post } = await start([
      {
        onResponse({ request, response }) {
          if (request.headers.get('x-break') !== null) response.headers.set('x-note', '\x01')
        }
      }
    ])
    for (const encoding of ['identity', 'gzip']) {
      const { status, body } = await post(asked, { 'x-break': 'yes', 'accept-encoding': encoding })
      expect(status).toBe(500)
      expect(body().errors?.[0]?.extensions?.code).toBe('INTERNAL_ERROR')
    }
    expect((await post(asked)).status).toBe(200)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  test('persisted operations replace the text of a request, and nothing else runs', async () => {
    const store: Record<string, string> = { 'creator-1': creator }
    const plugin = usePersistedOperations({ getPersistedOperation: (key) => store[key] ?? null })
    const { post } = await start([plugin as Plugin])
    const persisted = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } })
    const found = await post({ ...persisted('creator-1'), variables: asked.variables })
    expect(found.body().data).toEqual((await plainAnswer()).data)
    expect((await post(persisted('creator-2'))).text).toContain('PersistedQueryNotFound')
    expect((await post(asked)).text).toContain('PersistedQueryOnly')
  })

  test('a limit on depth refuses a query before it runs', async () => {
    const { post } = await start([maxDepthPlugin({ n: 3 }) as Plugin])
    const { status, body } = await post({ query: '{ user(by: { username: "a" }) { username } }' })
    expect([status, body().errors?.[0]?.extensions?.code]).toEqual([200, 'NOT_FOUND'])
    const deep = await post(asked, { accept: 'application/graphql-response+json' })
    expect(deep.status).toBe(400)
    expect(deep.body().errors).toMatchObject([
      { message: expect.stringContaining('depth limit'), extensions: { code: expect.stringMatching(/^GRAPHQL_/) } }
    ])
    expect(deep.body().extensions?.cost?.reads).toBe(0)
  })

  test('a response cache answers the second request, with a meta of its own', async () => {
    const executed: string[] = []
    const { post } = await start([
      useResponseCache({ session: () => null, includeExtensionMetadata: true }) as Plugin,
      { onExecute: ({ args }) => void executed.push(String(args.operationName)) } as Plugin
    ])
    const first = (await post(asked)).body()
    const second = (await post(asked)).body()
    expect(second.data).toEqual(first.data)
    expect(first.data).toEqual((await plainAnswer()).data)
    expect(executed).toHaveLength(1)
    expect(second.extensions).toMatchObject({ responseCache: { hit: true }, cost: { limit: 1_000 } })
    expect(second.extensions?.meta?.request_id).not.toBe(first.extensions?.meta?.request_id)
  })

  test.each([false, true])('traces have a span of the execution, and of resolvers: %s', async (resolvers) => {
    const spans: string[] = []
    const span = { setAttribute() {}, recordException() {}, setStatus() {}, end() {}, spanContext: () => ({}) }
    const provider = {
      getTracer: () => ({
        startSpan(name: string) {
          spans.push(name)
          return span
        }
      })
    }
    const { post } = await start([useOpenTelemetry({ resolvers }, provider as never) as object])
    expect((await post({ ...asked, operationName: 'Creator' })).body().data).toEqual((await plainAnswer()).data)
    expect(spans.includes('query.Creator')).toBe(true)
    expect(spans.includes('Query.user') && spans.includes('Post.author')).toBe(resolvers)
  })
})

describe('a plugin', () => {
  test('that throws is an internal error without its message, which is logged', async () => {
    const lines: string[] = []
    const log = createLog('error', { write: (line: string) => void lines.push(line) })
    const { post } = await start(
      [
        {
          onExecute() {
            throw new Error('the secret of the plugin')
          }
        }
      ],
      { log }
    )
    const { status, text, body } = await post(asked)
    expect(status).toBe(500)
    expect(text).not.toContain('secret')
    expect(body().errors?.[0]?.extensions?.code).toBe('INTERNAL_ERROR')
    expect(lines.join()).toContain('the secret of the plugin')
  })

  test('may change a result', async () => {
    const plugin: Plugin = {
      onExecute: () => ({
        onExecuteDone({ result, setResult }) {
          setResult({ ...result, extensions: { seen: true } })
        }
      })
    }
    const { post } = await start([plugin])
    expect((await post(asked)).body()).toMatchObject({
      data: (await plainAnswer()).data,
      extensions: { seen: true, meta: { version: '2025-01' } }
    })
  })

  test('may change data in place', async () => {
    const plugin: Plugin = {
      onExecute: () => ({
        onExecuteDone({ result }) {
          const { data } = result as { data: { user: { username: string } } }
          data.user.username = 'changed'
        }
      })
    }
    const { post } = await start([plugin])
    expect((await post(asked)).body().data).toMatchObject({ user: { username: 'changed' } })
  })

  test('sees the headers of a request, and may refuse it', async () => {
    const plugin: Plugin = {
      onRequest({ request, endResponse, fetchAPI }) {
        if (request.headers.get('x-tenant') === null) endResponse(new fetchAPI.Response('no tenant', { status: 403 }))
      }
    }
    const { post } = await start([plugin])
    expect((await post(asked)).status).toBe(403)
    expect((await post(asked, { 'x-tenant': 'a' })).status).toBe(200)
  })
})
