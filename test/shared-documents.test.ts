import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerTo, apq, byPost, sha256, ways } from './document-ways.ts'
import { isLeftOut } from './ignored-terms.ts'
import { hasRedisServer, openRedis, type RedisClient, startRedis } from './own-redis.ts'
import { startServer, type TestServer } from './server.ts'

const hasNoRedis = isLeftOut(hasRedisServer(), 'documents that replicas share, as there is no redis-server to start')

const hours = 60 * 60 * 1_000
const variables = { username: 'maya.nguyen' }
const data = { user: { username: 'maya.nguyen' } }
let lastText = 0
const newText = () => `query Shared${++lastText}($username: String!) { user(by: { username: $username }) { username } }`

describe.skipIf(hasNoRedis)('a document that a client sends to one of several replicas', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let client: RedisClient
  beforeAll(async () => {
    redis = await startRedis()
    client = await openRedis(redis.url)
  })
  afterAll(async () => {
    client.destroy()
    await redis.close()
  })

  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    vi.useRealTimers()
    for (const close of closing.splice(0).reverse()) await close()
  })

  const keyOf = async (query: string): Promise<string | undefined> =>
    (await client.keys(`*document*${sha256(query)}`)).at(0)
  /** Redis has it a moment after the client has its answer. */
  const written = async (query: string): Promise<string> => {
    await expect.poll(() => keyOf(query), { interval: 5 }).toBeTypeOf('string')
    return (await keyOf(query)) ?? ''
  }
  const send = async (server: TestServer, query: string, way = byPost) => {
    const answer = await answerTo(way.send(server, { query, ...apq(sha256(query)), variables }))
    expect(answer.body).toMatchObject({ data })
  }
  const byHash = async (server: TestServer, query: string, way = byPost) =>
    (await answerTo(way.send(server, { documentId: `sha256:${sha256(query)}`, variables }))).body

  const replicas = async (now: () => number = Date.now): Promise<[TestServer, TestServer]> => {
    // A slow machine is never too late for the time that an operation of Redis may take.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const started = () => startServer({ now, config: { cache: { kind: 'redis', url: redis.url } } })
    const servers: [TestServer, TestServer] = [await started(), await started()]
    for (const server of servers) {
      closing.push(server.close)
      // The connection to Redis is there a moment later. Each text is a new one, for what is in memory says nothing of it.
      await expect
        .poll(
          async () => {
            const query = newText()
            await send(server, query)
            return keyOf(query)
          },
          { interval: 5 }
        )
        .toBeTypeOf('string')
    }
    return servers
  }

  test('is known to the others by its hash, over every way', async () => {
    const [first, second] = await replicas()
    for (const way of ways) {
      const query = newText()
      expect(await byHash(second, query, way)).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] })
      await send(first, query, way)
      await written(query)
      // That it was not there a moment ago is not remembered.
      expect(await byHash(second, query, way), way.name).toMatchObject({ data })
    }
  })

  test('is kept for a day at most', async () => {
    let now = Date.now()
    const [first, second] = await replicas(() => now)
    const query = newText()
    await send(first, query)
    const left = await client.pTTL(await written(query))
    expect(left).toBeGreaterThan(20 * hours)
    expect(left).toBeLessThanOrEqual(24 * hours)
    expect(await byHash(second, query)).toMatchObject({ data })
    now += 20 * hours
    expect(await byHash(second, query)).toMatchObject({ data })
    now += 5 * hours
    for (const server of [first, second]) {
      expect(await byHash(server, query)).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] })
    }
    await send(second, query)
    expect(await byHash(second, query)).toMatchObject({ data })
  })

  const fresh = 9_999_999_999_999
  test.each([
    ['garbage', 'garbage'],
    ['an entry without a text', JSON.stringify({ value: [1, 1, fresh, {}] })],
    ['an entry with a number for a text', JSON.stringify({ value: [1, 1, fresh, { text: 5 }] })],
    ['nothing for an entry', JSON.stringify({ value: [1, 1, fresh, null] })],
    ['the text of another', JSON.stringify({ value: [1, 1, fresh, { text: '{ __typename }' }] })],
    ['no GraphQL', JSON.stringify({ value: [1, 1, fresh, { text: 'x'.repeat(100_000) }] })]
  ])('is not known by %s that somebody put in its place, and is put right by whoever sends it', async (_, planted) => {
    const [first, second] = await replicas()
    const query = newText()
    await send(first, query)
    const key = await written(query)
    await client.set(key, planted)
    expect(await byHash(second, query)).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] })
    await send(second, query)
    expect(await byHash(second, query)).toMatchObject({ data })
    await expect.poll(() => client.get(key), { interval: 5 }).toContain(JSON.stringify(query).slice(1, -1))
  })
})

test.skipIf(hasNoRedis)('without its Redis a replica asks for the text again, and fails nobody', async () => {
  const redis = await startRedis()
  const started = () => startServer({ config: { cache: { kind: 'redis', url: redis.url } } })
  const [first, second] = [await started(), await started()]
  try {
    const ask = async (server: TestServer, question: Record<string, unknown>) =>
      (await answerTo(byPost.send(server, { ...question, variables }))).body
    await redis.kill()
    const query = newText()
    const hash = sha256(query)
    expect(await ask(first, apq(hash))).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] })
    expect(await ask(first, { query, ...apq(hash) })).toMatchObject({ data })
    // It is in the memory of the one that was sent it, and of no other.
    expect(await ask(first, apq(hash))).toMatchObject({ data })
    expect(await ask(second, apq(hash))).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] })
    expect(await ask(second, { query, ...apq(hash) })).toMatchObject({ data })
    expect(await ask(second, apq(hash))).toMatchObject({ data })
  } finally {
    await Promise.all([first.close(), second.close()])
    await redis.close()
  }
})
