import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BoundedCache, Memory } from '../src/core/memory.ts'
import { Streams } from '../src/ingest/seed/random.ts'
import { examples } from '../src/services/examples.ts'
import { Documents } from '../src/surfaces/graphql/query/documents.ts'
import { ResultCache } from '../src/surfaces/graphql/query/result-cache.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { type AnyQuery, anyQuery } from './any-query.ts'
import { metricOf } from './metric.ts'
import { pools } from './pools.ts'
import { rules } from './rules.ts'
import { startServer, type TestServer } from './server.ts'

describe('one bound for all that is kept', () => {
  const shelf = (memory: Memory, share: number) =>
    new BoundedCache<{ bytes: number }>({ memory, share, bytesOf: (v) => v.bytes })
  const fill = (into: ReturnType<typeof shelf>, name: string, count: number) => {
    for (let index = 0; index < count; index += 1) into.set(`${name} ${index}`, { bytes: 10 })
  }

  test('whoever is alone may take all of it, and forgets what was not asked for longest', () => {
    const memory = new Memory(1_000)
    const [records] = [shelf(memory, 0.5), shelf(memory, 0.5)]
    fill(records, 'record', 100)
    expect(memory.bytes).toBe(1_000)
    records.get('record 0')
    records.set('another', { bytes: 10 })
    expect(memory.bytes).toBe(1_000)
    expect([0, 1, 2].map((index) => records.get(`record ${index}`) !== undefined)).toEqual([true, false, true])
  })

  test('each has its share when all want more', () => {
    const memory = new Memory(1_000)
    const [records, answers, plans] = [shelf(memory, 0.5), shelf(memory, 0.25), shelf(memory, 0.25)]
    fill(records, 'record', 500)
    fill(answers, 'answer', 20)
    fill(plans, 'plan', 500)
    fill(records, 'later record', 500)
    expect(memory.bytes).toBe(1_000)
    expect(answers.bytes).toBe(200)
    expect(records.bytes).toBeGreaterThanOrEqual(500)
    expect(plans.bytes).toBeGreaterThanOrEqual(250)
  })

  test('what is larger than all of it is not kept, and moves nothing else', () => {
    const memory = new Memory(1_000)
    const records = shelf(memory, 1)
    fill(records, 'record', 10)
    records.set('whale', { bytes: 1_001 })
    expect(records.get('whale')).toBe(undefined)
    expect(records.bytes).toBe(100)
  })

  test('what has grown is weighed anew', () => {
    const memory = new Memory(1_000)
    const records = shelf(memory, 1)
    const growing = { bytes: 10 }
    fill(records, 'record', 50)
    records.set('growing', growing)
    growing.bytes = 990
    records.set('growing', growing)
    expect(memory.bytes).toBe(1_000)
    expect(records.get('growing')).toBe(growing)
  })
})

describe('documents', () => {
  const text = (
    number: number
  ) => `{ ${Array.from({ length: 25 }, (_, i) => `d${number}a${i}: effect(effectId: "1") { ...F }`).join(' ')} }
    fragment F on Effect { ${Array.from({ length: 30 }, (_, i) => `b${i}: name`).join(' ')} }`

  test('weigh more with each plan that is kept with them', () => {
    const memory = new Memory(10_000_000)
    const documents = new Documents(rules, memory)
    documents.get(text(1))
    const { document } = documents.get(text(1))
    const alone = memory.bytes
    expect(alone).toBeGreaterThan(text(1).length * 20)
    document.operation(null)?.plan({}, false)
    // 775 names and 25 effects.
    expect(memory.bytes - alone).toBeGreaterThan(800 * 500)
    const before = memory.bytes
    document.operation(null)?.plan({}, false)
    expect(memory.bytes).toBe(before)
  })

  test('are forgotten for others when they weigh too much', () => {
    const memory = new Memory(5_000_000)
    const documents = new Documents(rules, memory)
    for (let number = 0; number < 50; number += 1) {
      for (const _ of [1, 2]) documents.get(text(number)).document.operation(null)?.plan({}, false)
      expect(memory.bytes).toBeLessThanOrEqual(5_000_000)
    }
    expect(documents.get(text(49)).isCacheable).toBe(true)
    expect(documents.get(text(0)).isCacheable).toBe(false)
  })
})

