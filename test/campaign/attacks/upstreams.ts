import { gzipSync } from 'node:zlib'
import { type Script, speaking, success, successText } from '../../fake-upstream.ts'
import type { Attack } from './attack.ts'

const sound = { sound_id: '5', title: 'T', author: 'A' }
const post = { post_id: '1', created_at: 1 }
const page = (items: unknown, pagination: unknown = { cursor: null, has_more: false }) => success(items, pagination)

const bomb = gzipSync(Buffer.alloc(10_000_000))

/** What an upstream says to everything, and what clients ask of the deployment before it. */
const saying = (name: string, upstream: Script, more: Partial<Attack> = {}): Attack => ({
  name,
  fate: 'unusable',
  upstream: speaking(upstream),
  async run(victim) {
    for (const target of ['/api/v1/sounds/5', '/api/v1/users/u/posts?count=2', '/api/v1/search/suggest?keyword=a']) {
      const { body, headers } = await victim.ask(target)
      if (/javascript:|169\.254|secret/.test(body)) throw new Error(`${target} hands on what no client should see`)
      if (headers.has('set-cookie') || headers.has('x-secret')) throw new Error(`${target} hands on headers`)
    }
    await victim.graph('{sound(soundId: "5"){title coverUrl posts(first: 2){nodes{id caption coverUrl}}}}')
    if ('polluted' in {}) throw new Error('a prototype is polluted')
  },
  ...more
})

/** Writes without end, as fast as it is read. */
const endless =
  (chunk: Buffer): Script =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const write = () => {
      while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', write)
    }
    write()
    return undefined
  }

/** Upstreams that mean harm. */
export const upstreamAttacks: readonly Attack[] = [
  saying('a body without end', endless(Buffer.alloc(64 * 1024, 32))),
  saying('JSON without end', endless(Buffer.from('[1,'.repeat(20_000)))),
  saying('15 MB of text in one field', () => success({ ...sound, title: 'x'.repeat(15_000_000) })),
  saying('lists within lists, a million deep', () => ({ body: successText('['.repeat(1_000_000)) })),
  saying('objects within objects, where a text should be', () => ({
    body: successText(`{"sound_id":"5","title":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)},"author":"A"}`)
  })),
  saying('a hundred thousand elements where two were asked for', () => page(Array(100_000).fill(post))),
  saying('names that every object has', () => ({
    body: successText(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"sound_id":"5","title":"T","author":"A"}'
    )
  })),
  saying('a prototype as the envelope', () => ({ body: `{"__proto__":${successText('{"sound_id":"5"}')}}` })),
  saying('numbers that are none', () => ({
    body: successText(
      '{"sound_id":5e999,"title":"T","author":"A","posts_count":-1e999,"duration_seconds":1e308,"is_original":"no"}'
    )
  })),
  saying('addresses that do something', () =>
    success({ ...sound, cover_url: 'javascript:alert(1)', play_url: 'file:///secret' })
  ),
  saying('line breaks and headers of its own', () => ({
    headers: { 'set-cookie': 'a=b', 'x-secret': '1', 'access-control-allow-origin': '*' },
    body: successText(JSON.stringify({ ...sound, title: 'a\r\nset-cookie: b=c\r\n\r\n' }))
  })),
  saying('a redirect to an internal address', ({ headers }) => ({
    status: 302,
    headers: { location: `http://${headers.host}/secret` },
    body: ''
  })),
  saying('a redirect to the address of clouds', () => ({
    status: 307,
    headers: { location: 'http://169.254.169.254/latest/' },
    body: ''
  })),
  saying('a gzip bomb', (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    return undefined
  }),
  saying('headers without end', (_, response) => {
    response.writeHead(200, { 'x-secret': 's'.repeat(100_000) }).end(successText('{}'))
    return undefined
  }),
  saying('no HTTP', (_, response) => {
    response.socket?.end('secret, and no HTTP at all\r\n\r\n')
    return undefined
  }),
  saying('two answers to one request', (_, response) => {
    const body = successText(JSON.stringify(sound))
    const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    response.socket?.write(answer + answer.replaceAll('"T"', '"secret"'))
    return undefined
  }),
  saying('records of something else', () => success({ ...sound, sound_id: '6' })),
  saying('the same page for ever', () => page([post, { ...post, post_id: '2' }], { cursor: 'same', has_more: true })),
  saying('new cursors for ever, and nothing behind them', ({ query }) =>
    page([], { cursor: String(Number(query.get('cursor') ?? 0) + 1), has_more: true })
  ),
  saying('half of what it promised', (_, response) => {
    response.writeHead(200, { 'content-length': '5000' })
    response.write('{"meta"')
    response.socket?.end()
    return undefined
  }),
  saying(
    'one byte a second',
    (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 1_000)
      response.once('close', () => clearInterval(timer))
      return undefined
    },
    { isLong: true }
  ),
  saying('nothing at all', () => undefined, { isLong: true })
]
