import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { startServer, type TestServer, testKey } from '../server.ts'
import { hasNoChromium, launch, openPage } from './chromium.ts'

/** What a script on a page gets of a call; null where the browser lets it have nothing. */
type Seen = { status: number; headers: Record<string, string>; text: string } | null

type Call = { method?: string; headers?: Record<string, string>; body?: string }

/** A page of somebody else's, served from another port: another origin. */
const servePage = async (): Promise<{ server: Server; url: string }> => {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>front end</title><link rel="icon" href="data:,">')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}/` }
}

describe.skipIf(hasNoChromium)('a front end on another port, in a browser', () => {
  let browser: Browser
  let frontEnd: { server: Server; url: string }
  let open: TestServer
  let closed: TestServer
  let page: Page
  beforeAll(async () => {
    frontEnd = await servePage()
    ;[browser, open, closed] = await Promise.all([
      launch(),
      startServer({ config: { origins: [new URL(frontEnd.url).origin] } }),
      startServer({ config: { origins: ['https://app.example'] } })
    ])
    page = (await openPage(browser, frontEnd.url)).page
    await page.goto(frontEnd.url)
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), open?.close(), closed?.close()])
    frontEnd.server.close()
  })

  const call = (server: TestServer, path: string, init: Call = {}): Promise<Seen> =>
    page.evaluate(
      ([url, options]) =>
        fetch(url, options).then(
          async (response) => ({
            status: response.status,
            headers: Object.fromEntries(response.headers),
            text: await response.text()
          }),
          () => null
        ),
      [server.url + path, init] as const
    )
  const key = { 'x-gateway-key': testKey }
  const rest = (server: TestServer, path: string, headers: Record<string, string> = key) =>
    call(server, path, { headers })
  const graph = (server: TestServer, query: string, headers: Record<string, string> = key) =>
    call(server, '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: '00-1-2-00', ...headers },
      body: JSON.stringify({ query })
    })

  const profile = `/api/v1/users/${examples.username}`
  const query = `{ user(by: { username: "${examples.username}" }) { displayName } }`
  const named = (seen: Seen) => Object.keys(seen?.headers ?? {})

  test('reads data of both surfaces, and the headers that matter', async () => {
    const seen = await rest(open, profile)
    expect(seen?.status).toBe(200)
    expect(JSON.parse(seen?.text ?? '').data.username).toBe(examples.username)
    expect(named(seen)).toEqual(expect.arrayContaining(['etag', 'age', 'x-request-id', 'cache-control']))
    const answer = await graph(open, query)
    expect(answer?.status).toBe(200)
    expect(JSON.parse(answer?.text ?? '')).toMatchObject({ data: { user: { displayName: expect.any(String) } } })
    const { meta } = JSON.parse(answer?.text ?? '').extensions
    expect(answer?.headers['x-request-id']).toBe(meta.request_id)
    const list = await rest(open, `${profile}/posts?count=20`)
    expect(JSON.parse(list?.text ?? '').data).toHaveLength(20)
  })

  test('reads why it got none: 401, 404, 400, 405', async () => {
    for (const [path, headers, status, code] of [
      [profile, { 'x-gateway-key': 'wrong' }, 401, 'UNAUTHORIZED'],
      ['/api/v1/users/nobody.at.all', key, 404, 'NOT_FOUND'],
      ['/api/v1/nothing', key, 404, 'NOT_FOUND'],
      [`${profile}/posts?count=5000`, key, 400, 'INVALID_PARAM']
    ] as const) {
      const seen = await rest(open, path, headers)
      expect([path, seen?.status, JSON.parse(seen?.text ?? '{}').error?.code]).toEqual([path, status, code])
      expect(named(seen)).toContain('x-request-id')
    }
    const refused = await graph(open, query, { 'x-gateway-key': 'wrong' })
    expect([refused?.status, JSON.parse(refused?.text ?? '{}').errors?.[0].extensions.code]).toEqual([
      401,
      'UNAUTHORIZED'
    ])
    const wrong = await graph(open, '{', { ...key, accept: 'application/graphql-response+json' })
    expect([wrong?.status, JSON.parse(wrong?.text ?? '{}').errors?.[0].extensions.code]).toEqual([
      400,
      'GRAPHQL_PARSE_FAILED'
    ])
    const posted = await call(open, profile, { method: 'POST', headers: key })
    expect([posted?.status, posted?.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('reads nothing where its origin is not allowed to, with a key or without', async () => {
    expect(await rest(closed, profile)).toBe(null)
    expect(await graph(closed, query)).toBe(null)
    expect(await call(closed, profile)).toBe(null)
    expect(
      await call(closed, '/graphql', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: query })
    ).toBe(null)
  })

  test('reads contracts and pictures of any deployment, and its pages of none', async () => {
    for (const server of [open, closed]) {
      for (const path of ['/openapi.json', '/schema.graphql', '/media/cover/1.svg']) {
        expect([path, (await call(server, path))?.status]).toEqual([path, 200])
      }
      for (const path of ['/', '/docs', '/metrics']) expect([path, await call(server, path)]).toEqual([path, null])
    }
    const width = await page.evaluate(async (url) => {
      const image = new Image()
      image.crossOrigin = 'anonymous'
      image.src = url
      await image.decode()
      return image.width
    }, `${closed.url}/media/cover/1.svg`)
    expect(width).toBeGreaterThan(0)
  })
})
