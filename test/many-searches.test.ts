import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { busySource } from './busy-source.ts'
import { dearSearches, manySearches, mostSearches } from './many-searches.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
afterEach(() => server?.close())

type Found = Record<string, Record<string, { nodes: { postId: string }[] }>>

const fyp = (times: number) => Array(times).fill('fyp').join(' ')
/** Another text for each root. */
const fyps = (root: number) => fyp(root + 1)

/** A source each of whose pages takes so long by a clock of its own. */
const slowPages = (ms: number) => {
  let now = 0
  const busy = busySource(() => {
    now += ms
  })
  return { ...busy, elapsed: () => now }
}

describe('a query of as many searches as a query may have', () => {
  test('has fewer of them than there may be look-ups: a search counts ten', async () => {
    server = await startServer()
    const cost = async (searches: number) => (await server.query(manySearches(searches, fyps))).extensions?.cost
    expect(await cost(mostSearches)).toMatchObject({ limit: 1_000 })
    expect((await cost(mostSearches))?.estimated).toBeGreaterThan(10 * mostSearches)
    const refused = await server.query(manySearches(100, fyps))
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAM', details: { limit: 'cost' } })
  })

  test.each(dearSearches)('lets others be heard between few of them: $name', async ({ keywordOf }) => {
    const { wrap, elapsed, inTurn, read } = slowPages(11)
    server = await startServer({ wrapSource: wrap, elapsed })
    const profile = `/api/v1/users/${examples.username}`
    await server.get(profile)
    let isOver = false
    let heard = 0
    const listen = async () => {
      while (!isOver) {
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
        expect((await server.get(profile)).body.meta.cached).toBe(true)
        heard += 1
      }
    }
    const asked = server.query<Found>(manySearches(mostSearches, keywordOf))
    const listening = listen()
    const { status, errors } = await asked
    isOver = true
    await listening
    expect([status, errors]).toEqual([200, undefined])
    expect(read()).toBe(mostSearches)
    // A turn ends with the read that makes it 25 ms.
    expect(Math.max(...inTurn)).toBeLessThanOrEqual(3)
    expect(heard).toBeGreaterThan(1)
  })

  test('is told what is missing where its searches take longer than a request may read', async () => {
    const { wrap, elapsed, read } = slowPages(100)
    server = await startServer({ wrapSource: wrap, elapsed })
    const { status, errors = [] } = await server.query<Found>(manySearches(mostSearches, fyps))
    expect(status).toBe(200)
    expect(new Set(errors.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UNAVAILABLE']))
    expect(read()).toBe(10)
    expect(errors).toHaveLength(mostSearches - 10)
  })
})

describe('a keyword', () => {
  beforeEach(async () => {
    server = await startServer()
  })

  test('a word that is said again finds what it finds when it is said once', async () => {
    const { data } = await server.query<Found>(
      `{ once: search(keyword: "fyp") { posts(first: 50) { nodes { postId } } }
         again: search(keyword: "${fyp(24)}") { posts(first: 50) { nodes { postId } } } }`
    )
    expect(data?.once?.posts?.nodes).toHaveLength(50)
    expect(data?.again).toEqual(data?.once)
  })

  test.each([
    ...[
      'a',
      'é',
      '베',
      '7',
      'the',
      'the a of',
      '🍞',
      '🍞🍞🍞',
      '👩🏽‍🍳',
      '"',
      '" OR "',
      '*',
      '-',
      'a* OR (b',
      'caption:tea'
    ],
    ...[
      'a'.repeat(200),
      'ab '.repeat(66),
      '🍞'.repeat(100),
      'שלום world مرحبا',
      '\u202eabc\u202c',
      fyp(24),
      '#',
      '@',
      '##a',
      '@@a'
    ]
  ])('whatever is looked for, there is an answer or a clear refusal: %j', async (keyword) => {
    for (const kind of ['', '/videos', '/users', '/live', '/suggest']) {
      const { status, body } = await server.get(`/api/v1/search${kind}?keyword=${encodeURIComponent(keyword)}`)
      if (status === 200) expect(body.data).toBeInstanceOf(Array)
      else expect([status, body.error?.code, body.error?.details?.param]).toEqual([400, 'INVALID_PARAM', 'keyword'])
    }
  })
})
