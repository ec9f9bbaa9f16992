import { gzipSync } from 'node:zlib'
import { notHttp } from '../../not-http.ts'
import { sendBytes } from '../../raw.ts'
import { testKey } from '../../server.ts'
import type { Attack } from './attack.ts'

const json = 'application/json'
const question = '{"query":"{__typename}"}'
const profile = '/api/v1/users/maya.nguyen'
const inAddress = '/graphql?query={__typename}'
const key = `x-gateway-key: ${testKey}\r\n`

const typed = (name: string, headers: readonly Readonly<Record<string, string>>[], body = question): Attack => ({
  name,
  fate: 'refused',
  async run(victim) {
    for (const each of headers)
      await victim.ask('/graphql', { method: 'POST', headers: { 'content-type': json, ...each }, body })
  }
})

/** The form of requests: of HTTP itself, of bodies, and what proxies say. */
export const requestAttacks: readonly Attack[] = [
  {
    name: 'what is no HTTP, or could be read in two ways',
    fate: 'refused',
    async run(victim) {
      for (const [, bytes] of notHttp) await victim.raw(Buffer.from(bytes, 'latin1'))
    }
  },
  {
    name: 'two `Host`, two `Content-Type`, two keys, and codings inside chunks',
    fate: 'refused',
    async run(victim) {
      const head = (line: string, more: string) => `${line} HTTP/1.1\r\n${more}Connection: close\r\n`
      const chunks = `${question.length.toString(16)}\r\n${question}\r\n0\r\n\r\n`
      for (const path of [profile, inAddress, '/', '/nothing'])
        await victim.raw(`${head(`GET ${path}`, `Host: x\r\nHost: y\r\n${key}`)}\r\n`)
      await victim.raw(`${head(`GET ${profile}`, `Host: x\r\n${key}${key}`)}\r\n`)
      for (const type of [json, 'text/plain']) {
        await victim.raw(
          `${head('POST /graphql', `Host: x\r\n${key}Content-Type: ${json}\r\nContent-Type: ${type}\r\n`)}Content-Length: ${question.length}\r\n\r\n${question}`
        )
      }
      for (const coding of ['gzip, chunked', 'identity\r\nTransfer-Encoding: chunked']) {
        await victim.raw(
          `${head('POST /graphql', `Host: x\r\n${key}Content-Type: ${json}\r\n`)}Transfer-Encoding: ${coding}\r\n\r\n${chunks}`
        )
      }
      await victim.raw(
        `POST /graphql HTTP/1.0\r\nHost: x\r\n${key}Content-Type: ${json}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`
      )
    }
  },
  {
    name: 'a request within the body of another is not answered',
    fate: 'harmless',
    async run(victim) {
      const inner = `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`
      for (const outer of [
        `GET ${profile} HTTP/1.1\r\nHost: x\r\n${key}Content-Length: ${inner.length}\r\nConnection: close\r\n\r\n${inner}`,
        `POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\nConnection: close\r\n\r\n${inner}`,
        `GET ${profile} HTTP/1.1\r\nHost: x\r\n${key}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`,
        `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUpgrade: h2c\r\n\r\n${inner}`
      ]) {
        await victim.raw(outer)
        const answers = (await sendBytes(victim.url, outer)).match(/^HTTP\/1\.1 /gm)
        if (answers?.length !== 1) throw new Error(`${answers?.length ?? 0} answers to one request`)
      }
    }
  },
  typed(
    'questions by form: every type that a page may send, and other charsets',
    [
      ...[
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
        'application/graphql',
        'text/json',
        '*/*'
      ],
      ...['utf-7', 'utf-16', 'utf-16le', 'iso-8859-1', 'utf-8; charset=utf-7'].map(
        (charset) => `${json}; charset=${charset}`
      )
    ].map((type) => ({ 'content-type': type }))
  ),
  typed(
    'packed bodies: gzip, Brotli, a bomb',
    ['gzip', 'br', 'zstd', 'deflate', 'gzip, gzip'].map((coding) => ({ 'content-encoding': coding })),
    gzipSync(Buffer.alloc(10_000_000)).toString('latin1')
  ),
  typed('bodies larger than any', [{}], 'x'.repeat(300_000)),
  {
    name: 'bodies without a length, or with a wrong one',
    fate: 'refused',
    async run(victim) {
      const head = `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Type: ${json}\r\n`
      await victim.raw(
        `${head}Transfer-Encoding: chunked\r\n\r\n${'40000\r\n'}${'x'.repeat(0x40000)}\r\n1\r\nx\r\n0\r\n\r\n`
      )
      await victim.raw(`${head}Content-Length: 999999999\r\n\r\n`)
      await victim.raw(`${head}Content-Length: 500\r\n\r\n${question}`, { hangUp: true })
      await victim.raw(`${head}Content-Length: 5\r\n\r\n${question}`)
    }
  },
  {
    name: 'headers without end',
    fate: 'refused',
    async run(victim) {
      for (const headers of [
        `a: ${'x'.repeat(20_000)}\r\n`,
        'a: b\r\n'.repeat(3_000),
        `${'a'.repeat(20_000)}: b\r\n`
      ]) {
        await victim.raw(`GET ${profile} HTTP/1.1\r\nHost: x\r\n${key}${headers}\r\n`)
      }
    }
  },
  {
    name: 'pages of other sites that ask without asking first',
    fate: 'refused',
    async run(victim) {
      for (const mode of ['no-cors', 'cors', 'navigate', 'websocket']) {
        const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode }
        for (const target of [profile, inAddress]) {
          await victim.ask(target, { headers })
          await victim.ask(target, { headers: { ...headers, origin: 'https://evil.example' } })
          await victim.ask(target, { headers: { ...headers, origin: 'null' } })
        }
      }
      await victim.ask('/mcp', {
        method: 'POST',
        headers: { 'content-type': json, origin: 'https://evil.example' },
        body: '{}'
      })
    }
  },
  {
    name: 'methods that there are not, and headers that would stand for them',
    fate: 'refused',
    async run(victim) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'PURGE', 'OPTIONS']) {
        for (const target of [profile, '/graphql', '/', '/healthz']) await victim.ask(target, { method })
      }
      for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
        await victim.ask(profile, { method: 'POST', headers: { [name]: 'GET' } })
      }
    }
  },
  {
    name: 'headers that would lead past the key',
    fate: 'refused',
    async run(victim) {
      for (const headers of [
        ...['x-original-url', 'x-rewrite-url', 'x-forwarded-path', 'x-forwarded-uri'].map((name) => ({
          [name]: '/healthz'
        })),
        ...['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'forwarded', 'x-forwarded-host'].map(
          (name) => ({ [name]: '127.0.0.1' })
        ),
        { host: 'localhost' },
        { connection: 'close, x-gateway-key' },
        { authorization: `Basic ${Buffer.from(`x:${testKey}`).toString('base64')}` },
        { authorization: testKey },
        { cookie: `x-gateway-key=${testKey}` },
        { 'x-api-key': testKey }
      ] as Readonly<Record<string, string>>[]) {
        for (const target of [profile, inAddress]) await victim.ask(target, { keyless: true, headers })
      }
    }
  },
  {
    name: 'headers that would make pages name another host or show a key',
    fate: 'harmless',
    async run(victim) {
      const names = ['x-forwarded-host', 'x-host', 'x-forwarded-server', 'forwarded', 'x-original-host']
      for (const page of ['/', '/docs', '/graphql', '/openapi.json', '/llms.txt']) {
        for (const name of names) {
          const value = name === 'forwarded' ? 'host=evil.example;proto=https' : 'evil.example'
          const { body } = await victim.ask(page, {
            keyless: true,
            headers: { accept: 'text/html, */*', [name]: value }
          })
          if (body.includes('evil.example') || body.includes(testKey)) throw new Error(`${page} believes ${name}`)
        }
      }
    }
  }
]
