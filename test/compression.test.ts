import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../src/host/app.ts'
import { compress } from '../src/surfaces/http/compression.ts'
import { codingFor } from '../src/surfaces/http/negotiation.ts'
import { type Coding, payloadBytes, toPayload } from '../src/surfaces/http/payload.ts'
import type { Body } from '../src/surfaces/http/reply.ts'
import { findFixtures } from './fixtures.ts'
import { startOwnKey } from './own-key.ts'
import { plainRequest } from './plain-request.ts'
import { startServer, type TestServer } from './server.ts'

const codings: readonly Coding[] = ['gzip', 'zstd', 'br']
const unpack: Readonly<Record<Coding, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes)
}

const [handle = ''] = findFixtures().known.user
const feed = findFixtures().feeds.find(({ kind }) => kind === 'userPosts')?.key ?? ''
const profile = `/api/v1/users/${handle}`
const list = `/api/v1/users/${feed}/posts?count=20`

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const ask = (path: string, acceptEncoding: string | null, options: Parameters<typeof plainRequest>[1] = {}) => {
  const headers = { ...options.headers, ...(acceptEncoding === null ? {} : { 'accept-encoding': acceptEncoding }) }
  return plainRequest(server.url + path, { ...options, headers })
}

const query = JSON.stringify({
  query: `{ user(by: { username: "${feed}" }) { posts(first: 20) { nodes { caption author { displayName } } } } }`
})
const askGraph = (acceptEncoding: string | null) =>
  ask('/graphql', acceptEncoding, { method: 'POST', body: query, headers: { 'content-type': 'application/json' } })

/** The bytes of a body as they go to the client. */
const whole = ({ before, payload, after }: Body): Buffer =>
  Buffer.concat([Buffer.from(before, 'latin1'), payloadBytes(payload), Buffer.from(after, 'latin1')])

/** What an answer says, without what is new in each. */
const saidBy = (text: string): unknown => {
  const { meta: _, extensions: __, ...said } = JSON.parse(text)
  return said
}

describe('a body in a coding', () => {
  const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) })
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    // Long enough to be kept as bytes, to need several stored blocks, and to be compressed beside the event loop.
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 50 }), fc.integer({ min: 1, max: 3_000 }))
      .map(([part, times]) => Buffer.concat(Array.from({ length: times }, () => part)))
  )
  const long = fc.oneof(
    ascii,
    fc.tuple(ascii, fc.integer({ min: 0, max: 20_000 })).map(([part, times]) => part.repeat(times))
  )

  test.each(codings)('%s is what it was, whatever stands before and behind the payload, each time', async (coding) => {
    await fc.assert(
      fc.asyncProperty(long, bytes, long, async (before, content, behind) => {
        const payload = toPayload(Buffer.from(content).toString('latin1'))
        for (const [first, last] of [
          [before, behind],
          [behind, before]
        ] as const) {
          const form = whole(await compress({ before: first, payload, after: last }, coding))
          const plain = Buffer.concat([Buffer.from(first, 'latin1'), content, Buffer.from(last, 'latin1')])
          expect(unpack[coding](form).equals(plain)).toBe(true)
        }
      }),
      { numRuns: 60 }
    )
  })

  test('is compressed once where it is kept: only what is new is made anew', async () => {
    const payload = toPayload('{"data":"a clip, a clip, a clip"}'.repeat(500))
    await compress({ before: '{"meta":1,', payload, after: '' }, 'gzip')
    const blocks = payload.deflated
    const form = await compress({ before: '{"meta":2,', payload, after: '}' }, 'gzip')
    expect(payload.deflated).toBe(blocks)
    expect(form.payload.content).toBe(blocks)
  })
})

