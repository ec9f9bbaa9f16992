import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { startApp } from '../src/host/app.ts'
import { failureOf, overHttp } from './agent.ts'
import { startFacade, ways } from './chain.ts'
import {
  type FakeUpstream,
  failure,
  type Script,
  speaking,
  startFakeUpstream,
  success,
  successText
} from './fake-upstream.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { patient, type TestServer, testKey } from './server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})
/** What is told in seconds from now is the same however long it takes. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date', 'performance'] })
const kept = <T extends { close(): Promise<unknown> }>(thing: T): T => {
  closing.push(() => thing.close())
  return thing
}

const soundJson = '{"sound_id":"5","title":"T","author":"A"}'
const secrets = /secret|internal-host|stack|127\.0\.0\.1|localhost|fake|\/api\/v1|ECONN|undici|x-internal/i

type Expected = { status: number; code: string; retryAfter?: number; calls?: number }

const cases: [string, Script, Expected][] = [
  ['404 in the envelope', () => failure(404, 'NOT_FOUND'), { status: 404, code: 'NOT_FOUND', calls: 1 }],
  [
    '404 as a web page',
    () => ({ status: 404, body: '<h1>secret nginx at internal-host</h1>' }),
    { status: 502, code: 'UPSTREAM_ERROR' }
  ],
  [
    '429 with Retry-After',
    () => failure(429, 'RATE_LIMITED', { 'retry-after': '7' }),
    { status: 503, code: 'UNAVAILABLE', retryAfter: 7, calls: 1 }
  ],
  [
    '429 with a date',
    () => failure(429, 'RATE_LIMITED', { 'retry-after': new Date(Date.now() + 20_000).toUTCString() }),
    { status: 503, code: 'UNAVAILABLE', retryAfter: 20, calls: 1 }
  ],
  [
    '429 that wants an hour, of which a minute is told',
    () => ({ status: 429, headers: { 'retry-after': '3600' }, body: '' }),
    { status: 503, code: 'UNAVAILABLE', retryAfter: 60, calls: 1 }
  ],
  ...['999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'].map((retryAfter): (typeof cases)[number] => [
    `503 with Retry-After: ${retryAfter.slice(0, 40)}`,
    () => failure(503, 'UNAVAILABLE', { 'retry-after': retryAfter }),
    { status: 503, code: 'UNAVAILABLE', retryAfter: 60, calls: 1 }
  ]),
  ...['-5', '1.5', '0x10', '', 'Wed, 21 Oct 2015 07:28:00 GMT', 'March'].map((retryAfter): (typeof cases)[number] => [
    `503 with Retry-After: ${retryAfter}`,
    () => failure(503, 'UNAVAILABLE', { 'retry-after': retryAfter }),
    { status: 503, code: 'UNAVAILABLE', retryAfter: 1 }
  ]),
  ['429 without Retry-After', () => failure(429, 'RATE_LIMITED'), { status: 503, code: 'UNAVAILABLE', retryAfter: 1 }],
  [
    '429 with a Retry-After that is none',
    () => failure(429, 'RATE_LIMITED', { 'retry-after': 'soon' }),
    { status: 503, code: 'UNAVAILABLE', retryAfter: 1 }
  ],
  [
    '503 with Retry-After',
    () => failure(503, 'UNAVAILABLE', { 'retry-after': '3' }),
    { status: 503, code: 'UNAVAILABLE', retryAfter: 3, calls: 1 }
  ],
  [
    '503 as a web page',
    () => ({ status: 503, body: '<h1>secret</h1>' }),
    { status: 503, code: 'UNAVAILABLE', retryAfter: 1 }
  ],
  ['401', () => failure(401, 'UNAUTHORIZED'), { status: 502, code: 'UPSTREAM_ERROR', calls: 1 }],
  ['403', () => failure(403, 'FORBIDDEN'), { status: 502, code: 'UPSTREAM_ERROR', calls: 1 }],
  ['400', () => failure(400, 'INVALID_PARAM'), { status: 502, code: 'UPSTREAM_ERROR', calls: 1 }],
  ['400 as a web page', () => ({ status: 400, body: 'secret' }), { status: 502, code: 'UPSTREAM_ERROR' }],
  ['500 in the envelope', () => failure(500, 'INTERNAL_ERROR'), { status: 502, code: 'UPSTREAM_ERROR' }],
  ['502', () => failure(502, 'UPSTREAM_ERROR'), { status: 502, code: 'UPSTREAM_ERROR' }],
  ['504', () => failure(504, 'UPSTREAM_TIMEOUT'), { status: 504, code: 'UPSTREAM_TIMEOUT' }],
  [
    '200 with a web page',
    () => ({ body: '<!doctype html><title>secret</title>' }),
    { status: 502, code: 'UPSTREAM_ERROR' }
  ],
  ['200 with nothing', () => ({ body: '' }), { status: 502, code: 'UPSTREAM_ERROR' }],
  [
    '200 with half an envelope',
    () => ({ body: successText(soundJson).slice(0, -40) }),
    { status: 502, code: 'UPSTREAM_ERROR' }
  ],
  ['200 with other JSON', () => ({ body: '{"data":{"secret":1}}' }), { status: 502, code: 'UPSTREAM_ERROR' }],
  ['200 with a list', () => ({ body: '[1,2,3]' }), { status: 502, code: 'UPSTREAM_ERROR' }],
  ['200 with JSON nested without end', () => ({ body: '['.repeat(100_000) }), { status: 502, code: 'UPSTREAM_ERROR' }],
  ['200 with an error in it', () => ({ ...failure(200, 'INTERNAL_ERROR') }), { status: 502, code: 'UPSTREAM_ERROR' }],
  [
    '200 of another version',
    () => ({ body: successText(soundJson, 'null', '2031-07') }),
    { status: 502, code: 'UPSTREAM_ERROR', calls: 1 }
  ],
  [
    '200 without a version',
    () => ({ body: successText(soundJson).replace(/"version":"[^"]*"/, '"v":1') }),
    { status: 502, code: 'UPSTREAM_ERROR', calls: 1 }
  ],
  [
    '200 that is compressed unasked',
    () => ({ headers: { 'content-encoding': 'gzip' }, body: '\x1f\x8b\x08secret' }),
    { status: 502, code: 'UPSTREAM_ERROR' }
  ],
  ['204', () => ({ status: 204, body: '' }), { status: 502, code: 'UPSTREAM_ERROR' }],
  [
    'a redirect',
    ({ headers }) => ({ status: 302, headers: { location: `http://${headers.host}/secret` }, body: '' }),
    { status: 502, code: 'UPSTREAM_ERROR' }
  ],
  [
    'a permanent redirect',
    ({ headers }) => ({
      status: 308,
      headers: { location: `http://${headers.host}/secret` },
      body: successText(soundJson)
    }),
    { status: 502, code: 'UPSTREAM_ERROR' }
  ],
  [
    'headers without end',
    (_, response) => {
      response.writeHead(200, { 'x-internal': 's'.repeat(100_000) }).end(successText(soundJson))
      return undefined
    },
    { status: 502, code: 'UPSTREAM_ERROR' }
  ],
  [
    'a connection that closes',
    (_, response) => {
      response.socket?.destroy()
      return undefined
    },
    { status: 503, code: 'UNAVAILABLE', retryAfter: 1 }
  ],
  [
    'a body that is shorter than it says',
    (_, response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write(successText(soundJson))
      // Before or after the client has read that much: the outcome is the same.
      setTimeout(() => response.socket?.destroy(), 20)
      return undefined
    },
    { status: 502, code: 'UPSTREAM_ERROR' }
  ],
  [
    'a body that is too large',
    (_, response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(1024 * 1024, 32)
      const send = () => {
        while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', send)
      }
      send()
      return undefined
    },
    { status: 502, code: 'UPSTREAM_ERROR', calls: 1 }
  ]
]

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const sized = (body: string, length = Buffer.byteLength(body)) => `${head}Content-Length: ${length}\r\n\r\n${body}`
const chunked = (body: string, extension = '', trailer = '') => {
  const chunks = [body.slice(0, 20), body.slice(20)].map(
    (each) => `${each.length.toString(16)}${extension}\r\n${each}\r\n`
  )
  return `${head}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n${trailer}\r\n`
}
/** What stands around a body, and what clients get of two sounds that are asked for one after the other. */
const frames: [string, (body: string) => string, number][] = [
  ['chunks', chunked, 200],
  ['extensions of chunks', (body) => chunked(body, ';a=b;c="d"'), 200],
  ['trailers', (body) => chunked(body, '', 'Age: 5\r\nX-Internal: secret\r\n'), 200],
  ['answers of 1xx before it', (body) => `HTTP/1.1 103 Early Hints\r\nAge: 5\r\n\r\n${sized(body)}`, 200],
  ['a further answer nobody asked for', (body) => sized(body) + sized(successText(soundJson)), 200],
  ['less than it says', (body) => sized(body, 2), 502],
  ['two lengths', (body) => sized(body).replace('Content-Length', 'Content-Length: 5\r\nContent-Length'), 502],
  ['a length and chunks', (body) => chunked(body).replace('\r\n', '\r\nContent-Length: 5\r\n'), 502],
  ['chunks without a size', (body) => chunked(body).replace('\r\n\r\n', '\r\n\r\nsecret\r\n'), 502],
  ['a length that is none', (body) => sized(body).replace(/Length: \d+/, 'Length: secret'), 502]
]

