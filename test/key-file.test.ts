import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { startApp } from '../src/host/app.ts'
import { changeKeyFile, newKeyFile, parseKeyFile, readKeyFile } from '../src/surfaces/http/key-file.ts'
import { call, overHttp } from './agent.ts'
import { type OwnKey, ownKeyFile } from './own-key-file.ts'
import { type Envelope, type GraphQLAnswer, patient } from './server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const keyFile = (...keys: OwnKey[]) => {
  const file = ownKeyFile(...keys)
  closing.push(file.remove)
  return file
}

/** A server whose keys are those of a file alone, as `clipgraph serve` starts it; `logged` is what it said. */
const startOn = async (path: string, settings: Record<string, string> = {}) => {
  let logged = ''
  const stream = new Writable({
    write(chunk, _, done) {
      logged += String(chunk)
      done()
    }
  })
  const config = readConfig({ PORT: '0', DATA_URL: `sqlite:${inject('defaultDataset')}`, KEY_FILE: path, ...settings })
  const app = await startApp({ config: { ...config, ...patient }, log: pino({}, stream) })
  closing.push(app.close)
  const ask = (key: string, target: string = user, init: RequestInit = {}) =>
    fetch(app.url + target, { ...init, headers: { 'x-gateway-key': key, ...init.headers } })
  return {
    url: app.url,
    ask,
    logged: () => logged,
    status: async (key: string, target?: string) => (await ask(key, target)).status,
    /** Waits until a key is answered so. */
    becomes: (key: string, status: number) => expect.poll(async () => (await ask(key)).status).toBe(status)
  }
}

const user = '/api/v1/users/maya.nguyen'
const graph = '/graphql?query={__typename}'
const hour = 3_600_000

describe('keys of a file', () => {
  test('open the data, and no others do', async () => {
    const { status } = await startOn(keyFile({ key: 'one' }, { key: 'two' }).path)
    expect([await status('one'), await status('two'), await status('three'), await status('')]).toEqual([
      200, 200, 401, 401
    ])
  })

  test('stand beside those of the configuration', async () => {
    const { status } = await startOn(keyFile({ key: 'one' }).path, { GATEWAY_KEYS: 'configured' })
    expect([await status('one'), await status('configured')]).toEqual([200, 200])
  })

  test('open nothing from the moment at which they end', async () => {
    const ends = new Date(Date.now() + 1_000)
    const file = keyFile(
      { key: 'old', expires: new Date(Date.now() - 1) },
      { key: 'ending', expires: ends },
      { key: 'new', expires: new Date(Date.now() + hour) }
    )
    const { status, becomes, ask } = await startOn(file.path)
    expect([await status('old'), await status('new')]).toEqual([401, 200])
    const answer = (await (await ask('old')).json()) as Envelope
    expect(answer.error?.code).toBe('UNAUTHORIZED')
    await becomes('ending', 401)
    expect(Date.now()).toBeGreaterThanOrEqual(ends.getTime())
  })

  test('may be for some surfaces only, and each of the others says so in its form', async () => {
    const { url, ask, status } = await startOn(
      keyFile({ key: 'rest', surfaces: ['rest'] }, { key: 'graph', surfaces: ['graphql', 'mcp'] }).path
    )
    expect([await status('rest', user), await status('graph', graph)]).toEqual([200, 200])
    const rest = await ask('graph', user)
    expect(rest.status).toBe(403)
    expect((await rest.json()) as Envelope).toMatchObject({
      data: null,
      error: { code: 'SURFACE_NOT_ALLOWED', message: 'The key may be used for graphql and mcp only.' }
    })
    const answer = await ask('rest', graph)
    expect(answer.status).toBe(403)
    expect(((await answer.json()) as GraphQLAnswer).errors?.[0]?.extensions?.code).toBe('SURFACE_NOT_ALLOWED')
    const agents = await ask('rest', '/mcp', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' }
    })
    expect(agents.status).toBe(403)
    expect(await agents.json()).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 'SURFACE_NOT_ALLOWED' } } })
    // An agent asks the graph by a tool, which is no other surface.
    const agent = await overHttp(url, 'legacy', 'graph')
    closing.push(() => agent.close())
    expect(await call(agent, 'graphql', { query: '{ __typename }' })).toMatchObject({
      content: { data: { __typename: 'Query' } }
    })
    // Pages are for everybody.
    expect((await ask('rest', '/docs')).status).toBe(200)
  })
})