describe('the coding a client gets', () => {
  const wanted = codingFor(codings)

  test.each([
    ['gzip, deflate, br, zstd', 'gzip'],
    ['br', 'br'],
    ['zstd', 'zstd'],
    ['GZIP', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0.5, br;q=0.9', 'br'],
    ['gzip;q=0, *;q=0.1', 'zstd'],
    ['br ; q=1.000 , gzip ; q = 0.999', 'br'],
    ['identity;q=0.5, gzip;q=0.4', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0, zstd;q=0.1', 'zstd'],
    // Nothing that is left: the answer as it is, rather than none.
    ['identity;q=0', null],
    ['*;q=0', null],
    ['identity;q=0, *;q=0', null],
    ['deflate, compress, dcb, exi', 'identity'],
    ['', 'identity'],
    [' , ;;, ;q=1, =', 'identity'],
    // Odd weights.
    ['gzip;q=2', 'gzip'],
    ['gzip;q=-1', null],
    ['gzip;q=', 'gzip'],
    ['gzip;q=high, br;q=0.1', 'br'],
    ['gzip;q=NaN', 'identity'],
    ['gzip;q=0.0000', 'identity'],
    [`${'nothing, '.repeat(1_000)}gzip`, 'gzip']
  ] as const)('that says %j is %s', (acceptEncoding, coding) => {
    expect(wanted(acceptEncoding)).toBe(coding)
  })

  test('is one it named, or * did, and weighs more than nothing', () => {
    const weight = fc.oneof(fc.constantFrom('0', '1', '0.5', '0.001', '2', 'x', ''), fc.string({ maxLength: 5 }))
    const name = fc.oneof(
      fc.constantFrom('gzip', 'br', 'zstd', 'identity', '*', 'deflate'),
      fc.string({ maxLength: 8 })
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.option(weight))), fc.string(), (entries, noise) => {
        const header = `${entries.map(([coding, q]) => (q === null ? coding : `${coding};q=${q}`)).join(',')}${noise}`
        const coding = wanted(header)
        if (coding !== null && coding !== 'identity') expect(header.toLowerCase()).toMatch(new RegExp(`${coding}|\\*`))
      })
    )
  })
})

describe.each([
  ['REST', (acceptEncoding: string | null) => ask(list, acceptEncoding)],
  ['GraphQL', askGraph]
] as const)('an answer over %s', (_, get) => {
  test.each(codings)('travels in %s to a client that takes it, fresh or ready, and says the same', async (coding) => {
    const plain = await get(null)
    expect(plain.headers.get('content-encoding')).toBe(null)
    for (let times = 0; times < 4; times += 1) {
      const { status, headers, bytes } = await get(coding)
      expect([status, headers.get('content-encoding')]).toEqual([200, coding])
      expect(Number(headers.get('content-length'))).toBe(bytes.length)
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(headers.get('vary')).toContain('accept-encoding')
      expect(saidBy(unpack[coding](bytes).toString())).toEqual(saidBy(plain.text))
    }
  })

  test('has a meta of its own each time, compressed or not', async () => {
    const ids = new Set<string>()
    for (let times = 0; times < 4; times += 1) {
      const { headers, bytes } = await get('gzip')
      const { meta, extensions } = JSON.parse(gunzipSync(bytes).toString())
      expect((meta ?? extensions.meta).request_id).toBe(headers.get('x-request-id'))
      ids.add(headers.get('x-request-id') ?? '')
    }
    expect(ids.size).toBe(4)
  })
})