/** The sound that a path names. */
const soundAt = (path: string) => ({ body: successText(soundJson.replace('"5"', `"${path.split('/').at(-1)}"`)) })

describe.each(ways)('an upstream’s answer by %s', (way) => {
  const start = async (script: Script) => {
    const fake = kept(await startFakeUpstream(speaking(script), way))
    return { fake, facade: kept(await startFacade(fake.url, { way })) }
  }
  /** Before REST is asked. */
  const queries = way === 'graph' ? 1 : 0

  test.each(cases)('%s is told apart, and nothing of it is shown', async (_, script, expected) => {
    stopClock()
    const { fake, facade } = await start(script)
    await fetch(`${facade.url}/readyz`)
    fake.asked.length = 0

    const rest = await facade.get('/api/v1/sounds/5')
    expect(rest.status).toBe(expected.status)
    expect(rest.body).toMatchObject({ data: null, pagination: null, error: { code: expected.code } })
    expect(rest.body.meta.cached).toBe(false)
    expect(rest.headers.get('cache-control')).toBe('no-store')
    const after = rest.headers.get('retry-after')
    expect(after).toBe(expected.retryAfter === undefined ? null : String(expected.retryAfter))
    const paths = fake.asked.map(({ path }) => path)
    expect(paths[0]).toBe(way === 'graph' ? '/graphql' : '/api/v1/sounds/5')
    expect(['/graphql', '/api/v1/sounds/5']).toEqual(expect.arrayContaining(paths))
    if (way === 'REST' && expected.calls !== undefined) expect(paths).toHaveLength(expected.calls)
    expect(paths.length).toBeLessThanOrEqual((expected.calls ?? 3) + queries)

    const graph = await facade.query('{ sound(soundId: "5") { title } }')
    const code = expected.code === 'UNAVAILABLE' ? 'UNAVAILABLE' : expected.code
    expect(graph).toMatchObject({ data: { sound: null }, errors: [{ path: ['sound'], extensions: { code } }] })

    // Answers tell about themselves and about the request, and that is all.
    const { meta: _meta, ...restBody } = rest.body
    expect(JSON.stringify(restBody).replace('/docs', '')).not.toMatch(secrets)
    expect(JSON.stringify(graph.errors).replace('/docs', '')).not.toMatch(secrets)
    expect([...rest.headers].map(([name]) => name).filter((name) => name.startsWith('x-'))).toEqual(['x-request-id'])
  })

  test('is read as a page while it has ten times what is ever asked for, and no further', async () => {
    const elements = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ post_id: `${index}`, created_at: 1 }))
    for (const [count, status] of [
      [1_000, 200],
      [1_001, 502]
    ] as const) {
      const { facade } = await start(() => success(elements(count), { cursor: null, has_more: false }))
      expect((await facade.get('/api/v1/users/u/posts')).status).toBe(status)
    }
  })

  test.each(frames)('with %s around it is read as HTTP has it', async (_, frame, status) => {
    const { fake, facade } = await start(({ path }) => soundAt(path))
    fake.sends(frame)
    for (const id of ['6', '7']) {
      const rest = await facade.get<{ sound_id: string }>(`/api/v1/sounds/${id}`)
      expect([rest.status, rest.body.data?.sound_id, rest.headers.get('age')]).toEqual(
        status === 200 ? [200, id, '0'] : [status, undefined, null]
      )
      expect(JSON.stringify(rest.body.error)).not.toMatch(secrets)
    }
  })

  test('for which a kept connection closes instead is asked for again', async () => {
    let closes = 0
    const { facade } = await start(({ path }, response) => {
      if (path.endsWith('/5') || closes > 0) return soundAt(path)
      closes += 1
      response.socket?.destroy()
      return undefined
    })
    for (const id of [5, 6]) expect((await facade.get(`/api/v1/sounds/${id}`)).status).toBe(200)
    expect(closes).toBe(1)
  })

  test('that fails is not what the next one gets', async () => {
    const { fake, facade } = await start(() => ({ body: '<html>' }))
    expect((await facade.get('/api/v1/sounds/5')).status).toBe(502)
    fake.says(speaking(() => ({ body: successText(soundJson) })))
    expect((await facade.get('/api/v1/sounds/5')).status).toBe(200)
  })

  test('that asks for a second is waited for when there is time, and asked again once', async () => {
    const times: number[] = []
    const { facade } = await start(() => {
      times.push(Date.now())
      return times.length === 1
        ? failure(429, 'RATE_LIMITED', { 'retry-after': '1' })
        : { body: successText(soundJson) }
    })
    expect((await facade.get('/api/v1/sounds/5')).status).toBe(200)
    expect(times).toHaveLength(2)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  test('that asks to be left alone is heard: until then no call is made', async () => {
    stopClock()
    const { fake, facade } = await start(() => failure(503, 'UNAVAILABLE', { 'retry-after': '30' }))
    await fetch(`${facade.url}/readyz`)
    // What it said then is some time ago.
    vi.advanceTimersByTime(1_001)
    for (const id of [1, 2, 3, 4]) {
      const { status, headers } = await facade.get(`/api/v1/sounds/${id}`)
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('30')
    }
    expect(fake.asked).toHaveLength(1)
  })

  test('that has too much to do for one is asked on by the others, as long as it answers them', async () => {
    stopClock()
    const busy = failure(503, 'UNAVAILABLE', { 'retry-after': '30' })
    const { facade } = await start(({ path }) => (path.endsWith('/2') ? busy : soundAt(path)))
    const ask = async (id: number) => (await facade.get(`/api/v1/sounds/${id}`)).status
    expect([await ask(1), await ask(2), await ask(3)]).toEqual([200, 503, 200])
    vi.advanceTimersByTime(1_001)
    // Nobody else was answered meanwhile: it means all of them.
    expect([await ask(2), await ask(4)]).toEqual([503, 503])
  })

  test('that limits what may be asked with a key means all who ask with it', async () => {
    stopClock()
    const limited = failure(429, 'RATE_LIMITED', { 'retry-after': '30' })
    const { facade } = await start(({ path }) => (path.endsWith('/2') ? limited : soundAt(path)))
    const ask = async (id: number) => (await facade.get(`/api/v1/sounds/${id}`)).status
    expect([await ask(1), await ask(2), await ask(3)]).toEqual([200, 503, 503])
  })

  test('that asks for less once it has asked for more is left alone for more', async () => {
    stopClock()
    const gate = Promise.withResolvers<void>()
    const { fake, facade } = await start(async ({ path }) => {
      if (path.endsWith('/2')) await gate.promise
      return failure(429, 'RATE_LIMITED', { 'retry-after': path.endsWith('/2') ? '2' : '30' })
    })
    const ask = async (id: number) => (await facade.get(`/api/v1/sounds/${id}`)).headers.get('retry-after')
    fake.asked.length = 0
    const late = ask(2)
    await vi.waitUntil(() => fake.asked.length > 0)
    expect(await ask(1)).toBe('30')
    gate.resolve()
    await late
    expect(await ask(3)).toBe('30')
  })
})

