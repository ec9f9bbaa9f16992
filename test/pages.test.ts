import { request as httpRequest } from 'node:http'
import { parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '../src/core/errors.ts'
import type { App } from '../src/host/app.ts'
import { examples } from '../src/services/examples.ts'
import type { Source } from '../src/store/source.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { graphQLEquivalents } from '../src/surfaces/site/docs/graphql-equivalent.ts'
import { countedSource } from './counted-source.ts'
import { idsOf, markupOf, textOf } from './markup.ts'
import { startOwnKey } from './own-key.ts'
import { startServer, type TestServer, testKey } from './server.ts'

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const ownKey = 'cg_key-of-this-run'

/** The same source with look-ups of the test's own. */
const withLookUp = (source: Source, lookUp: Source['lookUp']): Source => ({
  lookUp,
  page: (kind, key, request, signal) => source.page(kind, key, request, signal),
  ready: (signal) => source.ready(signal),
  close: () => source.close()
})

type Loaded = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** Without fetch, which would not let a test choose the Host header. */
const load = (url: string, headers: Record<string, string> = {}): Promise<Loaded> =>
  new Promise((resolve, reject) => {
    httpRequest(url, { headers: { accept: browserAccept, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString()
        })
      )
    })
      .on('error', reject)
      .end()
  })

