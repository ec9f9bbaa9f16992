import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Backend, openBackend } from '../src/backend.ts'
import { readConfig } from '../src/config.ts'
import { bytesOf } from '../src/core/byte-text.ts'
import { ApiError } from '../src/core/errors.ts'
import { Scope } from '../src/core/scope.ts'
import { Streams } from '../src/dataset/seed/random.ts'
import { answerText, Queries } from '../src/graphql/query/answer.ts'
import { DocumentFinder } from '../src/graphql/query/document-finder.ts'
import { KnownDocuments } from '../src/graphql/query/known-documents.ts'
import { examples } from '../src/services/examples.ts'
import type { Source } from '../src/source/source.ts'
import { createLog } from '../src/telemetry/log.ts'
import { type AnyQuery, anyQuery } from './any-query.ts'
import { row } from './dataset.ts'
import { failingSource, type Mishap } from './failing-source.ts'
import { pools } from './pools.ts'
import { rules } from './rules.ts'
import { type GraphQLAnswer, testKey } from './server.ts'

/** Each way of answering has a backend of its own over the same data, so that both have read the same before. */
type Way = { plans: boolean; backend: Backend }

const seed = 1
const documents = 5_000

/** From 0 to 99, the same for a text each time. */
const percentileOf = (text: string): number => Number.parseInt(hash('sha1', text).slice(0, 8), 16) % 100

/** Eight reads in a hundred fail, each time. */
const mishap = (kind: string, key: string): Mishap => {
  const percentile = percentileOf(`${kind} ${key} fails`)
  if (percentile < 4) return { found: new ApiError('UPSTREAM_ERROR') }
  return percentile < 8 ? { found: new ApiError('UNAVAILABLE', `No ${kind} now.`) } : undefined
}

/** What is asked for first need not come first: reads take from none to three turns of the event loop. */
const unevenSource = (source: Source): Source => {
  const wait = async (text: string) => {
    for (let turns = percentileOf(text) % 4; turns > 0; turns -= 1) await nextTurn()
  }
  return {
    async lookUp(kind, keys, signal) {
      await wait(`${kind} ${keys[0]}`)
      return source.lookUp(kind, keys, signal)
    },
    async page(kind, key, request, signal) {
      await wait(`${kind} ${key}`)
      return source.page(kind, key, request, signal)
    },
    ready: (signal) => source.ready(signal),
    close: () => source.close()
  }
}

let ways: [Way, Way]
/** Does nothing, and hears of no failure: there are thousands. */
const log = createLog('silent')
const moment = Date.now()

beforeAll(async () => {
  const config = readConfig({ DATA_URL: `sqlite:${inject('defaultDataset')}`, GATEWAY_KEYS: testKey })
  const open = () =>
    openBackend({
      config,
      log,
      now: () => moment,
      mediaBase: () => 'http://media.example',
      wrapSource: (source) => unevenSource(failingSource(source, mishap))
    })
  ways = [
    { plans: true, backend: await open() },
    { plans: false, backend: await open() }
  ]
})
afterAll(() => Promise.all(ways.map(({ backend }) => backend.close())))

/** What an answer says: its body without what is told of the one request, and the status that goes with its errors. */
type Said = { body: string; statuses: unknown; reads: number }

const { signal } = new AbortController()

const sayings = async ({ query, ...asked }: AnyQuery): Promise<Record<string, Said>> => {
  // Made ready once for all: most of the time would go there.
  const finder = new DocumentFinder({ rules, known: new KnownDocuments([['asked', query]]) })
  const said: Record<string, Said> = {}
  for (const { plans, backend } of ways) {
    const queries = new Queries({ documents: finder, limits: rules.limits, plans, onServerError() {} })
    for (const time of ['first', 'again']) {
      const scope = new Scope({ requestId: '', signal, startedAt: 0 })
      const answer = await queries.ask({ ...asked, documentId: 'asked' }, { scope, deps: backend.deps })
      said[`${plans ? 'by plan' : 'generally'}, ${time}`] = {
        body: answerText(answer, scope).replace(/"meta":\{[^}]*\},|,"reads":\d+/g, ''),
        statuses: answer.errors.map(({ extensions }) => extensions.http),
        reads: scope.reads.length
      }
    }
  }
  return said
}

/** What all of them say. */
const agreed = async (query: string, variables: Record<string, unknown> = {}): Promise<GraphQLAnswer> => {
  const bodies = Object.values(await sayings({ query, variables })).map(({ body }) => bytesOf(body).toString())
  expect(new Set(bodies).size, query).toBe(1)
  return JSON.parse(bodies[0] ?? '')
}