/** A server with its log lines, and what it says within the first moments. */
const startLogged = async (env: Record<string, string>) => {
  const lines: { level: string; msg: string }[] = []
  const log = pino(
    { level: 'info', base: null, formatters: { level: (label) => ({ level: label }) } },
    new Writable({
      write(chunk, _, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      }
    })
  )
  const config = readConfig({ PORT: '0', GATEWAY_KEYS: testKey, ...env })
  const app = kept(await startApp({ config: { ...config, ...patient }, log }))
  const ready = async () => (await fetch(`${app.url}/readyz`)).status
  const get = async (path: string) => (await fetch(app.url + path, { headers: { 'x-gateway-key': testKey } })).status
  return { lines, ready, get }
}

describe('starting', () => {
  const said = (lines: { msg: string }[], count: number) =>
    expect.poll(() => lines.length).toBeGreaterThanOrEqual(count)

  const script = (answer: Script) => async () => kept(await startFakeUpstream(answer)).url
  test.each<[string, () => Promise<string>, string, number[]]>([
    ['nothing answers', async () => 'http://127.0.0.1:9', 'nothing answers at DATA_URL (ECONNREFUSED)', [503]],
    ['the name is nobody’s', async () => 'http://nobody.invalid', 'nothing answers at DATA_URL (', [503, 504]],
    ['a web page answers', script(() => ({ body: '<html>hello' })), 'does not speak this contract', [502]],
    [
      'a web page says not found',
      script(() => ({ status: 404, body: '<html>' })),
      'does not speak this contract',
      [502]
    ],
    ['another JSON API answers', script(() => ({ body: '{"data":[]}' })), 'does not speak this contract', [502]],
    [
      'the path is wrong on a right server',
      script(() => failure(404, 'NOT_FOUND')),
      'does not speak this contract',
      [502]
    ],
    [
      'something refuses what the contract allows',
      script(() => failure(400, 'INVALID_PARAM')),
      'does not speak this contract',
      [502]
    ],
    [
      'something answers in its own way',
      script(() => success({ is_alive: 'maybe', user: 1 })),
      'does not speak this contract',
      [502]
    ],
    [
      'another version answers',
      script(() => ({ body: successText('{}', 'null', '2031-07') })),
      'speaks another version of the contract than 2025-01',
      [502]
    ],
    ['the key is wrong', script(() => failure(401, 'UNAUTHORIZED')), 'refuses the key in UPSTREAM_KEY', [502]],
    [
      'the upstream is busy',
      script(() => failure(503, 'UNAVAILABLE', { 'retry-after': '9' })),
      'asks to be left alone',
      [503]
    ]
  ])('says in one line that %s, is not ready, and answers in the envelope', async (_, where, line, statuses) => {
    const server = await startLogged({ DATA_URL: await where(), UPSTREAM_KEY: 'not-to-be-logged' })
    await said(server.lines, 1)
    expect(await server.ready()).toBe(503)
    expect(server.lines.map(({ msg }) => msg)).toEqual([expect.stringContaining(line)])
    expect(server.lines[0]?.level).toBe('error')
    expect(JSON.stringify(server.lines)).not.toContain('not-to-be-logged')
    expect(statuses).toContain(await server.get('/api/v1/users/mira'))
  })

  test('says that something that is no HTTP answers', async () => {
    const proxy = kept(await startFaultProxy(kept(await startFakeUpstream()).url))
    await proxy.set({ kind: 'garbage' })
    const server = await startLogged({ DATA_URL: proxy.url })
    await said(server.lines, 1)
    expect(server.lines[0]?.msg).toContain('does not speak this contract')
  })

  test('says nothing when all is well, and turns ready when what was not there comes up', async () => {
    const fake = kept(await startFakeUpstream(speaking(() => ({ body: successText(soundJson) }))))
    const proxy = kept(await startFaultProxy(fake.url))
    const well = await startLogged({ DATA_URL: fake.url })
    const server = await startLogged({ DATA_URL: proxy.url })
    expect(await well.ready()).toBe(200)
    expect(well.lines).toEqual([])
    expect(await server.ready()).toBe(200)
    await proxy.set({ kind: 'refusal' })
    expect(await server.ready()).toBe(503)
    expect([502, 503]).toContain(await server.get('/api/v1/sounds/5'))
    await proxy.set({ kind: 'none' })
    expect(await server.ready()).toBe(200)
    expect(await server.get('/api/v1/sounds/5')).toBe(200)
  })

  test('asks once for all who ask at one time whether it is ready', async () => {
    const spoken = speaking(() => success(null))
    let gate = Promise.resolve()
    let asked = 0
    const fake = await startFakeUpstream(async (call, response) => {
      asked += 1
      await gate
      return spoken(call, response)
    })
    const server = await startLogged({ DATA_URL: kept(fake).url })
    // The start asks as well.
    expect([await server.ready(), await server.ready()]).toEqual([200, 200])
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    asked = 0
    const answers = Array.from({ length: 8 }, () => server.ready())
    await expect.poll(() => asked).toBeGreaterThan(0)
    await server.get('/healthz')
    resolve()
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
    // One may have come too late to wait with the others.
    expect(asked).toBeLessThan(4)
  })

  test('says that the key is wrong when it becomes so, once a minute and not with every request', async () => {
    let script: Script = () => ({ body: successText(soundJson) })
    const fake: FakeUpstream = kept(await startFakeUpstream(speaking((asked, response) => script(asked, response))))
    const server = await startLogged({ DATA_URL: fake.url, UPSTREAM_KEY: 'not-to-be-logged' })
    expect(await server.get('/api/v1/sounds/5')).toBe(200)
    script = () => failure(401, 'UNAUTHORIZED')
    for (const id of [6, 7, 8]) expect(await server.get(`/api/v1/sounds/${id}`)).toBe(502)
    const wrong = server.lines.filter(({ msg }) => msg.includes('refuses the key in UPSTREAM_KEY'))
    expect(wrong).toHaveLength(1)
    expect(JSON.stringify(server.lines)).not.toContain('not-to-be-logged')
  })
})

