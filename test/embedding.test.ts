import { execFile } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { graphql } from 'graphql'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { ConfigError, readConfig } from '../src/core/config/config.ts'
import { createLog } from '../src/core/log.ts'
import { type Clipgraph, type ClipgraphOptions, createClipgraph } from '../src/host/clipgraph.ts'
import { mount } from '../src/host/mount.ts'
import { cases } from './cases.ts'
import { failure, speaking, startFakeUpstream } from './fake-upstream.ts'
import { ownKeyFile } from './own-key-file.ts'
import { merged, payloadsOf } from './parts.ts'
import type { Envelope, GraphQLAnswer } from './server.ts'

const opened: Clipgraph[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

const open = async (options: ClipgraphOptions = { keys: ['k'] }): Promise<Clipgraph> => {
  const dataUrl = inject('defaultDataset')
  const clipgraph = await createClipgraph({ dataUrl, logLevel: 'silent', ...options })
  opened.push(clipgraph)
  return clipgraph
}

const request = (path: string, init: RequestInit = {}) =>
  new Request(`http://host.example${path}`, { ...init, headers: { 'x-gateway-key': 'k', ...init.headers } })
const question = (query: string, init: RequestInit = {}) =>
  request('/graphql', {
    method: 'POST',
    body: JSON.stringify({ query }),
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers }
  })
/** The platform asks that streams say so; its types do not know of it. */
const streamed = (body: ReadableStream) => ({ body, duplex: 'half' }) as RequestInit
/** The envelope or the answer of the graph. */
const bodyOf = async (response: Response) => (await response.json()) as Envelope & GraphQLAnswer
const codeOf = async (response: Response) => {
  const { error, errors } = await bodyOf(response)
  return error?.code ?? errors?.[0]?.extensions?.code
}
const typename = '{ __typename }'

