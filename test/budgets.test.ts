import { createHook } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { Cache } from '../src/cache/cache.ts'
import { Reads } from '../src/cache/reads.ts'
import { Memory } from '../src/core/memory.ts'
import { Scope } from '../src/core/scope.ts'
import { Cursors } from '../src/services/cursors.ts'
import { examples } from '../src/services/examples.ts'
import type { Deps } from '../src/services/operation.ts'
import type { Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { Queries } from '../src/surfaces/graphql/query/answer.ts'
import { DocumentFinder } from '../src/surfaces/graphql/query/document-finder.ts'
import { ResultCache } from '../src/surfaces/graphql/query/result-cache.ts'
import { countedSource, describeCall } from './counted-source.ts'
import { metricOf } from './metric.ts'
import { exampleNodeId } from './node-ids.ts'
import { rules } from './rules.ts'
import { startServer, type TestServer } from './server.ts'

/**
 * What answers may cost in counts that are the same on every machine. Above a bound something became dearer: find out what,
 * or raise the bound knowingly.
 */

let server: TestServer
let source: Source
let deps: Deps
beforeAll(async () => {
  server = await startServer()
  source = openSqlite({ path: inject('defaultDataset'), mediaBase: () => 'http://media.example' })
  const reads = new Reads({ source, cache: new Cache({ memory: new Memory(64 * 1024 * 1024) }) })
  deps = { reads, cursors: new Cursors([Buffer.alloc(32)]), now: Date.now }
})
afterAll(async () => {
  await server.close()
  await source.close()
})

const operation = (name: string) =>
  readFileSync(new URL(`../schema/operations/${name}.graphql`, import.meta.url), 'utf8')

/** `texts`: written as JSON when all is at hand; records and lists of records are not among them. */
type Budget = { name: string; variables: Record<string, unknown>; reads: number; bytes: number; texts: number }

const budgets: Budget[] = [
  { name: 'creator', variables: { username: examples.username }, reads: 3, bytes: 7_000, texts: 8 },
  { name: 'search-posts', variables: { keyword: examples.keyword }, reads: 1, bytes: 25_000, texts: 43 },
  { name: 'post', variables: { by: { postId: examples.postId } }, reads: 3, bytes: 2_500, texts: 23 },
  { name: 'creators', variables: { usernames: [examples.username] }, reads: 1, bytes: 500, texts: 0 },
  { name: 'scorecard', variables: { username: examples.username }, reads: 3, bytes: 1_200, texts: 6 },
  { name: 'sound-library', variables: {}, reads: 11, bytes: 8_000, texts: 42 },
  { name: 'node', variables: { id: exampleNodeId }, reads: 1, bytes: 500, texts: 0 },
  { name: 'hashtag', variables: { hashtagId: examples.challengeId }, reads: 1, bytes: 7_000, texts: 4 }
]

describe.each(budgets)('$name', ({ name, variables, reads, bytes, texts }) => {
  test(`makes at most ${reads} reads and an answer of at most ${bytes} bytes`, async () => {
    const answer = await server.query(operation(name), variables)
    expect(answer.errors).toBe(undefined)
    expect(answer.extensions?.cost?.reads).toBeLessThanOrEqual(reads)
    expect(answer.extensions?.cost?.estimated).toBeGreaterThanOrEqual(answer.extensions?.cost?.reads ?? 0)
    expect(Buffer.byteLength(JSON.stringify(answer.data))).toBeLessThanOrEqual(bytes)
  })

  test(`makes no promise when its data is at hand, and writes at most ${texts} texts anew`, async () => {
    const { queries, ask } = asking(operation(name), variables)
    const first = await ask()
    // The document is remembered from now on, and the texts of its records are kept.
    await ask()
    const stringify = vi.spyOn(JSON, 'stringify')
    const { made, result } = promisesMadeBy(ask)
    const written = stringify.mock.calls.length
    stringify.mockRestore()
    expect(made).toBe(0)
    expect(result).toEqual(first)
    expect(queries.planned).toBe(3)
    expect(written).toBeLessThanOrEqual(texts)
  })
})

test('a page of posts is kept as one text', async () => {
  const { ask } = asking('{ search(keyword: "cooking") { posts(first: 10) { nodes { caption } } } }', {})
  await ask()
  await ask()
  const looks = vi.spyOn(ResultCache.prototype, 'get')
  await ask()
  expect(looks).toHaveBeenCalledOnce()
  looks.mockRestore()
})

test('promises are counted', () => {
  expect(promisesMadeBy(() => Promise.resolve()).made).toBe(1)
})

describe('a page of posts', () => {
  const address = `/api/v1/users/${examples.username}/posts`
  const query = `{ user(by: { username: "${examples.username}" }) { posts { nodes { postId caption plays } } } }`
  test.each([
    ['rest', async (from: TestServer) => (await from.get(address)).body],
    [
      'graphql',
      async (from: TestServer) => (({ data, extensions }) => ({ data, ...extensions }))(await from.query(query))
    ]
  ])('asked for again over %s makes no read of the source and no text anew', async (surface, ask) => {
    const counted = countedSource()
    const own = await startServer({ wrapSource: counted.wrap })
    const given = () => metricOf(own, `clipgraph_ready_answers_total{surface="${surface}"}`)
    const first = await ask(own)
    expect(counted.take().map(describeCall)).toContain('page userPosts')
    // With its data at hand the answer is kept; from then on it is given as it is.
    expect((await ask(own)).data).toEqual(first.data)
    expect(await given()).toBe(0)
    for (const times of [1, 2]) {
      const again = await ask(own)
      expect(again.meta?.cached).toBe(true)
      expect(again.data).toEqual(first.data)
      expect(await given()).toBe(times)
    }
    expect(counted.take()).toEqual([])
    expect(Buffer.byteLength(JSON.stringify(first.data))).toBeLessThanOrEqual(25_000)
    await own.close()
  })

  test('is not kept ready for a question that comes once, though its data is at hand', async () => {
    const own = await startServer()
    await own.query(query)
    const given = () => metricOf(own, 'clipgraph_ready_answers_total{surface="graphql"}')
    const other = query.replace('user', 'other: user')
    const times: number[] = []
    for (let count = 0; count < 4; count += 1) {
      expect((await own.query(other)).extensions?.meta?.cached).toBe(true)
      times.push(await given())
    }
    expect(times).toEqual([0, 0, 1, 2])
    await own.close()
  })
})

/** Asks the same again and again, each time for a request of its own. */
const asking = (query: string, variables: Record<string, unknown>) => {
  const queries = new Queries({
    documents: new DocumentFinder({ rules }),
    limits: rules.limits,
    plans: true,
    onServerError: () => {}
  })
  const ask = () => {
    const scope = new Scope({ requestId: 'test', startedAt: Date.now(), signal: new AbortController().signal })
    return queries.ask({ query, variables }, { deps, scope })
  }
  return { queries, ask }
}

/** What a piece of work returns before anything is waited for, and the promises made meanwhile. */
const promisesMadeBy = (work: () => unknown) => {
  let made = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') made += 1
    }
  }).enable()
  const result = work()
  hook.disable()
  return { made, result }
}