/** Every address in the markup that a browser would load or follow: the canonical one is for search engines. */
const addressesOf = (page: string) =>
  [
    ...markupOf(page)
      .replace(/<link rel="canonical"[^>]*>/, '')
      .matchAll(/\s(?:src|href|srcset|action|data|poster)\s*=\s*["']?([^"'\s>]+)/g)
  ].map(([, address = '']) => address)
const isInside = (address: string) => /^(\/(?!\/)|#|data:)/.test(address)

let server: TestServer
let own: App
beforeAll(async () => {
  ;[server, own] = await Promise.all([startServer(), startOwnKey(ownKey)])
})
afterAll(async () => {
  await Promise.all([server.close(), own.close()])
})

describe.each(['/', '/docs', '/graphql'])('the page at %s', (path) => {
  test('is HTML that is not kept, loads nothing from elsewhere and runs only its own script', async () => {
    const { status, headers, body } = await load(server.url + path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src( 'self'| 'sha256-[\w+/]+=*')+;/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('http')
    expect(addressesOf(body).filter((address) => !isInside(address))).toEqual([])
    expect(body).not.toMatch(/@import|<iframe|<object|<embed|<base/)
  })

  test('shows the key of this run to whoever sits at the machine', async () => {
    expect((await load(own.url + path)).body).toContain(ownKey)
    const { port } = new URL(own.url)
    expect((await load(own.url + path, { host: `localhost:${port}` })).body).toContain(ownKey)
  })

  test.each([
    ['asked for under a foreign name (DNS rebinding)', { host: 'attacker.example' }],
    ['asked for through a proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['asked for through a proxy that says so otherwise', { forwarded: 'for=203.0.113.9' }]
  ])('does not show it when %s', async (_, headers) => {
    const { status, body } = await load(own.url + path, headers)
    expect(status).toBe(200)
    expect(body).not.toContain(ownKey)
  })

  test('shows no key when keys are configured', async () => {
    const { body } = await load(server.url + path)
    expect(body).not.toContain(testKey)
    if (path !== '/graphql') expect(body).toContain('YOUR_KEY')
  })
})

describe.each(['/', '/docs'])('the page at %s', (path) => {
  test('has landmarks, one first heading, a skip link and unique ids', async () => {
    const { body } = await load(server.url + path)
    expect(body).toMatch(/^<!doctype html>\n<html lang="en"/)
    expect(body.match(/<h1/g)).toHaveLength(1)
    expect(body.match(/<main /g)).toHaveLength(1)
    expect(body).toContain('<a class="skip" href="#main">')
    expect(body).toContain('<main id="main"')
    const ids = idsOf(body)
    expect(new Set(ids).size).toBe(ids.length)
    const levels = [...body.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
    for (const address of addressesOf(body)) {
      if (address.startsWith('#')) expect(ids).toContain(address.slice(1))
    }
  })

  test('its own links lead somewhere', async () => {
    const { body } = await load(server.url + path)
    const links = new Set(addressesOf(body).filter((address) => /^\/(?!graphql\?)/.test(address)))
    for (const link of links) expect([link, (await load(server.url + link)).status]).toEqual([link, 200])
  })

  test('a Host header cannot put markup or shell commands into it', async () => {
    const { body } = await load(own.url + path, { host: `a'";$(reboot)` }).catch(() => ({ body: '' }))
    expect(body).not.toContain('reboot')
  })

  test('what the data says stays text', async () => {
    const evil = '</code></pre><script>alert(1)</script><img src=x onerror=alert(2)>"\'&amp;'
    const app = await startOwnKey(ownKey, (source) =>
      withLookUp(source, async (kind, keys, signal) => {
        if (kind !== 'user') return source.lookUp(kind, keys, signal)
        const profile = {
          user_id: '1',
          username: examples.username,
          display_name: evil,
          website_url: null,
          followers: 1,
          following: 1,
          total_likes: 1,
          total_videos: 1,
          verified: false,
          is_private: false,
          bio: evil,
          avatar_url: null,
          avatar_thumb_url: null
        }
        // The kind asked for is the kind answered with.
        return keys.map(() => profile) as never
      })
    )
    try {
      const { body } = await load(app.url + path)
      expect(body).not.toContain('<script>alert')
      expect(body).not.toContain('<img')
      expect(body).toContain('&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;alert(1)')
    } finally {
      await app.close()
    }
  })
})

describe('the REST reference', () => {
  test('has every operation with its path, parameters and error codes', async () => {
    const { body } = await load(`${server.url}/docs`)
    for (const operation of operations) {
      const section = sectionOf(body, operation.id)
      expect(section).toContain(`<code>${operation.path}</code>`)
      for (const [name, { aliases = [] }] of Object.entries(operation.input)) {
        for (const spelled of [name, ...aliases]) expect(section).toContain(`<code>${spelled}</code>`)
      }
    }
    // What every operation may answer with is said once.
    const [common = ''] = /<p>Every operation may return .*?<\/p>/.exec(body) ?? []
    for (const code of ['INVALID_PARAM', 'UNAUTHORIZED']) expect(common).toContain(`<code>${code}</code>`)
    expect(sectionOf(body, 'getCreatorScorecard')).toContain('ACCOUNT_PRIVATE')
    expect(sectionOf(body, 'searchUsers')).not.toContain('>NOT_FOUND')
    for (const code of Object.keys(errorCodes)) expect(body).toContain(`<code>${code}</code>`)
  })

  test('each curl works as it stands, and the answer shown is the one it gets', async () => {
    const { body } = await load(`${own.url}/docs`)
    for (const operation of operations) {
      const section = sectionOf(body, operation.id)
      const curl = textOf(/curl -H .*?<\/code>/.exec(section)?.[0] ?? '')
      const [, key = '', url = ''] = /^curl -H 'x-gateway-key: ([^']+)' '([^']+)'$/.exec(curl) ?? []
      expect(url.startsWith(`${own.url}/api/v1/`)).toBe(true)
      const response = await fetch(url, { headers: { 'x-gateway-key': key } })
      const answer = (await response.json()) as { error: { code: string } | null }
      expect(section).toContain(`">${response.status}</span>`)
      if (answer.error !== null) expect(section).toContain(answer.error.code)
    }
  })

  test('visitors from elsewhere share one round of reads instead of causing one each', async () => {
    const source = countedSource()
    const app = await startOwnKey(ownKey, source.wrap)
    try {
      await Promise.all([load(`${app.url}/docs`), load(`${app.url}/docs`)])
      expect(source.take().length).toBeGreaterThan(0)
      await load(`${app.url}/docs`)
      expect(source.take()).toEqual([])
    } finally {
      await app.close()
    }
  })

  test('long lists are cut with a note', async () => {
    const section = sectionOf((await load(`${server.url}/docs`)).body, 'listSoundLibrary')
    expect(section).toContain('<i>… 4 more</i>')
  })

  test('the GraphQL shown beside an operation is valid and answers as REST does', async () => {
    for (const { operation, path, inline } of graphQLEquivalents) {
      expect([operation.id, validate(schema, parse(inline)).map(String)]).toEqual([operation.id, []])
      const [rest, graph] = await Promise.all([server.get(path), server.query(inline)])
      expect([operation.id, graph.errors?.[0]?.extensions?.code ?? null]).toEqual([
        operation.id,
        rest.body.error?.code ?? null
      ])
    }
  })
})

const sectionOf = (page: string, id: string) => {
  const start = page.indexOf(`<section class="operation" id="${id}"`)
  return start < 0 ? '' : page.slice(start, page.indexOf('</section>', start))
}

describe('GraphiQL', () => {
  /** What the page tells its script. */
  const start = (page: string) => /<script type="application\/json" id="start">(.*?)<\/script>/.exec(page)?.[1] ?? ''

  test('opens for browsers only, without a key; programs still need one', async () => {
    const page = await load(`${server.url}/graphql`)
    expect(page.headers.vary).toBe('accept-encoding, accept')
    expect(page.body).toContain('<title>GraphiQL · clipgraph</title>')
    const program = await load(`${server.url}/graphql?query={__typename}`, { accept: 'application/json' })
    expect(program.status).toBe(401)
  })

  test('is a small page; all else are files that stay the same under their address and are loaded once', async () => {
    const { headers, body } = await load(`${server.url}/graphql`)
    expect(body.length).toBeLessThan(22_000)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=*';/)
    for (const directive of ["worker-src 'self';", "connect-src 'self';"]) {
      expect(policy).toContain(directive)
    }
    const files = [...body.matchAll(/\/graphiql\/[\w-]{12}\/([\w.-]+)/g)]
    expect(files.map(([, name]) => name).sort()).toEqual([
      'editor-worker.js',
      'graphiql.css',
      'graphiql.js',
      'graphql-worker.js',
      'json-worker.js',
      'shell.js'
    ])
    for (const [path, name = ''] of files) {
      const file = await fetch(server.url + path)
      const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
      expect(file.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(file.headers.get('content-encoding')).toBe('gzip')
      const text = await file.text()
      const plain = await fetch(server.url + path, { headers: { 'accept-encoding': 'identity' } })
      expect((await plain.text()) === text).toBe(true)
    }
    const [path = ''] = files[0] ?? []
    expect((await fetch(server.url + path.replace(/[\w-]{12}/, '000000000000'))).status).toBe(404)
  })

  test('its files travel in brotli to browsers that take it, a quarter of what they are', async () => {
    const { body } = await load(`${server.url}/graphql`)
    const path = /\/graphiql\/[\w-]{12}\/graphiql\.js/.exec(body)?.[0]
    const { headers } = await load(server.url + path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const plain = await load(server.url + path)
    expect(headers['content-encoding']).toBe('br')
    expect(Number(headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 4)
  })

  test('starts with queries that are valid and carries their variables', async () => {
    const { body } = await load(`${server.url}/graphql`)
    const { options } = JSON.parse(start(body)) as {
      options: { defaultTabs: { query: string; variables?: string }[]; shouldPersistHeaders: boolean }
    }
    expect(options.shouldPersistHeaders).toBe(false)
    expect(options.defaultTabs.length).toBeGreaterThan(2)
    for (const { query, variables } of options.defaultTabs) {
      expect(validate(schema, parse(query)).map(String)).toEqual([])
      const answer = await server.query(query, variables === undefined ? undefined : JSON.parse(variables))
      // The data set may lack an example; the question itself is always right.
      for (const error of answer.errors ?? []) expect(error.extensions?.code).toBe('NOT_FOUND')
    }
  })

  test('shows the query of the address and its variables before any script runs, as text', async () => {
    const query = '{ a }</textarea><script>alert(1)</script>'
    const sent = new URLSearchParams({ query, variables: '{"q": "<b>"}' })
    const { body } = await load(`${server.url}/graphql?${sent}`)
    expect(body).toContain('{ a }&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>')
    expect(body).toContain('{&quot;q&quot;: &quot;&lt;b&gt;&quot;}</textarea>')
    expect((await load(`${server.url}/graphql`)).body).toContain('query FirstLook {')
  })

  test.each([
    ['same-origin', '&run=', true],
    ['same-origin', '', false],
    ['cross-site', '&run=', false],
    ['same-site', '&run=', false],
    ['none', '&run=', false],
    [undefined, '&run=', false]
  ])('asks at once only where a page of this server led to it and says so: %s, "%s"', async (site, run, isRun) => {
    const headers = site === undefined ? {} : { 'sec-fetch-site': site }
    const { body } = await load(`${server.url}/graphql?query={__typename}${run}`, headers)
    expect(JSON.parse(start(body)).run).toBe(isRun)
  })

  test.each([
    ['', true],
    ['?query=', true],
    ['?variables={"a":1}', true],
    ['?query={__typename}', false]
  ])('asks its first example at once, whoever led to it: %s', async (search, isRun) => {
    const { body } = await load(`${server.url}/graphql${search}`, { 'sec-fetch-site': 'cross-site' })
    expect(JSON.parse(start(body)).run).toBe(isRun)
  })

  test('nothing put into it can end its script', async () => {
    const evil = 'k</script><script>alert(1)</script><!--<script>'
    const app = await startOwnKey(evil)
    try {
      const { body } = await load(`${app.url}/graphql`)
      expect(body).not.toContain('</script><script>')
      expect(body.match(/<\/script/g)).toHaveLength(3)
      expect(body).toContain('value="k&lt;/script&gt;&lt;script&gt;alert(1)')
      expect(start(body)).not.toContain('alert')
    } finally {
      await app.close()
    }
  })
})

test('the first page shows a query and a request with their answers, and where to go on', async () => {
  const { body } = await load(`${own.url}/`)
  for (const link of ['/graphql', '/docs', '/openapi.json', '/schema.graphql', '/healthz', '/readyz']) {
    expect(addressesOf(body)).toContain(link)
  }
  const curl = /curl -H .*?<\/code>/.exec(body)?.[0] ?? ''
  expect(textOf(curl)).toBe(
    `curl -H 'x-gateway-key: ${ownKey}' '${own.url}/api/v1/users/${encodeURIComponent(examples.username)}'`
  )
  expect(textOf(body)).toContain('"user": ')
})