describe('options', () => {
  const problemsOf = async (options: unknown): Promise<readonly string[]> => {
    // What JavaScript may pass, whatever the types say.
    const thrown = await createClipgraph(options as ClipgraphOptions).catch((error: unknown) => error)
    if (thrown instanceof ConfigError) return thrown.problems
    throw new Error(`no problem was found: ${thrown}`)
  }

  test.each([
    [{ dataUrl: 5 }, 'dataUrl must be a text'],
    [{ dataUrl: 'ftp://x' }, /^dataUrl must be sqlite:FILE/],
    [
      { dataUrl: 'https://key@host' },
      /^dataUrl must be a URL without user.*set the key of an upstream in upstreamKey$/
    ],
    [{ dataUrl: ['a.db', 'b.db'] }, 'dataUrl must be a text'],
    [{ cacheUrl: 'nonsense:' }, /^cacheUrl must be memory: or redis/],
    [{ cacheMaxMb: 0 }, 'cacheMaxMb must be a whole number from 1 to 65536'],
    [{ maxQueryCost: 'much' }, 'maxQueryCost must be a whole number from 1 to 1000000'],
    [{ maxQueryCost: Number.NaN }, 'maxQueryCost must be a whole number from 1 to 1000000'],
    [{ maxQueryCost: true }, 'maxQueryCost must be a number'],
    [{ maxQueryCost: null }, 'maxQueryCost must be a number'],
    [{ federation: 1 }, 'federation must be true or false'],
    [{ federation: 'maybe' }, 'federation must be one of on, off'],
    [{ logLevel: 'loud' }, /^logLevel must be one of silent, fatal/],
    [{ rateLimit: 'fast' }, /^rateLimit /],
    [
      { corsOrigins: ['https://a.example/path'] },
      /^corsOrigins has https:\/\/a\.example\/path, which is not an origin/
    ],
    [{ corsOrigins: ['https://a.example,https://b.example'] }, 'corsOrigins must be a list of texts without commas'],
    [{ otelTracesSampler: 'some' }, /^otelTracesSampler must be one of/],
    [{ port: 4000 }, 'port is for a server that listens: its host decides here'],
    [{ host: '0.0.0.0' }, 'host is for a server that listens: its host decides here'],
    [{ DATA_URL: 'x.db' }, '"DATA_URL" is not an option; write dataUrl'],
    [{ gatewayKeys: ['k'] }, '"gatewayKeys" is not an option; write keys'],
    [{ cacheURL: 'memory:' }, '"cacheURL" is not an option'],
    [{ plugins: 'all' }, 'plugins must be a list of plugins'],
    [{ plugins: [null] }, 'plugins must be a list of plugins'],
    [{ basePath: 'data' }, /^basePath must be a path such as/],
    [{ basePath: '/data/' }, /^basePath must be a path such as/],
    [{ basePath: 7 }, /^basePath must be a path such as/],
    [{ cursorSecret: 'short' }, 'cursorSecret must be a text of at least 16 characters'],
    [{ authorize: () => 'a' }, 'authorize replaces keys and keyFile: give one or the other'],
    [{ keys: 5 }, 'keys must be a list of texts without commas'],
    [{ keys: ['a b'] }, 'keys has a key with characters that a header cannot carry'],
    [{ keys: ['sha256:12'] }, 'keys has a sha256: entry that is not 64 hexadecimal digits']
  ])('%j are refused', async (options, problem) => {
    const problems = await problemsOf({ keys: ['k'], ...options })
    expect(problems).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
  })

  test.each([
    [undefined, 'the options must be an object'],
    ['sqlite:x.db', 'the options must be an object'],
    [{}, 'keys, keyFile or authorize must be given: nobody could call otherwise'],
    [{ keys: [] }, 'keys, keyFile or authorize must be given: nobody could call otherwise'],
    [{ keys: '' }, 'keys, keyFile or authorize must be given: nobody could call otherwise'],
    [{ authorize: 'everybody' }, 'authorize must be a function'],
    [{ keyFile: '/nowhere/keys.json' }, /^keyFile \/nowhere\/keys\.json: does not exist/]
  ])('%j are refused', async (options, problem) => {
    expect(await problemsOf(options)).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
  })

  test('are refused for all their problems at once', async () => {
    const problems = await problemsOf({ dataUrl: 5, maxWaitMs: 'long', sound: 'loud', basePath: '?', port: 1 })
    expect(problems.map((problem) => problem.split(' ', 1)[0])).toEqual(
      expect.arrayContaining(['dataUrl', 'maxWaitMs', '"sound"', 'basePath', 'port', 'keys,'])
    )
    expect(problems).toHaveLength(6)
  })

  test('show neither a key nor a password in a problem', async () => {
    const problems = await problemsOf({
      keys: ['se cret'],
      dataUrl: 'postgres://me:secret@host:port/x',
      cursorSecret: 'secret'
    })
    expect(problems).toHaveLength(3)
    expect(problems.join()).not.toMatch(/se cret|:secret/)
  })

  test('name a file that is not there by its option', async () => {
    await expect(open({ keys: ['k'], dataUrl: '/nowhere/at-all.db' })).rejects.toThrow('/nowhere/at-all.db')
    await expect(open({ keys: ['k'], documentsOnly: '/nowhere/documents.json' })).rejects.toThrow(
      /^configuration: documentsOnly|documentsOnly/
    )
  })

  test('are all there is: the environment is not read', async () => {
    vi.stubEnv('MAX_QUERY_COST', 'nonsense')
    vi.stubEnv('GATEWAY_KEYS', 'from-the-environment')
    const { fetch } = await open()
    expect((await fetch(question(typename))).status).toBe(200)
    const headers = { 'x-gateway-key': 'from-the-environment' }
    expect((await fetch(question(typename, { headers }))).status).toBe(401)
  })

  test('may be texts, numbers, switches and lists', async () => {
    const { fetch } = await open({
      keys: ['a', 'k'],
      maxQueryDepth: 3,
      maxQueryAliases: '1',
      graphqlIntrospection: false
    })
    expect(await codeOf(await fetch(question('{ __schema { queryType { name } } }')))).toBeDefined()
    expect(await codeOf(await fetch(question('{ a: __typename b: __typename }')))).toBeDefined()
  })

  test('may name a key file', async () => {
    const file = ownKeyFile({ key: 'of-a-file', surfaces: ['rest'] })
    const { fetch } = await open({ keyFile: file.path })
    const headers = { 'x-gateway-key': 'of-a-file' }
    expect((await fetch(request(`/api/v1/users/${cases.busyUser()}`, { headers }))).status).toBe(200)
    expect(await codeOf(await fetch(question(typename, { headers })))).toBe('SURFACE_NOT_ALLOWED')
    file.remove()
  })
})

