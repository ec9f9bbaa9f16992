import { createHook } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Cache } from '../src/cache/cache.ts'
import { Reads } from '../src/cache/reads.ts'
import { Scope } from '../src/core/scope.ts'
import { Documents } from '../src/graphql/query/documents.ts'
import { runPlan } from '../src/graphql/query/run.ts'
import { Cursors } from '../src/services/cursors.ts'
import { examples } from '../src/services/examples.ts'
import type { Deps } from '../src/services/operation.ts'
import type { Source } from '../src/source/source.ts'
import { openSqlite } from '../src/source/sql/sqlite.ts'
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
  const reads = new Reads({ source, cache: new Cache({ maxBytes: 64 * 1024 * 1024 }) })
  deps = { reads, cursors: new Cursors([Buffer.alloc(32)]), now: Date.now }
})
afterAll(async () => {
  await server.close()
  await source.close()
})

const operation = (name: string) =>
  readFileSync(new URL(`../schema/operations/${name}.graphql`, import.meta.url), 'utf8')

type Budget = { name: string; variables: Record<string, unknown>; reads: number; bytes: number }

const budgets: Budget[] = [
  { name: 'creator', variables: { username: examples.username }, reads: 3, bytes: 7_000 },
  { name: 'search-posts', variables: { keyword: examples.keyword }, reads: 1, bytes: 25_000 },
  { name: 'post', variables: { by: { postId: examples.postId } }, reads: 3, bytes: 2_500 },
  { name: 'creators', variables: { usernames: [examples.username] }, reads: 1, bytes: 500 },
  { name: 'scorecard', variables: { username: examples.username }, reads: 2, bytes: 1_200 },
  { name: 'sound-library', variables: {}, reads: 11, bytes: 8_000 },
  { name: 'hashtag', variables: { hashtagId: examples.challengeId }, reads: 1, bytes: 7_000 }
]

describe.each(budgets)('$name', ({ name, variables, reads, bytes }) => {
  test(`makes at most ${reads} reads and an answer of at most ${bytes} bytes`, async () => {
    const answer = await server.query(operation(name), variables)
    expect(answer.errors).toBe(undefined)
    expect(answer.extensions?.cost?.reads).toBeLessThanOrEqual(reads)
    expect(answer.extensions?.cost?.estimated).toBeGreaterThanOrEqual(answer.extensions?.cost?.reads ?? 0)
    expect(Buffer.byteLength(JSON.stringify(answer.data))).toBeLessThanOrEqual(bytes)
  })

  test('makes no promise when its data is at hand', async () => {
    const { prepared } = new Documents().get(operation(name))
    const values = prepared?.coerce(variables)
    if (prepared == null || values == null) throw new Error(`${name} has no plan`)
    const { plan } = prepared
    const run = () => {
      const scope = new Scope({ requestId: name, startedAt: Date.now(), signal: new AbortController().signal })
      return runPlan(plan, values, { deps, scope })
    }
    const text = await run()
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
    expect(promisesMadeBy(run)).toEqual({ made: 0, result: text })
    expect(promisesMadeBy(() => Promise.resolve()).made).toBe(1)
  })
})

describe('a page of posts', () => {
  test('asked for again makes no read of the source and no text anew', async () => {
    const address = `/api/v1/users/${examples.username}/posts`
    const first = await server.get(address)
    const again = await server.get(address)
    expect(again.body.meta.cached).toBe(true)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(Buffer.byteLength(JSON.stringify(again.body.data))).toBeLessThanOrEqual(25_000)
  })
})