describe('what travels compressed', () => {
  test('is not what is short', async () => {
    const { headers, bytes } = await ask(profile, 'gzip, br')
    expect(bytes.length).toBeLessThan(1_024)
    expect(headers.get('content-encoding')).toBe(null)
  })

  test('has the same headers for HEAD', async () => {
    const [get, head] = [await ask(list, 'gzip'), await ask(list, 'gzip', { method: 'HEAD' })]
    expect(head.bytes.length).toBe(0)
    for (const name of ['content-encoding', 'content-type', 'etag', 'vary', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0)
  })

  test('is known by the tag it has in every coding, and 304 names none', async () => {
    const tag = (await ask(list, null)).headers.get('etag') ?? ''
    for (const coding of codings) {
      expect((await ask(list, coding)).headers.get('etag')).toBe(tag)
      const known = await ask(list, coding, { headers: { 'if-none-match': tag } })
      expect([known.status, known.bytes.length, known.headers.get('content-encoding')]).toEqual([304, 0, null])
    }
  })

  test('may be large: it is compressed beside other work', async () => {
    const [users, posts] = [
      findFixtures().known.user.slice(0, 5),
      'posts(first: 40) { nodes { caption coverUrl shareUrl postId } }'
    ]
    const asked = users.map((name, index) => `u${index}: user(by: { username: "${name}" }) { ${posts} }`).join(' ')
    const path = `/graphql?query=${encodeURIComponent(`{ ${asked} big: user(by: { username: "${feed}" }) { posts(first: 100) { nodes { caption coverUrl shareUrl postId id author { id displayName avatarThumbUrl } sound { id title coverUrl } hashtags { id name } } } } }`)}`
    const plain = await ask(path, null)
    expect(plain.bytes.length).toBeGreaterThan(64 * 1024)
    for (const coding of codings) {
      const forms = await Promise.all([ask(path, coding), ask(path, coding)])
      for (const { bytes } of forms) expect(saidBy(unpack[coding](bytes).toString())).toEqual(saidBy(plain.text))
    }
  })

  test('is every contract and page, and pictures, and no sound', async () => {
    // The smallest answers travel as they are; this picture is larger.
    const picture = '/media/collection/1.svg'
    for (const path of ['/openapi.json', '/schema.graphql', '/docs/schema', '/docs', '/', picture]) {
      for (const coding of codings) {
        const { headers, bytes } = await ask(path, coding)
        expect([path, headers.get('content-encoding')]).toEqual([path, coding])
        expect(headers.get('vary')).toContain('accept-encoding')
        expect(unpack[coding](bytes).length).toBeGreaterThan(bytes.length)
      }
    }
    expect((await ask('/media/sound/1.wav', 'gzip, br')).headers.get('content-encoding')).toBe(null)
  })

  test('are the errors of a query that is long enough', async () => {
    const path = `/graphql?query=${encodeURIComponent(`{ ${'nothing '.repeat(50)} }`)}`
    const { headers, bytes } = await ask(path, 'gzip')
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(JSON.parse(gunzipSync(bytes).toString()).errors.length).toBeGreaterThan(0)
  })
})

describe('a page with the key of a run on it', () => {
  let own: App
  const key = 'cg_key-of-this-run'
  beforeAll(async () => {
    own = await startOwnKey(key)
  })
  afterAll(() => own.close())

  test.each(['/', '/docs', '/graphql'])('is compressed around it, in gzip alone: %s', async (path) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip, br, zstd' }
    const { headers: told, bytes } = await plainRequest(own.url + path, { headers })
    expect(told.get('content-encoding')).toBe('gzip')
    expect(bytes.length).toBeLessThan(100_000)
    const text = gunzipSync(bytes).toString()
    expect(text).toContain(key)
    // Every place of the key is in the stream as it is.
    expect(bytes.toString('latin1').split(key)).toHaveLength(text.split(key).length)
    const others = await plainRequest(own.url + path, { headers: { ...headers, 'accept-encoding': 'br, zstd' } })
    expect(others.headers.get('content-encoding')).toBe(null)
    // The same page for a visitor from elsewhere holds none.
    const visitor = await plainRequest(own.url + path, { headers: { ...headers, host: 'clips.example' } })
    expect(visitor.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(visitor.bytes).toString()).not.toContain(key)
  })

  test('is as long whatever of the key a stranger guesses', async () => {
    const length = async (guess: string) => {
      const content = `<p>${guess}</p><p>${key}</p>`.repeat(100)
      return whole(await compress({ before: '', payload: toPayload(content), after: '' }, 'gzip', key)).length
    }
    expect(await length('cg_key-of-this-ru')).toBe(await length('run-of-this-cg_ke'))
  })

  test('is not compressed where the key may be written in a form of its own', async () => {
    const quoted = await startOwnKey(`it's "quoted" & <marked>`)
    try {
      const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
      expect((await plainRequest(`${quoted.url}/docs`, { headers })).headers.get('content-encoding')).toBe(null)
    } finally {
      await quoted.close()
    }
  })
})

describe('pages that are the same for everyone', () => {
  test.each([
    '/docs/schema',
    '/docs/map',
    '/docs/errors',
    '/docs/errors/NOT_FOUND',
    '/openapi.json',
    '/schema.graphql'
  ])('%s is asked for again by its tag', async (path) => {
    const { status, headers } = await ask(path, null)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const tag = headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"/)
    for (const known of [tag, `"x", ${tag}`, '*']) {
      const again = await ask(path, 'gzip', { headers: { 'if-none-match': known } })
      expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, tag])
      expect(again.headers.get('content-type')).toBe(null)
    }
    expect((await ask(path, null, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200)
  })
})
