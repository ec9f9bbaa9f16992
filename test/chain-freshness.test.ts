import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDeployment, startFacade, ways } from './chain.ts'
import { type FakeUpstream, speaking, startFakeUpstream, success } from './fake-upstream.ts'
import { findFixtures } from './fixtures.ts'
import type { TestServer } from './server.ts'

const seconds = 1_000
const [username = ''] = findFixtures().known.user
const profile = `/api/v1/users/${username}`
let now = 1_780_000_000_000
const clock = () => now

/** The age and the end of an answer, in seconds from now. */
const freshnessOf = async (server: TestServer, path: string) => {
  const { status, headers } = await server.get(path)
  expect(status).toBe(200)
  const age = Number(headers.get('age'))
  const maxAge = Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])
  return { age, left: Math.max(0, maxAge - age) }
}

describe.each(ways)('a facade over a facade over a deployment, by %s,', (way) => {
  let chain: TestServer[]
  beforeEach(async () => {
    const origin = await startDeployment({ now: clock, wrapSource: (source) => source })
    const middle = await startFacade(origin.url, { now: clock, way })
    chain = [await startFacade(middle.url, { now: clock, way }), middle, origin]
  })
  afterEach(async () => {
    for (const server of chain) await server.close()
  })

  test.each([
    ['a profile', profile],
    ['a list', `/api/v1/users/${username}/posts?count=5`],
    ['a live status', `/api/v1/live/${username}/alive`]
  ])('tells the age of the first answer to %s, and lets it live no longer', async (_, path) => {
    const [outer, , origin] = chain as [TestServer, TestServer, TestServer]
    const first = await freshnessOf(origin, path)
    expect(first).toMatchObject({ age: 0 })
    now += 20 * seconds
    const told = await freshnessOf(origin, path)
    expect(told).toEqual({ age: 20, left: first.left - 20 })
    const shown = await freshnessOf(outer, path)
    expect(shown.age).toBe(20)
    expect(shown.left).toBeLessThanOrEqual(told.left)
  })
})

describe.each(ways)('an upstream that says of its answer by %s', (way) => {
  let upstream: FakeUpstream
  let facade: TestServer
  let asked = 0
  beforeAll(async () => {
    upstream = await startFakeUpstream(
      speaking(() => success(null)),
      way
    )
    facade = await startFacade(upstream.url, { now: clock, way })
  })
  afterAll(async () => {
    await facade.close()
    await upstream.close()
  })
  const freshnessUnder = async (headers: Readonly<Record<string, string | readonly string[]>>) => {
    asked += 1
    const path = `/sounds/${asked}`
    upstream.says(
      speaking(() => ({
        ...success({ sound_id: String(asked), title: 'a sound', author: 'somebody' }),
        headers: { ...headers } as Record<string, string>
      }))
    )
    const freshness = await freshnessOf(facade, `/api/v1${path}`)
    expect(upstream.asked.map(({ url }) => url)).toEqual([way === 'graph' ? '/graphql' : `/api/v1${path}`])
    return freshness
  }
  /** Of sounds, without the tenth by which lifetimes differ. */
  const own = 60 * 60 * 0.9 - 1

  test.each([
    ['nothing', {}, 0, own, 3_600],
    ['only its age', { age: '60' }, 60, own - 60, 3_540],
    ['two ages, of which the first counts,', { age: ['60', '5'] }, 60, own - 60, 3_540],
    ['a shorter life', { 'cache-control': 'private, max-age=90', age: '20' }, 20, 69, 70],
    ['a shorter life on two lines', { 'cache-control': ['private', 'max-age=90'] }, 0, 89, 90],
    ['a longer life', { 'cache-control': 'max-age=31536000' }, 0, own, 3_600],
    ['that it is at its end', { 'cache-control': 'max-age=60', age: '60' }, 60, 0, 0],
    ['that it is past its end', { 'cache-control': 'max-age=60', age: '600' }, 600, 0, 0],
    ['a negative age', { age: '-5' }, 0, own, 3_600],
    ['an age of years', { age: '315360000' }, 0, own, 3_600],
    ['an age that is no number', { age: 'old' }, 0, own, 3_600],
    ['a negative life', { 'cache-control': 'max-age=-1' }, 0, own, 3_600],
    ['a life that is no number', { 'cache-control': 's-max-age=5, max-age=long' }, 0, own, 3_600]
  ] as const)('%s is believed as far as it can be', async (_, headers, age, least, most) => {
    const freshness = await freshnessUnder(headers)
    expect(freshness.age).toBe(age)
    expect(freshness.left).toBeGreaterThanOrEqual(least)
    expect(freshness.left).toBeLessThanOrEqual(most)
  })

  test('an end that has come is asked again', async () => {
    await freshnessUnder({ 'cache-control': 'max-age=60', age: '59' })
    const before = upstream.asked.length
    now += 2 * seconds
    await facade.get(`/api/v1/sounds/${asked}`)
    await expect.poll(() => upstream.asked.length).toBeGreaterThan(before)
  })
})
