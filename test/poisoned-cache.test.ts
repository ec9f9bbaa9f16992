import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { operations } from '../src/surfaces/rest/operations.ts'
import { answerTo, apq, byPost, sha256 } from './document-ways.ts'
import { effortOf } from './effort.ts'
import { isLeftOut } from './ignored-terms.ts'
import { metricOf } from './metric.ts'
import { hasRedisServer, openRedis, type RedisClient, startRedis } from './own-redis.ts'
import { addressOf, validInputs } from './rest-address.ts'
import { sampleAddresses } from './rest-contract.ts'
import { startServer, type TestServer } from './server.ts'

const hasNoRedis = isLeftOut(hasRedisServer(), 'a poisoned Redis, as there is no redis-server to start')

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** What somebody puts in the place of an entry. */
type Poison = (genuine: Stored['value']) => string
/** As it stands in Redis: the form, when it was read, until when it is fresh, and the value. */
type Stored = { value: [version: number, at: number, freshUntil: number, value: Json] }

describe.skipIf(hasNoRedis)('what others put into the cache that replicas share', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let client: RedisClient
  let server: TestServer
  let look = 0

  beforeAll(async () => {
    redis = await startRedis()
    client = await openRedis(redis.url)
  })
  afterAll(async () => {
    client.destroy()
    await redis.close()
  })
  beforeEach(async () => {
    // A slow machine is never too late for the time that an operation of Redis may take.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    server = await startReplica()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
    await client.flushAll()
  })

  /** A replica without room of its own: it asks Redis each time. */
  const startReplica = async () => {
    const cache = { kind: 'redis', url: redis.url } as const
    const replica = await startServer({ config: { cache, cacheMaxBytes: 1, readyAnswers: false } })
    // The connection is there a moment later.
    await expect
      .poll(() => written(replica).then(() => operationsOf(replica, 'ok')), { interval: 10 })
      .toBeGreaterThan(0)
    return replica
  }
  const operationsOf = async (replica: TestServer, outcome: string) =>
    (await metricOf(replica, `clipgraph_shared_cache_operations_total{outcome="${outcome}"}`)) || 0
  const dropped = () => operationsOf(server, 'dropped')
  /** Redis takes what one connection sends in order: when a later look-up is answered, what this server had to write is there. */
  const written = (replica: TestServer) => replica.get(`/api/v1/live/probe.${++look}/alive`)
  const ask = async (address: string) => {
    const { status, body } = await server.get(address)
    return { status, data: body.data, error: body.error?.code }
  }
  const keys = async () => (await client.keys('*')).filter((key) => !key.includes('probe.')).sort()
  const stored = async (key: string) => JSON.parse((await client.get(key)) ?? '') as Stored
  const valid = validInputs()
  const cases = operations.map((operation) => ({
    id: operation.id,
    address: addressOf(operation, valid[operation.id] ?? {})
  }))

  test('everything that replicas keep is taken by the others', async () => {
    const other = await startReplica()
    const addresses = sampleAddresses().filter((_, index) => index % 4 === 0)
    const first = []
    for (const { address } of addresses) first.push((await server.get(address)).body.data)
    await written(server)
    const from = await operationsOf(other, 'ok')
    for (const [index, { address }] of addresses.entries()) {
      const { body } = await other.get(address)
      expect([address, body.meta.cached, body.data]).toEqual([address, true, first[index]])
    }
    expect(await operationsOf(other, 'dropped')).toBe(0)
    expect((await operationsOf(other, 'ok')) - from).toBeGreaterThanOrEqual(addresses.length)
    await other.close()
  })

  type Known = Awaited<ReturnType<typeof answers>>[number]
  /** What each of some operations answers, and under which keys what it read is kept. */
  const answers = async (asked = cases) => {
    const known = []
    for (const each of asked) {
      await client.flushAll()
      const answer = await ask(each.address)
      await written(server)
      const entries = await Promise.all((await keys()).map(async (key) => ({ key, stored: await stored(key) })))
      known.push({ ...each, answer, entries: entries.filter(({ stored: { value } }) => value[3] !== null) })
    }
    return known
  }

  test('is never an answer when it is damaged, of another kind or about something else: the source is asked', async () => {
    const known = await answers()
    const all = known.flatMap(({ entries }) => entries)
    expect(known.filter(({ answer, entries }) => answer.status !== 200 || entries.length === 0)).toEqual([])
    const place = fc.record({ operation: fc.nat(known.length - 1), entry: fc.nat(50) })
    const lookups = all.filter(({ stored: { value } }) => !JSON.stringify(value).includes('"items":'))
    const poisons = fc.oneof(
      fc.string({ minLength: 1 }).map(
        (text): Poison =>
          () =>
            text
      ),
      fc.json().map(
        (text): Poison =>
          () =>
            text
      ),
      fc.jsonValue({ maxDepth: 4 }).map(
        (value): Poison =>
          () =>
            JSON.stringify({ value })
      ),
      damages.map(
        (damage): Poison =>
          (genuine) =>
            JSON.stringify({ value: genuine.with(3, damaged(genuine[3], damage)) })
      ),
      fc.constantFrom(...wrongTimes).map(
        (times): Poison =>
          ([version, at, freshUntil, value]) =>
            JSON.stringify({ value: [version, ...times(at, freshUntil), value] })
      ),
      fc.constantFrom(...lookups).map(
        ({ stored: { value } }): Poison =>
          (genuine) =>
            JSON.stringify({ value: isDeepStrictEqual(value[3], genuine[3]) ? {} : value })
      )
    )
    await fc.assert(
      fc.asyncProperty(place, poisons, async ({ operation, entry }, poison) => {
        const { address, answer, entries } = known[operation] as Known
        const { key, stored: genuine } = entries[entry % entries.length] as Known['entries'][number]
        await client.flushAll()
        await client.set(key, poison(genuine.value))
        const before = await dropped()
        expect(await ask(address)).toEqual(answer)
        expect((await dropped()) - before).toBeGreaterThan(0)
        // And it is put right.
        await written(server)
        expect((await stored(key)).value[3]).toEqual(genuine.value[3])
      }),
      { numRuns: 80 }
    )
  })

  test.each([
    ['5 MB of text', () => 'x'.repeat(5_000_000)],
    [
      '5 MB of an entry',
      ([version, at, freshUntil]) =>
        JSON.stringify({ value: [version, at, freshUntil, { title: 'x'.repeat(5_000_000) }] })
    ],
    ['300,000 lists within lists', () => `{"value":${'['.repeat(300_000)}${']'.repeat(300_000)}}`],
    [
      'a prototype',
      ([version, at, freshUntil, value]) =>
        `{"value":[${version},${at},${freshUntil},{"__proto__":${JSON.stringify(value)}}]}`
    ],
    [
      'a thing with a prototype',
      ([version, at, freshUntil, value]) =>
        `{"value":[${version},${at},${freshUntil},${JSON.stringify(value).replace('{', '{"__proto__":{"isAdmin":true},')}]}`
    ],
    ['the prototype of its wrapping', ([...entry]) => `{"__proto__":{"value":${JSON.stringify(entry)}}}`],
    [
      'a number that no text of JSON has',
      ([version, at, , value]) => JSON.stringify({ value: [version, at, 0, value] }).replace(',0,', ',1e999,')
    ]
  ] satisfies [string, Poison][])('is no answer when it is %s', async (_, poison) => {
    const [{ address, answer, entries }] = (await answers(cases.filter(({ id }) => id === 'getSound'))) as [Known]
    const [entry] = entries
    if (entry === undefined) throw new Error('a sound is kept')
    await client.set(entry.key, poison(entry.stored.value))
    const { value, ms } = await effortOf(() => ask(address))
    expect(value).toEqual(answer)
    expect(await dropped()).toBe(1)
    // A wide margin: what is too large is not looked into.
    expect(ms).toBeLessThan(500)
  })

  test('is no document when it has another text than its name says, and is kept for no other', async () => {
    const query = 'query Poisoned { __typename }'
    const variables = {}
    const question = { ...apq(sha256(query)), variables }
    await answerTo(byPost.send(server, { query, ...question }))
    await expect.poll(() => client.keys('*document*'), { interval: 5 }).toHaveLength(1)
    const [key = ''] = await client.keys('*document*')
    const [version, at, freshUntil] = (await stored(key)).value
    for (const value of [{ text: '{ __typename }' }, { text: query, more: 1 }, { text: [query] }, [query], {}]) {
      await client.set(key, JSON.stringify({ value: [version, at, freshUntil, value] }))
      const before = await dropped()
      expect((await answerTo(byPost.send(server, question))).body).toMatchObject({
        errors: [{ message: 'PersistedQueryNotFound' }]
      })
      expect(await dropped()).toBe(before + 1)
    }
  })
})

