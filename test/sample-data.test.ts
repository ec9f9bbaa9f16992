import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClipgraph } from '../src/host/clipgraph.ts'
import { overHttp } from './agent.ts'
import { startFacade } from './chain.ts'
import { start } from './command.ts'
import { commandInProcess } from './command-in-process.ts'
import { row } from './dataset.ts'
import { serve } from './served.ts'
import { startServer, type TestServer, testKey } from './server.ts'

const header = 'x-sample-data'
const folder = mkdtempSync(join(tmpdir(), 'clipgraph-sample-'))
afterAll(() => rmSync(folder, { recursive: true }))

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const close of closing.splice(0).reverse()) await close()
})

const post = { id: '6907228749872000001', text: 'hello', createTime: 1_608_214_517, authorMeta: { name: 'someone' } }
writeFileSync(join(folder, 'feed.json'), JSON.stringify([post]))

/** A data set that a command makes. */
const made = async (name: string, line: string): Promise<string> => {
  const path = join(folder, name)
  expect(await commandInProcess(`${line} ${path}`, folder)).toMatchObject({ code: 0 })
  return path
}
const seeded = (name: string) => made(name, 'seed --users 10 --posts 20 --out')
const imported = (name: string) => made(name, 'import feed.json --into')

const { username } = row<{ username: string }>('SELECT username FROM users ORDER BY followers DESC LIMIT 1')
const path = `/api/v1/users/${username}`
const query = `{ user(by: { username: "${username}" }) { displayName } }`

describe('answers from sample data', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  const send = (path: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
    fetch(server.url + path, { ...init, headers: { 'x-gateway-key': testKey, ...init.headers } })
  const json = { 'content-type': 'application/json' }

  test('say so in a header over REST, and the body keeps to the contract', async () => {
    const bodies = []
    // The first is read, the later ones are ready.
    for (let time = 0; time < 4; time += 1) {
      const { headers, body } = await server.get(path)
      expect(headers.get(header)).toBe('true')
      bodies.push(body)
    }
    expect(bodies.at(-1)?.meta.cached).toBe(true)
    for (const { meta } of bodies) expect(Object.keys(meta)).toEqual(['request_id', 'timestamp', 'cached', 'version'])
    const etag = (await send(path)).headers.get('etag') ?? ''
    const others = [
      send(path, { headers: { 'if-none-match': etag } }),
      send(path, { method: 'HEAD' }),
      send(`${path}/posts`, { headers: { accept: 'text/csv' } }),
      send('/api/v1/users/nobody.at.all'),
      send(path, { headers: { 'accept-encoding': 'gzip' } })
    ]
    const answers = await Promise.all(others)
    expect(answers.map(({ status }) => status)).toEqual([304, 200, 200, 404, 200])
    expect(answers.map(({ headers }) => headers.get(header))).toEqual(answers.map(() => 'true'))
  })

  test('say so in `meta` and in a header over GraphQL, whether they are read, ready, known or come in parts', async () => {
    const asked = `/graphql?query=${encodeURIComponent(query)}`
    const body = JSON.stringify({ query })
    for (let time = 0; time < 4; time += 1) {
      for (const answer of [send(asked), send('/graphql', { method: 'POST', body, headers: json })]) {
        const { headers, ...response } = await answer.then(async (response) => ({
          headers: response.headers,
          meta: (await response.json()).extensions.meta
        }))
        expect([headers.get(header), response.meta.sample_data]).toEqual(['true', true])
        if (time === 3) expect(response.meta.cached).toBe(true)
      }
    }
    const etag = (await send(asked)).headers.get('etag') ?? ''
    const known = await send(asked, { headers: { 'if-none-match': etag } })
    expect([known.status, known.headers.get(header)]).toEqual([304, 'true'])
    const parts = await send('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: query.replace('displayName', '... @defer { displayName }') }),
      headers: { ...json, accept: 'multipart/mixed' }
    })
    expect([parts.headers.get('content-type'), parts.headers.get(header)]).toEqual([
      expect.stringContaining('multipart/mixed'),
      'true'
    ])
    expect(await parts.text()).toContain('"sample_data":true')
  })

  test('can be noticed by scripts of other origins, and by readers of pages without scripts', async () => {
    const local = await send(path, { headers: { origin: 'http://localhost:3000' } })
    expect(local.headers.get('access-control-expose-headers')).toContain(header)
    const page = await (await fetch(server.url)).text()
    expect(page).toContain('<p>Sample data, invented.</p>')
    expect(page).toMatch(/<meta name="description" content="Sample data, invented\. /)
  })

  test('are known as such by agents', async () => {
    const agent = await overHttp(server.url)
    expect(agent.getInstructions()).toMatch(/^Sample data, invented: /)
    await agent.close()
  })

  test('say so through the library, and of a file that is served by its name', async () => {
    const clipgraph = await createClipgraph({ keys: [testKey], dataUrl: await seeded('named.db'), logLevel: 'silent' })
    closing.push(clipgraph.close)
    const answer = await clipgraph.fetch(
      new Request('http://host/graphql', {
        method: 'POST',
        body: JSON.stringify({ query: '{ __typename }' }),
        headers: { ...json, 'x-gateway-key': testKey }
      })
    )
    expect(answer.headers.get(header)).toBe('true')
    expect((await answer.json()).extensions.meta.sample_data).toBe(true)
  })
})