describe('a server', () => {
  const cacheMaxBytes = 8 * 1024 * 1024
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { cacheMaxBytes } })
  })
  afterAll(() => server.close())

  const kept = () => metricOf(server, 'clipgraph_cache_bytes')

  test('keeps no more than it may of many different documents, each sent twice, of their answers and their records', async () => {
    const fields = ['caption', 'coverUrl', 'shareUrl', 'plays', 'likes', 'id', 'author { id username displayName }']
    let most = 0
    for (let number = 0; number < 40; number += 1) {
      const query = `{ user(by: { username: "${examples.username}" }) { ${Array.from({ length: 20 }, (_, index) => `d${number}a${index}: posts(first: ${1 + ((number + index) % 20)}) { nodes { ${fields.map((field, i) => `b${i}: ${field}`).join(' ')} isAd } }`).join(' ')} } }`
      for (const _ of [1, 2]) expect((await server.query(query)).errors).toBe(undefined)
      most = Math.max(most, await kept())
      expect(most).toBeLessThanOrEqual(cacheMaxBytes)
    }
    // It took all there is, so that it is seen to stop there.
    expect(most).toBeGreaterThan(cacheMaxBytes * 0.9)
  })

  test('and of what is found for many different keywords', async () => {
    for (let number = 0; number < 300; number += 1) {
      const { status } = await server.get(
        `/api/v1/search?keyword=${examples.keyword}&count=${1 + (number % 50)}&n=${number}`
      )
      expect(status).toBe(200)
    }
    expect(await kept()).toBeLessThanOrEqual(cacheMaxBytes)
  })
})

test('texts of what posts tell of their authors, sounds and hashtags are kept once, and found again', async () => {
  const server = await startServer({ config: { readyAnswers: false } })
  const query = `{ user(by: { username: "${examples.username}" }) { posts(first: 5) { nodes {
    cursorless: id author { username displayName } hashtags { id name } sound { id title plays: postsCount }
  } } } }`.replace('plays: postsCount', 'durationSeconds')
  for (const _ of [1, 2, 3]) expect((await server.query(query)).errors).toBe(undefined)
  const set = vi.spyOn(ResultCache.prototype, 'set')
  const again = await server.query(query)
  expect(again.extensions?.meta?.cached).toBe(true)
  expect(set).not.toHaveBeenCalled()
  set.mockRestore()
  await server.close()
})

test('what is made for each request takes no memory, whatever is asked for again', async () => {
  const moment = Date.now()
  const server = await startServer({ config: { readyAnswers: false }, now: () => moment })
  const filtered = (more: string) =>
    `{ search(keyword: "${examples.keyword}") { videos(first: 30, ${more}) { nodes { id plays } } } }`
  const streams = new Streams(1)
  const given = pools('0')
  const asked: AnyQuery[] = [
    ...[filtered('filter: { plays: { min: 1 } }'), filtered('orderBy: PLAYS')],
    `{ search(keyword: "${examples.keyword}") { keyword completions { node { __typename ... on Hashtag { id name } } } } }`,
    '{ posts(first: 1) { facets { hashtags: top(by: HASHTAG, first: 20) { node { id } } creators: top(by: CREATOR) { node { id } } } } }',
    '{ trending(kind: HASHTAG) { edges { node { ... on Hashtag { id name } } } } }',
    `{ node(id: "${toGlobalId('Hashtag', '~"nobody uses this"')}") { id ... on Hashtag { name } } }`,
    '{ liveStatus(username: "nobody.has.this.handle") { isLive } }'
  ].map((query) => ({ query, variables: {} }))
  for (let index = 0; index < 200; index += 1) asked.push(anyQuery(streams.at('query', index), given))
  const kept = async ({ query, variables, operationName }: AnyQuery) => {
    await server.query(query, variables, operationName)
    return metricOf(server, 'clipgraph_cache_bytes')
  }
  for (const question of asked) {
    // Records are read, then kept in their lasting form with their texts.
    for (const _ of [1, 2, 3]) await kept(question)
    const before = await kept(question)
    expect(await kept(question), JSON.stringify(question)).toBe(before)
  }
  await server.close()
})