test('a query whose reads all fail for one reason is one line of the log', async () => {
  const server = await startLogged({ DATA_URL: 'http://127.0.0.1:9' })
  expect(await server.get('/graphql?query={usersByUsername(usernames:["a","b","c"]){bio}}')).toBe(200)
  // What a source cannot answer is no failure of it.
  expect(await server.get('/graphql?query={users(first:1){totalCount}}')).toBe(200)
  expect(server.lines.filter(({ msg }) => msg === 'a resolver failed')).toHaveLength(1)
})

describe.each(ways)('an upstream asked by %s that is away', (way) => {
  const profile = {
    user_id: '1',
    username: 'mira',
    display_name: 'Mira',
    followers: 1,
    verified: false,
    is_private: false
  }
  /** What was asked of it before is in the cache; nothing else is. */
  const open = async () => {
    const fake = kept(
      await startFakeUpstream(
        speaking(({ path }) => (path === '/api/v1/users/mira' ? success(profile) : failure(404, 'NOT_FOUND'))),
        way
      )
    )
    const proxy = kept(await startFaultProxy(fake.url))
    const facade = kept(await startFacade(proxy.url, { way }))
    expect((await facade.get('/api/v1/users/mira')).status).toBe(200)
    return { proxy, facade }
  }
  const paths = [
    '/api/v1/sounds/5',
    '/api/v1/users/other/posts',
    '/api/v1/search?keyword=tea',
    '/api/v1/live/mira/alive'
  ]

  test.each(['refusal', 'reset'] as const)(
    '(%s) is a 503 that says when to come back, on every surface',
    async (kind) => {
      const { proxy, facade } = await open()
      await proxy.set({ kind })
      for (const path of paths) {
        for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
          const { status, headers, body } = await facade.get(path, { headers: { accept } })
          expect([path, accept, status]).toEqual([path, accept, 503])
          expect(headers.get('retry-after')).toBe('1')
          expect(body).toMatchObject({ data: null, error: { code: 'UNAVAILABLE' } })
        }
      }
      const graph = await facade.query(
        '{ user(by: { username: "mira" }) { username isLive } liveStatus(username: "mira") { isLive } sound(soundId: "5") { title } }'
      )
      expect(graph.data).toEqual({ user: { username: 'mira', isLive: null }, liveStatus: null, sound: null })
      const errors = graph.errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code])
      expect(errors).toEqual(['user.isLive', 'liveStatus', 'sound'].map((path) => [path, 'UNAVAILABLE']))
      const agent = kept(await overHttp(facade.url))
      for (const [tool, given] of [
        ['get_sound', { soundId: '5' }],
        ['get_live_status', { username: 'mira' }]
      ] as const) {
        const { code, hint } = await failureOf(agent, tool, given)
        expect([tool, code]).toEqual([tool, 'UNAVAILABLE'])
        // By then the breaker may be open.
        expect(hint).toMatch(/Wait [15] seconds/)
      }
    }
  )

  test('or answers wrongly, or in no time, says of nobody that they are not live', async () => {
    const { proxy, facade } = await open()
    for (const [answered, status, code] of [
      [500, 502, 'UPSTREAM_ERROR'],
      [503, 503, 'UNAVAILABLE'],
      [504, 504, 'UPSTREAM_TIMEOUT']
    ] as const) {
      await proxy.set({ kind: 'status', status: answered })
      const rest = await facade.get('/api/v1/live/mira/alive')
      expect([answered, rest.status, rest.body.error?.code]).toEqual([answered, status, code])
      const { data, errors } = await facade.query('{ user(by: { username: "mira" }) { isLive } }')
      expect([data, errors?.[0]?.extensions?.code]).toEqual([{ user: { isLive: null } }, code])
    }
    await proxy.set({ kind: 'truncation' })
    expect((await facade.get('/api/v1/live/mira/alive')).status).toBe(502)
  })
})

test('a client cannot tell from an answer where the data comes from', async () => {
  const fake = kept(
    await startFakeUpstream(
      speaking(() => ({
        headers: { 'x-internal': 'secret', server: 'secret', 'set-cookie': 'secret=1', etag: '"secret"' },
        body: successText(soundJson)
      }))
    )
  )
  const facade: TestServer = kept(await startFacade(fake.url))
  const { headers, body } = await facade.get('/api/v1/sounds/5')
  expect(JSON.stringify([[...headers], body])).not.toMatch(/secret/)
})