/** What a server says of its data. */
const marks = async (server: TestServer) => {
  const { headers } = await server.get('/api/v1/users/someone')
  const { extensions } = await server.query('{ __typename }')
  return [headers.get(header), extensions?.meta?.sample_data ?? null]
}
const marked = ['true', true]
const unmarked = [null, null]

describe('data that somebody collected', () => {
  test('bear no mark, as soon as an import has replaced sample data', async () => {
    const dataset = await seeded('replaced.db')
    const server = await startServer({ dataset })
    closing.push(server.close)
    expect(await marks(server)).toEqual(marked)
    expect(await commandInProcess(`import feed.json --replace --into ${dataset}`, folder)).toMatchObject({ code: 0 })
    await expect.poll(() => marks(server)).toEqual(unmarked)
    expect((await server.get('/api/v1/users/someone')).status).toBe(200)
    const page = await (await fetch(server.url)).text()
    expect(page).not.toMatch(/sample/i)
  })
})

describe('a facade', () => {
  test('passes the mark on, and takes it away once the deployment has other data', async () => {
    const dataset = await seeded('behind.db')
    const deployment = await startServer({ dataset })
    closing.push(deployment.close)
    const facade = await startFacade(deployment.url)
    const further = await startFacade(facade.url)
    closing.push(facade.close, further.close)
    await further.get('/api/v1/users/someone')
    expect(await marks(facade)).toEqual(marked)
    expect(await marks(further)).toEqual(marked)
    await commandInProcess(`import feed.json --replace --into ${dataset}`, folder)
    await expect.poll(() => marks(deployment)).toEqual(unmarked)
    let id = 7_000_000_000_000_000_000n
    /** Reads what no cache has, and so hears from the deployment. */
    const read = async (server: TestServer) => {
      id += 1n
      await server.get(`/api/v1/sounds/${id}`)
      return marks(server)
    }
    await expect.poll(() => read(facade)).toEqual(unmarked)
    await expect.poll(() => read(further)).toEqual(unmarked)
    // What was read of the sample data is not answered any more.
    expect((await facade.get('/api/v1/users/someone')).status).toBe(200)
  })

  test('over other data bears none', async () => {
    const deployment = await startServer({ dataset: await imported('real.db') })
    const facade = await startFacade(deployment.url)
    closing.push(deployment.close, facade.close)
    await facade.get('/api/v1/users/someone')
    expect(await marks(facade)).toEqual(unmarked)
  })
})

const refusal =
  /^configuration: DATA_URL must be set in production and where other machines can call: to the data to serve, or to demo: for sample data, which are invented\n$/

describe('without DATA_URL', () => {
  test.each([
    ['in production', { NODE_ENV: 'production' }],
    ['where other machines can call', { HOST: '0.0.0.0', GATEWAY_KEYS: testKey }]
  ])('no server starts %s, and it says what to set', async (_, env) => {
    const cwd = mkdtempSync(join(folder, 'unset-'))
    const { code, stdout, stderr } = await start(['serve'], { cwd, env: { DATA_URL: '', ...env } }).finished
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(refusal)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('no library opens in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    await expect(createClipgraph({ keys: [testKey] })).rejects.toThrow(
      /^configuration: dataUrl must be set in production/
    )
  })

  test('nothing is exported or asked in production either', async () => {
    for (const line of ['export users', "query '{ __typename }'", 'mcp']) {
      const { code, stderr } = await commandInProcess(line, folder, { NODE_ENV: 'production' })
      expect([line, code, stderr]).toEqual([line, 1, expect.stringMatching(refusal)])
    }
  })
})

describe('demo:', () => {
  test('has its sample data made and served in production and to other machines, which the log says', async () => {
    const cwd = mkdtempSync(join(folder, 'demo-'))
    const env = { DATA_URL: 'demo:', NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '0', GATEWAY_KEYS: testKey }
    const server = start(['serve'], { cwd, env })
    await expect.poll(() => server.stdout()).toMatch(/ {2}Data {6}Sample data, invented; replace them: /)
    await expect
      .poll(() => server.stderr())
      .toContain('the data are sample data: their people and numbers are invented')
    server.kill('SIGINT')
    await server.finished
    expect(readdirSync(join(cwd, 'data'))).toEqual(['demo.db'])
  })

  test('takes no import and no other seed', async () => {
    const env = { DATA_URL: 'demo:' }
    for (const line of ['import feed.json', 'seed']) {
      const { code, stderr } = await commandInProcess(line, folder, env)
      expect([line, code]).toEqual([line, 1])
      expect(stderr).toMatch(/^DATA_URL names the sample data; set --(into|out) to sqlite:FILE/)
    }
  })
})

test('a server over data of its own says nothing of samples when it starts', async () => {
  const server = await serve(await imported('own.db'))
  closing.push(server.stop)
  expect(server.stderr()).toBe('')
})

test('the first screen of the README says that the people are invented', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme.slice(0, readme.indexOf('curl'))).toMatch(/invented/)
})