const hours = 60 * 60 * 1_000
/** For each entry times that none has. */
const wrongTimes: readonly ((at: number, freshUntil: number) => readonly [Json, Json])[] = [
  (at, freshUntil) => [at + hours, freshUntil + hours],
  (at) => [at, at + 2 * 24 * hours],
  (at) => [at, 1e300],
  () => [1e300, 1e300],
  () => [1, 9_999_999_999_999],
  (_, freshUntil) => [-1, freshUntil],
  (at, freshUntil) => [String(at), String(freshUntil)],
  (at) => [at, null],
  (at, freshUntil) => [at, [freshUntil]],
  (_, freshUntil) => [null, freshUntil]
]

/** A way to a place in a value, and what is done there. */
type Damage = { way: readonly number[]; how: 'gone' | 'more' | 'other'; other: number }
const others: readonly Json[] = ['5', -1.5, [[]], { a: 1 }, 1e308, true, 'javascript:alert(1)//https://x']
const damages: fc.Arbitrary<Damage> = fc.record({
  way: fc.array(fc.nat(50), { maxLength: 5 }),
  how: fc.constantFrom('gone', 'more', 'other'),
  other: fc.nat(others.length - 1)
})

/** The value changed in one place to what no replica keeps. Nothing becomes null, which is kept in many a place. */
const damaged = (value: Json, { way: [step = 0, ...way], how, other }: Damage): Json => {
  const names = Object.keys(value ?? {}).filter((name) => (value as Record<string, Json>)[name] !== null)
  const name = names[step % names.length]
  if (typeof value !== 'object' || value === null || name === undefined) return somethingElse(value, other)
  if (Array.isArray(value)) return value.with(Number(name), damaged(value[Number(name)] ?? null, { way, how, other }))
  if (how === 'more' && way.length === 0) return { ...value, more: 1 }
  const { [name]: part = null, ...rest } = value
  return how === 'gone' && way.length === 0 ? rest : { ...rest, [name]: damaged(part, { way, how, other }) }
}

const somethingElse = (value: Json, other: number): Json => {
  const chosen = others[other] ?? null
  // A text may be any text, but an address is one of the web.
  const isAddress = typeof value === 'string' && /^https?:/.test(value) && String(chosen).startsWith('javascript:')
  return typeof chosen === typeof value && !isAddress ? { was: value } : chosen
}