describe('a file that changes while the server runs', () => {
  test('lets keys in and shuts them out; several of a name are valid at a time', async () => {
    const file = keyFile({ key: 'first', name: 'shop' })
    const { becomes, status, logged } = await startOn(file.path)
    file.put({ key: 'first', name: 'shop' }, { key: 'second', name: 'shop' })
    await becomes('second', 200)
    expect(await status('first')).toBe(200)
    file.put({ key: 'second', name: 'shop' })
    await becomes('first', 401)
    expect(await status('second')).toBe(200)
    file.put()
    await becomes('second', 401)
    expect(logged()).not.toContain('KEY_FILE')
  })

  test('is noticed behind a link that is turned, as secrets are mounted', async () => {
    const [one, two] = [keyFile({ key: 'one' }), keyFile({ key: 'two' })]
    const link = join(one.folder, 'link')
    symlinkSync(one.path, link)
    const { becomes } = await startOn(link)
    symlinkSync(two.path, `${link}.new`)
    renameSync(`${link}.new`, link)
    await becomes('two', 200)
    await becomes('one', 401)
  })

  test.each([
    ['is broken', (path: string) => writeFileSync(path, '{ "keys": ['), 'is not JSON'],
    [
      'says something wrong',
      (path: string) => writeFileSync(path, '{ "keys": [{ "name": "a" }] }'),
      'keys[0].sha256 is missing'
    ],
    ['is gone', (path: string) => rmSync(path), 'does not exist']
  ])('and %s changes nothing, and the log says so', async (_, change, complaint) => {
    const file = keyFile({ key: 'one' })
    const { status, logged, becomes } = await startOn(file.path)
    change(file.path)
    await expect.poll(logged).toContain(complaint)
    expect(logged()).toContain('the keys from before still count')
    expect(await status('one')).toBe(200)
    // What is good again counts again.
    rmSync(file.path, { force: true })
    file.put({ key: 'two' })
    await becomes('two', 200)
    expect(await status('one')).toBe(401)
  })

  test('leaves cursors as they are, whichever keys go and come, on this replica and on others', async () => {
    const file = keyFile({ key: 'first' })
    const server = await startOn(file.path)
    const list = '/api/v1/users/maya.nguyen/posts?count=2'
    const page = (await (await server.ask('first', list)).json()) as Envelope
    const next = `${list}&cursor=${encodeURIComponent(String(page.pagination?.cursor))}`
    file.put({ key: 'second' })
    await server.becomes('second', 200)
    expect(await server.status('second', next)).toBe(200)
    const later = await startOn(file.path, { GATEWAY_KEYS: 'another' })
    expect(await later.status('another', next)).toBe(200)
    const stranger = await startOn(keyFile({ key: 'second' }).path)
    expect(await stranger.status('second', next)).toBe(400)
  })
})

describe('a server does not start', () => {
  test('without the file it is to read, and says what to do', async () => {
    await expect(startOn('/nowhere/keys.json')).rejects.toThrow(
      /^configuration: KEY_FILE \/nowhere\/keys.json: does not exist; make it: .*keys new/
    )
  })

  test('on one that is wrong, and tells every problem with its place', async () => {
    const file = keyFile()
    const sha256 = 'A'.repeat(64)
    writeFileSync(
      file.path,
      JSON.stringify({
        cursor_secret: 'short',
        version: 1,
        keys: [
          { name: 'shop', sha256 },
          { name: 'two words', sha256: 'abc', limit: '600', surfaces: ['soap'], expires: 'tomorrow', created: 5 },
          'a key',
          { name: 'again', sha256: sha256.toLowerCase(), surfaces: [], expiry: null },
          { surfaces: 'rest' }
        ]
      })
    )
    const problem = await startOn(file.path).catch((error: Error) => error.message)
    expect(String(problem).replaceAll(`configuration: KEY_FILE ${file.path}: `, '').split('\n')).toEqual([
      'the file has "version", which is none of cursor_secret, keys',
      'cursor_secret must be 32 bytes in base64url',
      'keys[1].sha256 must be 64 hexadecimal digits',
      'keys[1].name must be a name of up to 63 letters, digits, dots, hyphens and underscores',
      'keys[1].created must be a text',
      'keys[1].expires must be a moment in UTC, for example 2030-01-31T12:00:00Z',
      'keys[1].surfaces must be some of rest, graphql, mcp',
      'keys[1].limit must be points over seconds, for example 600/60s',
      'keys[2] must be an object with name, sha256, created, expires, surfaces, limit',
      'keys[3] has "expiry", which is none of name, sha256, created, expires, surfaces, limit',
      'keys[3].surfaces must be some of rest, graphql, mcp',
      'keys[4].surfaces must be a list of texts',
      'keys[4].name is missing',
      'keys[4].sha256 is missing'
    ])
  })

  test('and tells no more than twenty of a thousand problems', () => {
    const file = keyFile()
    writeFileSync(file.path, JSON.stringify({ keys: Array.from({ length: 1_001 }, () => ({})) }))
    expect(() => readKeyFile(file.path)).toThrow(/keys has 1001 elements; at most 1000 are read/)
    expect(() => readKeyFile(file.path)).toThrow(/and \d+ more problems$/)
  })
})

