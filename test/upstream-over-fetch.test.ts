import { afterEach, describe, expect, test } from 'vitest'
import { ApiError } from '../src/core/errors.ts'
import { UpstreamEndpoint } from '../src/store/upstream/endpoint.ts'
import { UpstreamFault } from '../src/store/upstream/faults.ts'
import { fetchTransport } from '../src/store/upstream/fetch-transport.ts'
import { failure, type Script, startFakeUpstream, success } from './fake-upstream.ts'
import { freePort } from './free-port.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** `times`: shorter limits, for what is to exceed them. */
const endpointAt = (url: string, times = {}) => {
  const endpoint = new UpstreamEndpoint({
    url: new URL(url),
    key: 'k',
    connections: 64,
    observe: () => {},
    transport: (origin, limits) => fetchTransport(origin, { ...limits, ...times })
  })
  closing.push(() => endpoint.close())
  return endpoint
}
const asking = async (script: Script, times = {}) => {
  const upstream = await startFakeUpstream(script)
  closing.push(() => upstream.close())
  const endpoint = endpointAt(upstream.url, times)
  return { upstream, endpoint, get: () => endpoint.get('/api/v1/sounds/5', new AbortController().signal) }
}
const codeAndFault = (error: unknown) =>
  error instanceof ApiError && error.cause instanceof UpstreamFault ? [error.code, error.cause.fault] : error

// Bun has no other way; test/packages.test.ts asks on it.
describe('an upstream read by the fetch of the runtime', () => {
  test('is sent its key and asked for nothing compressed', async () => {
    const { upstream, get } = await asking(() => success({ sound_id: '5' }))
    expect(await get()).toMatchObject({ envelope: { data: { sound_id: '5' } } })
    expect(upstream.asked[0]?.headers).toMatchObject({ 'x-gateway-key': 'k', 'accept-encoding': 'identity' })
  })

  test.each([
    ['never answers', () => undefined, ['UPSTREAM_TIMEOUT', 'slow']],
    [
      'stops in the middle',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{')
        return undefined
      },
      ['UPSTREAM_TIMEOUT', 'slow']
    ],
    [
      'breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{')
        setImmediate(() => response.destroy())
        return undefined
      },
      ['UPSTREAM_ERROR', 'broken']
    ],
    ['answers too much', () => ({ body: 'x'.repeat(5 * 1024 * 1024) }), ['UPSTREAM_ERROR', 'contract']],
    ['sends elsewhere', () => ({ status: 302, headers: { location: '/' }, body: '' }), ['UPSTREAM_ERROR', 'contract']],
    ['refuses the key', () => failure(401, 'UNAUTHORIZED'), ['UPSTREAM_ERROR', 'key']],
    ['asks for a pause', () => failure(429, 'RATE_LIMITED', { 'retry-after': '7' }), ['UNAVAILABLE', 'limited']]
  ] as [string, Script, string[]][])('that %s is told apart', async (_, script, expected) => {
    const { get } = await asking(script, expected[1] === 'slow' ? { headersMs: 100, bodyMs: 100 } : {})
    expect(await get().then(() => 'an answer', codeAndFault)).toEqual(expected)
  })

  test('that is not there is told apart', async () => {
    const endpoint = endpointAt(`http://127.0.0.1:${await freePort()}`)
    const found = await endpoint.get('/api/v1/sounds/5', new AbortController().signal).catch(codeAndFault)
    expect(found).toEqual(['UNAVAILABLE', 'unreachable'])
  })

  test('is asked no more than 64 things at once, and nothing once it is closed', async () => {
    const all = Promise.withResolvers<void>()
    let most = 0
    let running = 0
    const { endpoint, get } = await asking(async () => {
      running += 1
      most = Math.max(most, running)
      if (running === 64) all.resolve()
      await all.promise
      running -= 1
      return success({ sound_id: '5' })
    })
    await Promise.all(Array.from({ length: 200 }, get))
    expect(most).toBe(64)
    await endpoint.close()
    await expect(get()).rejects.toThrow()
  })

  test('hears of a caller who leaves', async () => {
    const asked = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const { endpoint } = await asking((_, response) => {
      response.once('close', () => left.resolve())
      asked.resolve()
      return undefined
    })
    const caller = new AbortController()
    const answer = endpoint.get('/api/v1/sounds/5', caller.signal)
    await asked.promise
    caller.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
    await left.promise
  })
})
