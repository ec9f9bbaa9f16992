import { getEventListeners } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cache } from '../src/cache/cache.ts'
import { Reads } from '../src/cache/reads.ts'
import { Memory } from '../src/core/memory.ts'
import { Scope } from '../src/core/scope.ts'
import type { Post } from '../src/records/post.ts'
import type { Page, Source } from '../src/store/source.ts'
import { undiciTransport } from '../src/store/upstream/undici-transport.ts'
import { openUpstream } from '../src/store/upstream/upstream.ts'
import { heapBytes } from './campaign/memory.ts'
import { type FakeUpstream, startFakeUpstream, success } from './fake-upstream.ts'

/** Pages of another deployment, at their first use, from the cache, and after they are renewed. */

let upstream: FakeUpstream
let source: Source
beforeAll(async () => {
  upstream = await startFakeUpstream()
  source = openUpstream({ url: new URL(upstream.url), key: null, connections: 4 })
})
afterAll(async () => {
  await source.close()
  await upstream.close()
})

const post = (id: number, createdAt = 1_700_000_000) => ({
  ...{ post_id: String(id), created_at: createdAt, caption: `words of post ${id}, and a few more of them`, plays: id },
  hashtags: [{ id: '7', name: 'tag' }]
})
const idsOf = (page: Page<Post> | null) => page?.items.map(({ post_id }) => post_id)
const { signal } = new AbortController()

test.each([
  ['an error', { status: 500, body: '{}' }],
  ['no list', success({ not: 'a list' }, {})],
  ['no JSON', { body: '<html>' }]
])('posts that came are kept where the next answer of the page is %s', async (_, second) => {
  upstream.says(({ query }) => (query.has('cursor') ? second : success([post(2)], { has_more: true, cursor: 'next' })))
  expect(idsOf(await source.page('userPosts', 'somebody', { count: 5, after: null }, signal))).toEqual(['2'])
})

/** Reads one page by a cache whose clock is driven. */
const reader = () => {
  let now = 1_780_000_000_000
  const cache = new Cache({ memory: new Memory(2 ** 24), now: () => now })
  const reads = new Reads({ source, cache })
  return {
    cache,
    later(ms: number) {
      now += ms
    },
    read: async (count: number) => {
      const scope = new Scope({ requestId: '', signal, startedAt: 0 })
      return idsOf((await reads.page(scope, 'searchVideos', 'k', { count, after: null })) as Page<Post> | null)
    }
  }
}

test('a page with posts ahead of the clock stays as it was read', async () => {
  // A day ahead is refused, and a moment later it is not.
  const soon = Math.floor(Date.now() / 1_000) + 86_400 + 2
  upstream.says(() => success([post(3, soon), post(2), post(1)], { has_more: false, cursor: null }))
  const { read } = reader()
  expect(await read(2)).toEqual(['2', '1'])
  await new Promise((resolve) => setTimeout(resolve, soon * 1_000 - 86_400_000 - Date.now() + 100))
  expect(await read(2)).toEqual(['2', '1'])
})

test('a renewed page counts as many bytes as a new one', async () => {
  upstream.says(() =>
    success(
      Array.from({ length: 20 }, (_, id) => post(id + 1)),
      { has_more: true, cursor: 'next' }
    )
  )
  const { cache, read, later } = reader()
  await read(20)
  const { bytes } = cache
  expect(bytes).toBeGreaterThan(2_000)
  later(6 * 60_000)
  await read(20)
  await read(20)
  await expect.poll(() => upstream.asked.length).toBe(2)
  expect(cache.bytes).toBeGreaterThan(bytes * 0.9)
})

test('a page that is kept keeps nothing of the request that read it', async () => {
  upstream.says(() => success([post(1)], { has_more: false, cursor: null }))
  const reads = new Reads({ source, cache: new Cache({ memory: new Memory(2 ** 24) }) })
  const read = async () => {
    const scope = new Scope({ requestId: '', signal, startedAt: 0 })
    await reads.page(scope, 'searchVideos', 'k', { count: 1, after: null })
    return new WeakRef(scope)
  }
  const scope = await read()
  await turn()
  heapBytes()
  expect(scope.deref()).toBeUndefined()
})

test('of an answer that is much longer than its page, the page alone is cached', async () => {
  upstream.says(() =>
    success(
      Array.from({ length: 200 }, (_, id) => post(id + 1)),
      { has_more: true, cursor: 'next' }
    )
  )
  const { cache, read } = reader()
  expect(await read(1)).toEqual(['1'])
  expect(cache.bytes).toBeLessThan(3_000)
})

test('calls that are given up while they wait for a connection leave it to the others', async () => {
  let sockets = 0
  const server = createServer((incoming, response) => {
    setTimeout(() => response.end('{}'), Number(incoming.url?.slice(2)))
  })
  server.on('connection', () => {
    sockets += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const limits = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000, answerBytes: 1_000, connections: 1 }
  const transport = undiciTransport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, limits)
  const lasting = new AbortController()
  const get = (path: string, signal: AbortSignal) => transport.send({ path }, {}, signal, () => {})
  const slow = get('/?100', lasting.signal)
  const waiting = Array.from({ length: 20 }, async () => {
    const given = new AbortController()
    const call = get('/?0', given.signal)
    given.abort(new Error('given up'))
    await expect(call).rejects.toThrow('given up')
  })
  const last = get('/?0', lasting.signal)
  await Promise.all(waiting)
  expect([(await slow).status, (await last).status, sockets]).toEqual([200, 200, 1])
  expect(getEventListeners(lasting.signal, 'abort')).toEqual([])
  await transport.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