describe('fetch', () => {
  test('answers both surfaces, the contracts and health, and nothing else', async () => {
    const { fetch } = await open()
    for (const path of ['/openapi.json', '/schema.graphql', '/healthz', '/readyz']) {
      expect((await fetch(request(path, { headers: { 'x-gateway-key': '' } }))).status, path).toBe(200)
    }
    expect((await fetch(question(typename))).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    for (const path of ['/', '/docs', '/mcp', '/metrics', '/graphql/', '/api']) {
      expect((await fetch(request(path, { headers: { accept: 'text/html' } }))).status, path).toBe(404)
    }
    // No GraphiQL.
    const shown = await fetch(request('/graphql', { headers: { accept: 'text/html' } }))
    expect(shown.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('keeps to a base path, also in links', async () => {
    const { fetch } = await open({ keys: ['k'], basePath: '/api/clipgraph' })
    const list = `/api/v1/users/${cases.busyUser()}/posts?count=1`
    const response = await fetch(request(`/api/clipgraph${list}`))
    const [, next = ''] = /^<([^>]+)>/.exec(response.headers.get('link') ?? '') ?? []
    expect(next).toMatch(/^\/api\/clipgraph\/api\/v1\/users\//)
    expect((await fetch(request(next))).status).toBe(200)
    for (const path of [list, '/api/clipgraphs/healthz', '/api/clipgraph', '/api/clipgraph?x=/healthz', '/healthz']) {
      expect((await fetch(request(path))).status, path).toBe(404)
    }
    expect((await fetch(request('/api/clipgraph/healthz?x'))).status).toBe(200)
  })

  test('leaves out bodies where the method or the status has none', async () => {
    const { fetch } = await open()
    const path = `/api/v1/users/${cases.busyUser()}`
    const whole = await fetch(request(path))
    const head = await fetch(request(path, { method: 'HEAD' }))
    expect(await head.text()).toBe('')
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
    const known = await fetch(request(path, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } }))
    expect([known.status, await known.text(), known.headers.get('content-type')]).toEqual([304, '', null])
    expect((await whole.text()).length).toBeGreaterThan(100)
  })

  test('answers preflights, and pages of origins that may call', async () => {
    const { fetch } = await open({ keys: ['k'], corsOrigins: ['https://app.example'] })
    const ask = (origin: string) =>
      fetch(
        new Request('http://host.example/graphql', {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' }
        })
      )
    const allowed = await ask('https://app.example')
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example'])
    expect(await codeOf(await ask('https://other.example'))).toBe('ORIGIN_NOT_ALLOWED')
  })

  test.each([
    ['a body that is too large', 'x'.repeat(300_000), 'PAYLOAD_TOO_LARGE'],
    ['a body that is not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 'INVALID_PARAM'],
    ['no body', null, 'INVALID_PARAM'],
    [
      'a body that breaks off',
      () => new ReadableStream({ start: (stream) => stream.error(new Error('secret')) }),
      'INVALID_PARAM'
    ]
  ])('refuses %s', async (_, body, code) => {
    const { fetch } = await open()
    const given = typeof body === 'function' ? streamed(body()) : { body }
    const response = await fetch(question(typename, given))
    expect(response.headers.get('connection')).toBe(null)
    const text = await response.clone().text()
    expect(text).not.toContain('secret')
    expect(await codeOf(response)).toBe(code)
  })

  test('reads a body of unknown length no further than allowed', async () => {
    const { fetch } = await open()
    let sent = 0
    const body = new ReadableStream({
      pull(stream) {
        sent += 1
        stream.enqueue(new Uint8Array(64 * 1024))
      }
    })
    expect(await codeOf(await fetch(question(typename, streamed(body))))).toBe('PAYLOAD_TOO_LARGE')
    expect(sent).toBeLessThan(10)
  })

  test('refuses a request whose body somebody has read', async () => {
    const { fetch } = await open()
    const read = question(typename)
    await read.text()
    expect(await codeOf(await fetch(read))).toBe('INTERNAL_ERROR')
  })

  test('gives up what its client no longer waits for', async () => {
    const asked = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const upstream = await startFakeUpstream((_, response) => {
      response.once('close', () => left.resolve())
      asked.resolve()
      // Nothing is answered.
      return undefined
    })
    const { fetch } = await open({ keys: ['k'], dataUrl: upstream.url })
    const client = new AbortController()
    const response = fetch(request('/api/v1/users/somebody', { signal: client.signal }))
    await asked.promise
    client.abort()
    expect((await response).status).toBe(499)
    await left.promise
    expect((await fetch(request('/healthz', { signal: client.signal }))).status).toBe(499)
    await upstream.close()
  })

  test('leaves nothing on the signal of a context that has ended', async () => {
    const upstream = await startFakeUpstream(() => undefined)
    const { schema, context } = await open({ keys: ['k'], dataUrl: upstream.url, requestTimeoutMs: 200 })
    // As long as the host runs.
    const { signal } = new AbortController()
    const source = '{ user(by: { username: "somebody" }) { bio } }'
    const { errors } = await graphql({ schema, source, contextValue: context({ signal }) })
    expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_TIMEOUT')
    expect(getEventListeners(signal, 'abort')).toEqual([])
    await upstream.close()
  })

  test('ends a request at its time limit', async () => {
    const upstream = await startFakeUpstream(() => undefined)
    const { fetch } = await open({ keys: ['k'], dataUrl: upstream.url, requestTimeoutMs: 200 })
    expect(await codeOf(await fetch(request('/api/v1/users/somebody')))).toBe('UPSTREAM_TIMEOUT')
    await upstream.close()
  })

  test('refuses what would wait for too long', async () => {
    const upstream = await startFakeUpstream(() => undefined)
    const limits = { maxConcurrentRequests: 1, maxWaitMs: 10, requestTimeoutMs: 200 }
    const { fetch } = await open({ keys: ['k'], dataUrl: upstream.url, ...limits })
    const ask = (name: string) => fetch(request(`/api/v1/users/${name}`))
    const [first, second] = await Promise.all([ask('somebody'), ask('somebody.else')])
    expect([first.status, second.status, second.headers.get('retry-after')]).toEqual([504, 503, '1'])
    expect((await fetch(request('/healthz'))).status).toBe(200)
    await upstream.close()
  })

  test('limits what a key may spend', async () => {
    const { fetch } = await open({ keys: ['k'], rateLimit: '2/60s' })
    const ask = () => fetch(request(`/api/v1/users/${cases.busyUser()}`))
    await ask()
    expect((await ask()).headers.get('ratelimit')).toMatch(/^"default";r=0;/)
    const refused = await ask()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})

describe('authorize', () => {
  test('names the caller instead of a key, whether it takes time or not', async () => {
    const names = { a: 'ann', b: Promise.resolve('bob') } as const
    const { fetch } = await open({
      rateLimit: '2/60s',
      authorize: ({ headers }) => names[headers.get('x-session') as 'a' | 'b'] ?? null
    })
    const ask = (session: string) => fetch(question(typename, { headers: { 'x-session': session } }))
    // Each has a limit of their own.
    for (const session of ['a', 'b']) {
      expect((await ask(session)).headers.get('ratelimit')).toMatch(/r=1/)
      expect((await ask(session)).headers.get('ratelimit')).toMatch(/r=0/)
      expect((await ask(session)).status).toBe(429)
    }
  })

  test('answers 401 in the form of the surface where it names nobody', async () => {
    const { fetch } = await open({ authorize: () => null })
    for (const asked of [question(typename), request('/api/v1/users/a')]) {
      const response = await fetch(asked)
      expect(response.status).toBe(401)
      const { error, errors } = await bodyOf(response)
      expect(error?.message ?? errors?.[0]?.message).toBe('The request is not authorized.')
    }
  })

  test('is not asked about what is open, nor by a preflight', async () => {
    const authorize = vi.fn(() => null)
    const { fetch } = await open({ authorize, corsOrigins: '*' })
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
    expect((await fetch(request('/graphql', { method: 'OPTIONS', headers }))).status).toBe(204)
    for (const path of ['/healthz', '/openapi.json', '/schema.graphql']) {
      expect((await fetch(request(path))).status).toBe(200)
    }
    expect(authorize).not.toHaveBeenCalled()
  })

  test.each([
    ['throws', () => Promise.reject(new Error('secret of the session store')), 'secret of the session store'],
    ['throws nothing', () => Promise.reject(), 'authorize threw nothing'],
    ['names a number', () => 5 as unknown as string, 'authorize must give the name'],
    ['names nothing', () => '', 'authorize must give the name']
  ])('is masked and logged where it %s', async (_, authorize, logged) => {
    const lines: string[] = []
    const clipgraph = await mount({
      config: readConfig({ DATA_URL: inject('defaultDataset') }),
      log: createLog('error', { write: (line) => lines.push(line) }),
      ...{ authorize, plugins: [], basePath: '', cursorSecret: null }
    })
    opened.push(clipgraph)
    const response = await clipgraph.fetch(request('/api/v1/users/a'))
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain(logged)
    expect(lines.join()).toContain(logged)
  })

  test('signs cursors that instances with the same secret accept', async () => {
    const cursorSecret = 'sixteen letters or more'
    const authorize = () => 'ann'
    const [one, same, other] = await Promise.all([
      open({ authorize, cursorSecret }),
      open({ authorize, cursorSecret }),
      open({ authorize })
    ])
    const list = await one.fetch(request(`/api/v1/users/${cases.busyUser()}/posts?count=1`))
    const [, next = ''] = /^<([^>]+)>/.exec(list.headers.get('link') ?? '') ?? []
    expect((await same.fetch(request(next))).status).toBe(200)
    expect(await codeOf(await other.fetch(request(next)))).toBe('INVALID_PARAM')
  })
})

describe('close', () => {
  test('answers what is in progress, and may be called twice', async () => {
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<ReturnType<typeof failure>>()
    const upstream = await startFakeUpstream(
      speaking(() => {
        asked.resolve()
        return answered.promise
      })
    )
    const clipgraph = await open({ keys: ['k'], dataUrl: upstream.url })
    const response = clipgraph.fetch(request('/api/v1/users/somebody'))
    await asked.promise
    const closings = [clipgraph.close(), clipgraph.close()]
    answered.resolve(failure(404, 'NOT_FOUND'))
    expect((await response).status).toBe(404)
    await Promise.all(closings)
    await clipgraph.close()
    await upstream.close()
  })

  test('refuses what comes later in the form of the surface, without asking who it is', async () => {
    const authorize = vi.fn(() => 'ann')
    const clipgraph = await open({ authorize })
    await clipgraph.close()
    for (const asked of [question(typename), request('/api/v1/users/a'), request('/healthz'), request('/readyz')]) {
      const response = await clipgraph.fetch(asked)
      expect([response.status, await codeOf(response)], asked.url).toEqual([503, 'UNAVAILABLE'])
    }
    expect(authorize).not.toHaveBeenCalled()
    expect(() => clipgraph.context()).toThrow('clipgraph is closed')
  })
})

describe('the schema', () => {
  const source = `{
    one: user(by: { username: "${cases.busyUser()}" }) { username posts(first: 2) { nodes { postId } } }
    other: user(by: { username: "nobody.at.all" }) { bio }
  }`

  test('answers graphql() with a context for each operation, and errors with their codes', async () => {
    const { schema, context } = await open()
    const { data, errors } = await graphql({ schema, source, contextValue: context() })
    const posts = { nodes: [{ postId: expect.any(String) }, { postId: expect.any(String) }] }
    expect(data).toEqual({ one: { username: cases.busyUser(), posts }, other: null })
    expect(errors).toMatchObject([{ path: ['other'], extensions: { code: 'NOT_FOUND' } }])
  })

  test('ends an operation with the signal of its context', async () => {
    const { schema, context } = await open()
    const contextValue = context({ signal: AbortSignal.abort() })
    const { errors } = await graphql({ schema, source, contextValue })
    expect(errors?.length).toBeGreaterThan(0)
  })
})

test('importing it loads no server of Node', async () => {
  const entry = join(import.meta.dirname, '../src/host/clipgraph.ts')
  // Packages may: what is asked about is who among the sources asks for it.
  const program = `
    import { registerHooks } from 'node:module'
    const askers = []
    registerHooks({
      resolve(specifier, context, next) {
        if (/^(node:)?https?$|^(node:)?net$/.test(specifier)) askers.push(context.parentURL)
        return next(specifier, context)
      }
    })
    const { createClipgraph } = await import(${JSON.stringify(entry)})
    const clipgraph = await createClipgraph({ keys: ['k'], dataUrl: ${JSON.stringify(inject('defaultDataset'))} })
    const headers = { 'x-gateway-key': 'k' }
    for (const path of ['/graphql?query={__typename}', '/api/v1/users/a', '/healthz', '/openapi.json'])
      await clipgraph.fetch(new Request('http://x' + path, { headers }))
    await clipgraph.close()
    console.log(JSON.stringify(askers.filter((url) => !url.includes('node_modules'))))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(JSON.parse(stdout)).toEqual([])
})

describe('the graph over fetch', () => {
  test('gives plugins the context of the host, which cannot replace its own', async () => {
    const seen: unknown[] = []
    const plugin = { onExecute: ({ args }: { args: { contextValue: object } }) => void seen.push(args.contextValue) }
    const clipgraph = await open({ keys: ['k'], plugins: [plugin as object] })
    const response = await clipgraph.fetch(question(typename), { tenant: 'a', deps: null, scope: null })
    expect((await bodyOf(response)).data).toEqual({ __typename: 'Query' })
    expect(seen).toMatchObject([{ tenant: 'a', scope: expect.anything(), deps: expect.anything() }])
    expect((await bodyOf(await clipgraph.fetch(question(typename), 'text'))).data).toEqual({ __typename: 'Query' })
  })

  test('delivers parts as they come, and stops when nobody reads on', async () => {
    const clipgraph = await open()
    const query =
      '{ user(by: { username: "maya.nguyen" }) { username ... @defer { followers(first: 1) { nodes { username } } } } }'
    const ask = () => clipgraph.fetch(question(query, { headers: { accept: 'multipart/mixed' } }))
    const { data, payloads } = await merged(payloadsOf(await ask()))
    expect(data).toMatchObject({ user: { username: 'maya.nguyen', followers: { nodes: [{}] } } })
    expect(payloads).toBe(2)
    await (await ask()).body?.cancel()
  })
})