describe('plans and the general executor', () => {
  test(`say the same to ${documents.toLocaleString('en')} queries, whatever fails within, at first and again`, async () => {
    const streams = new Streams(seed)
    const given = pools('0')
    const count = { refused: 0, failed: 0, whole: 0 }
    for (let index = 0; index < documents; index += 1) {
      const asked = anyQuery(streams.at('query', index), given)
      const said = await sayings(asked)
      const [first, ...others] = Object.values(said)
      const isSame = others.every(
        ({ body, statuses }) => body === first?.body && JSON.stringify(statuses) === JSON.stringify(first.statuses)
      )
      const hasErrors = first?.body.startsWith('{"errors"') === true
      // A plan reads ahead for what then is not there; where nothing fails, both read the same.
      const reads = Object.values(said).map((each) => each.reads)
      if (!isSame || (!hasErrors && new Set(reads).size > 1))
        expect.fail(JSON.stringify({ index, asked, said }, null, 2))
      if (!hasErrors) count.whole += 1
      else if (first?.body.includes('"data":{')) count.failed += 1
      else count.refused += 1
    }
    expect(count.refused / documents, 'queries that are refused').toBeLessThan(0.15)
    expect(count.failed / documents, 'queries within which something fails').toBeGreaterThan(0.3)
    expect(count.whole / documents, 'queries that are answered whole').toBeGreaterThan(0.3)
  })
  // What a promise, JSON and every object know, and what an assignment means something else by.
  const names = ['then', 'catch', 'toJSON', 'constructor', '__proto__', 'prototype', 'length', 'toString', 'valueOf']

  test.each(names)('take no answer for anything else because of a field that is called %s', async (name) => {
    const user = `user(by: {username: "${examples.username}"})`
    const { username, displayName } = row<Record<string, string>>(
      'SELECT username, display_name AS displayName FROM users WHERE handle = ?',
      examples.username
    )
    const given: [string, unknown][] = [
      [`{ ${name}: __typename }`, { [name]: 'Query' }],
      [`{ ${name}: __typename ${user} { username } }`, { [name]: 'Query', user: { username } }],
      [`{ ${user} { ${name}: displayName username } }`, { user: { [name]: displayName, username } }],
      [`{ ${name}: ${user} { ${name}: username } }`, { [name]: { [name]: username } }],
      [`{ users(usernames: ["${username}"]) { ${name}: username } }`, { users: [{ [name]: username }] }],
      [`{ __schema { ${name}: queryType { ${name}: name } } }`, { __schema: { [name]: { [name]: 'Query' } } }]
    ]
    for (const [query, data] of given) {
      const answer = await agreed(query)
      expect(JSON.stringify(answer.data)).toBe(JSON.stringify(data))
      expect(answer.errors).toBe(undefined)
    }
    const { errors } = await agreed(`{ ${name}: users(usernames: ["nobody.at.all"]) { ${name}: username } }`)
    expect(errors?.map(({ path }) => path)).toEqual([[name, 0]])
  })

  const byName = (name: string) => [
    [`query ($${name}: String!) { users(usernames: [$${name}]) { username } }`, examples.username] as const,
    [`query ($${name}: Int) { soundLibrary(first: $${name}) { nodes { id } } }`, 1] as const,
    [`query ($${name}: Boolean!) { __typename @skip(if: $${name}) }`, true] as const
  ]
  const given = (name: string, value: unknown) => Object.fromEntries([[name, value]])

  test.each(names.filter((name) => name !== '__proto__'))(
    'take a variable that is called %s as any other',
    async (name) => {
      for (const [query, value] of byName(name)) {
        const { data, errors } = await agreed(query, given(name, value))
        const usual = await agreed(query.replaceAll(`$${name}`, '$usual'), { usual: value })
        expect([data, errors]).toEqual([usual.data, undefined])
      }
    }
  )

  test('refuse a variable that an object cannot hold', async () => {
    for (const [query, value] of byName('__proto__')) {
      const { data, errors } = await agreed(query, given('__proto__', value))
      expect(data).toBe(undefined)
      expect(errors).toMatchObject([
        { extensions: { code: 'INVALID_PARAM', details: { param: '__proto__', reason: 'must have another name' } } }
      ])
    }
  })

  test('tell errors in the order of the fields, whatever failed first', async () => {
    // The first waits for a read, the last is refused at once.
    const { errors } = await agreed(
      '{ a: user(by: {username: "nobody.at.all"}) { id } b: posts(postIds: ["1", "x"]) { id } c: effect(effectId: "x") { id } }'
    )
    expect(errors?.map(({ path }) => path)).toEqual([['a'], ['b', 0], ['b', 1], ['c']])
  })
})