describe('what is read of a file', () => {
  const secret = Buffer.alloc(32, 7).toString('base64url')
  const parse = (key: object) => parseKeyFile(JSON.stringify({ cursor_secret: secret, keys: [key] }))
  const sha256 = 'ab'.repeat(32)

  test('needs no more of a key than its name and hash', () => {
    const { file, problems } = parse({ name: 'shop', sha256 })
    expect(problems).toEqual([])
    expect(file.keys).toEqual([{ name: 'shop', sha256, created: null, expires: null, surfaces: null, limit: null }])
  })

  test('is what was written, for its owner alone', () => {
    const file = keyFile()
    const keys = [
      { sha256, name: 'shop', created: new Date(0), expires: new Date(hour), surfaces: null, limit: null },
      {
        sha256: 'cd'.repeat(32),
        name: 'b.2_c-d',
        created: null,
        expires: null,
        surfaces: ['rest', 'mcp'] as const,
        limit: { points: 600, seconds: 60 }
      }
    ]
    chmodSync(file.path, 0o644)
    changeKeyFile(file.path, (before) => ({ ...(before ?? newKeyFile()), keys }))
    expect(readKeyFile(file.path).keys).toEqual(keys)
    expect(statSync(file.path).mode & 0o777).toBe(0o600)
    expect(readdirSync(file.folder)).toEqual(['keys.json'])
  })

  test.each(['2027-02-30', '2027-02-29T12:00:00Z', '2027-13-01'])(
    'is no day that the calendar lacks: %s',
    (expires) => {
      const said = 'keys[0].expires must be a moment in UTC, for example 2030-01-31T12:00:00Z'
      expect(parse({ name: 'shop', sha256, expires }).problems).toEqual([said])
    }
  )

  test('may be behind a link, which stays one', () => {
    const file = keyFile({ key: 'one' })
    const link = join(file.folder, 'link.json')
    symlinkSync('keys.json', link)
    changeKeyFile(link, (before) => ({ ...(before ?? newKeyFile()), keys: [] }))
    expect(readlinkSync(link)).toBe('keys.json')
    expect(readKeyFile(file.path).keys).toEqual([])
    rmSync(file.path)
    expect(() => changeKeyFile(link, () => newKeyFile())).toThrow('is a link to a file that does not exist')
    expect(readdirSync(file.folder)).toEqual(['link.json'])
  })

  test('names the key that is there twice', () => {
    const twice = {
      cursor_secret: secret,
      keys: [
        { name: 'a', sha256 },
        { name: 'b', sha256: sha256.toUpperCase() }
      ]
    }
    expect(parseKeyFile(JSON.stringify(twice)).problems).toEqual(['keys[1] is the key of keys[0]'])
  })

  test('never shows a part of it that may be a key in the wrong place', () => {
    for (const json of [
      'cg_secret',
      '{"cg_secret',
      `{"${'cg_secret'.padEnd(35, 'x')}":1}`,
      JSON.stringify({ cursor_secret: secret, keys: [{ name: 'cg_secret x', sha256: 'cg_secret' }] })
    ]) {
      const { problems } = parseKeyFile(json)
      expect(problems.length).toBeGreaterThan(0)
      expect(problems.join()).not.toContain('cg_secret')
    }
  })
})

describe('changing a file', () => {
  test('is all or nothing', () => {
    const file = keyFile({ key: 'one' })
    const before = readFileSync(file.path, 'utf8')
    expect(() =>
      changeKeyFile(file.path, () => {
        throw new Error('no')
      })
    ).toThrow('no')
    expect(readFileSync(file.path, 'utf8')).toBe(before)
    expect(readdirSync(file.folder)).toEqual(['keys.json'])
  })

  test('is refused while somebody else does, so that no key is lost', () => {
    const file = keyFile({ key: 'one' })
    expect(() =>
      changeKeyFile(file.path, () => {
        file.put()
        return newKeyFile()
      })
    ).toThrow(`remove ${file.path}.part`)
    expect(existsSync(`${file.path}.part`)).toBe(false)
    expect(readKeyFile(file.path).keys).toHaveLength(1)
  })
})
