import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../src/surfaces/rest/operations.ts'
import { ignoredHeader } from '../src/surfaces/rest/parameters.ts'
import { cases } from './cases.ts'
import { addressOf, validInputs } from './rest-address.ts'
import { startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, { headers: { 'x-gateway-key': testKey, ...headers } })
  await response.arrayBuffer()
  return { status: response.status, ignored: response.headers.get('x-ignored-parameters') }
}
const posts = () => `/api/v1/users/${cases.busyUser()}/posts`

describe('parameters that mean nothing', () => {
  test('are told by every operation, and what it takes is not', async () => {
    for (const operation of operations) {
      const path = addressOf(operation, validInputs()[operation.id] ?? {})
      expect([operation.id, await ask(path)]).toEqual([operation.id, { status: 200, ignored: null }])
      const more = `${path}${path.includes('?') ? '&' : '?'}limit=3`
      expect([operation.id, await ask(more)]).toEqual([operation.id, { status: 200, ignored: 'limit' }])
    }
  })

  test('are told each time, by answers that were ready, that the client has and that are tables', async () => {
    const path = `${posts()}?limit=3&count=4`
    for (let round = 0; round < 4; round += 1) {
      expect(await ask(path)).toEqual({ status: 200, ignored: 'limit' })
      expect(await ask(path, { accept: 'text/csv' })).toEqual({ status: 200, ignored: 'limit' })
      expect(await ask(path, { 'if-none-match': '*' })).toEqual({ status: 304, ignored: 'limit' })
      expect((await ask(`${posts()}?count=4`)).ignored).toBe(null)
    }
  })

  test('are told with errors, where a misspelled name may be what is wrong', async () => {
    expect(await ask('/api/v1/search?keywrod=cooking')).toEqual({ status: 400, ignored: 'keywrod' })
    expect(await ask('/api/v1/sounds/1?x')).toEqual({ status: 404, ignored: 'x' })
    expect(await ask('/api/v1/search?keyword=a&%ff=1')).toEqual({ status: 400, ignored: '%25ff' })
    expect(await ask('/api/v1/nothing?x=1')).toEqual({ status: 404, ignored: null })
  })

  test('are those that stand in the path too, whose values count there', async () => {
    expect(await ask(`/api/v1/users/${cases.busyUser()}?username=other`)).toEqual({ status: 200, ignored: 'username' })
  })

  test('are an alias beside the name that counts, in any order and spelling', async () => {
    for (const operation of ['/api/v1/search', '/api/v1/search/videos', '/api/v1/search/suggest']) {
      for (const query of ['keyword=co&q=no', 'q=no&keyword=co', 'keyword=co&q=no&q=other', '%71=no&keywor%64=co']) {
        expect(await ask(`${operation}?${query}`), query).toEqual({ status: 200, ignored: 'q' })
      }
      expect(await ask(`${operation}?q=co`)).toEqual({ status: 200, ignored: null })
      expect(await ask(`${operation}?keyword=co&q=no&limit=3`)).toEqual({ status: 200, ignored: 'q, limit' })
      expect(await ask(`${operation}?keyword=&q=no`)).toEqual({ status: 400, ignored: 'q' })
    }
  })

  test('can neither break the header nor make it long', async () => {
    expect((await ask(`${posts()}?a%0D%0Aset-cookie%3A%20x=1`)).ignored).toBe('a%0D%0Aset-cookie%3A%20x')
    expect((await ask(`${posts()}?a,b=1&%E2%98%83=1&&=5&a,b=2`)).ignored).toBe('a%2Cb, %E2%98%83')
    const many = Array.from({ length: 2_000 }, (_, index) => `p${index}`)
    expect((await ask(`${posts()}?${many.join('&')}`)).ignored).toBe(`${many.slice(0, 10).join(', ')}, ...`)
    expect((await ask(`${posts()}?${'x'.repeat(10_000)}=1`)).ignored).toBe('x'.repeat(40))
    const cut = `${'x'.repeat(39)}🎬`
    expect((await ask(`${posts()}?${encodeURIComponent(cut)}`)).ignored).toBe(`${'x'.repeat(39)}%EF%BF%BD`)
    const wide = Array.from({ length: 30 }, (_, index) =>
      encodeURIComponent(String.fromCharCode(0x4e00 + index).repeat(30))
    )
    expect((await ask(`${posts()}?${wide.join('&')}`)).ignored?.length).toBeLessThan(4_096)
  })

  test('are told for whatever a query holds', () => {
    const known = new Set(['count', 'cursor'])
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string())), (pairs) => {
        const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
        const [name, value] = ignoredHeader(`/path?count=1&${query}`, known)
        const names = [...new Set(pairs.map(([name]) => name))].filter((name) => name !== '' && !known.has(name))
        if (names.length === 0) expect(name).toBe(undefined)
        else {
          expect(name).toBe('x-ignored-parameters')
          expect(value).toMatch(/^[\w!~*'().%-]+(, [\w!~*'().%-]+)*$/)
          expect(decodeURIComponent(value?.split(', ')[0] ?? '')).toBe(names[0]?.slice(0, 40).toWellFormed())
        }
      })
    )
  })
})
