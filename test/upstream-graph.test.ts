import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeQuery } from '../src/engines/filters/query.ts'
import { trendKey } from '../src/engines/history/growth.ts'
import type { Trending } from '../src/records/trending.ts'
import { directFeedKinds, feeds } from '../src/store/kinds.ts'
import type { Source } from '../src/store/source.ts'
import type { UpstreamEndpoint } from '../src/store/upstream/endpoint.ts'
import type { Envelope } from '../src/store/upstream/envelope.ts'
import { failed as faultOfCall, unavailable } from '../src/store/upstream/faults.ts'
import { UpstreamGraph } from '../src/store/upstream/graph.ts'
import type { UpstreamOptions } from '../src/store/upstream/upstream.ts'
import { openOver, startDeployment, startFacade, stillNow } from './chain.ts'
import { findFixtures } from './fixtures.ts'
import { type Alter, type GraphJson, startGraphProxy } from './graph-proxy.ts'
import type { TestServer } from './server.ts'
import { sourceConformance } from './source-conformance.ts'

const { signal } = new AbortController()
const fixtures = findFixtures()
const handles = fixtures.known.user.filter((key) => !key.includes('@')).slice(0, 12)

/** A source over an address, once it is asked by its graph, for which a check at its start is enough; `changes` has each change since. */
const openGraph = async (url: string, options: Partial<UpstreamOptions> = {}) => {
  const changes: { isUsed: boolean; reason: string }[] = []
  const used = Promise.withResolvers<void>()
  const source = openOver(url, {
    isBatched: true,
    ...options,
    observe(event) {
      if (event.event !== 'graph') return
      changes.push({ isUsed: event.isUsed, reason: event.reason })
      if (event.isUsed) used.resolve()
    }
  })
  await source.ready(signal)
  await used.promise
  return { source, changes }
}

/** What a deployment is not asked for, by either way. */
const unasked = {
  ...{ ignoredTerms: null, dataset: null, completions: null, nameMatches: null, scorecardInputs: { posts: null } },
  soundHistory: null
}
/** What only its graph has. */
const ofGraph = {
  ...{ postSummary: null, userSummary: null, trending: null },
  ...{ postHistory: null, userHistory: null }
}

for (const way of ['graph', 'REST'] as const) {
  sourceConformance(
    `another deployment asked by ${way}`,
    async () => {
      const deployment = await startDeployment()
      const source =
        way === 'graph' ? (await openGraph(deployment.url)).source : openOver(deployment.url, { isBatched: false })
      return {
        source,
        fixtures,
        async close() {
          await source.close()
          await deployment.close()
        }
      }
    },
    way === 'graph' ? unasked : { ...unasked, ...ofGraph }
  )
}

describe('a deployment that has a graph', () => {
  let deployment: TestServer
  let proxy: Awaited<ReturnType<typeof startGraphProxy>>
  let rest: Source
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    deployment = await startDeployment()
    rest = openOver(deployment.url, { isBatched: false })
  })
  beforeEach(async () => {
    proxy = await startGraphProxy(deployment.url)
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await proxy.close()
  })
  afterAll(async () => {
    await rest.close()
    await deployment.close()
  })

  const open = async () => {
    const opened = await openGraph(proxy.url)
    closing.push(() => opened.source.close())
    proxy.answersQueries()
    return opened
  }
  const callsTo = (path: string) => proxy.asked.filter((call) => call.path.startsWith(path)).length

  test('gives the same records and pages by either way', async () => {
    const { source } = await open()
    for (const kind of ['user', 'userById', 'post', 'sound', 'liveStatus'] as const) {
      const keys = [...fixtures.known[kind], '99999999999999999999']
      expect(await source.lookUp(kind, keys, signal)).toEqual(await rest.lookUp(kind, keys, signal))
    }
    for (const kind of directFeedKinds.filter((kind) => feeds[kind].path !== null)) {
      for (const { key } of fixtures.feeds.filter((feed) => feed.kind === kind)) {
        const request = { count: 7, after: null }
        const [ours, theirs] = [
          await source.page(kind, key, request, signal),
          await rest.page(kind, key, request, signal)
        ]
        expect(ours?.items).toEqual(theirs?.items)
        expect(ours?.positions).toEqual(theirs?.positions)
        expect(ours?.next).toBe(theirs?.next)
      }
    }
  })

  test('is asked once for what is read at one time', async () => {
    const { source } = await open()
    const [users, , pages] = await Promise.all([
      source.lookUp('user', handles, signal),
      source.lookUp('post', fixtures.known.post.slice(0, 12), signal),
      Promise.all(handles.map((key) => source.page('userPosts', key, { count: 5, after: null }, signal)))
    ])
    expect(users).not.toContain(null)
    expect(pages).not.toContain(null)
    expect(proxy.asked.map(({ method, path }) => [method, path])).toEqual([['POST', '/graphql']])
  })

  test('is asked for no more at once than it allows', async () => {
    const { source } = await open()
    const keys = Array.from({ length: 130 }, (_, index) => `nobody.${index}`)
    expect(await source.lookUp('user', keys, signal)).toEqual(keys.map(() => null))
    expect(callsTo('/graphql')).toBe(3)
    expect(callsTo('/api')).toBe(0)
  })

  test('is asked for no more fields than it allows in any of several queries', async () => {
    const { source } = await open()
    const request = { count: 1, after: null }
    const page = (_: unknown, index: number) =>
      source.page('userPosts', handles[index % handles.length] ?? '', request, signal)
    expect(await Promise.all(Array.from({ length: 45 }, page))).not.toContain(null)
    const fields = proxy.asked.map(({ body }) => body.split('pageInfo').length - 1)
    expect(fields).toEqual([20, 20, 5])
  })

  test('makes the first answer wait for nothing', async () => {
    const source = openOver(proxy.url, { isBatched: true })
    closing.push(() => source.close())
    expect(await source.lookUp('user', handles, signal)).not.toContain(null)
    expect(callsTo('/graphql')).toBe(0)
  })

  test('is not asked by it where that is off', async () => {
    const facade = await startFacade(proxy.url, { now: () => stillNow, config: { upstreamBatch: false } })
    closing.push(() => facade.close())
    for (let times = 0; times < 3; times += 1) await facade.get(`/api/v1/users/${handles[times % handles.length]}`)
    expect(proxy.asked.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('walks on by REST from a page of its graph, and the other way round', async () => {
    const { source } = await open()
    const { key = '' } = fixtures.feeds.find(({ kind }) => kind === 'userPosts') ?? {}
    const pages = [source, rest, source, rest]
    let after: string | null = null
    const walked: unknown[] = []
    for (const each of pages) {
      const page: Awaited<ReturnType<typeof each.page<'userPosts'>>> = await each.page(
        'userPosts',
        key,
        { count: 3, after },
        signal
      )
      walked.push(...(page?.items ?? []))
      after = page?.next ?? null
      if (after === null) break
    }
    const whole = await rest.page('userPosts', key, { count: 12, after: null }, signal)
    expect(walked).toEqual(whole?.items)
  })

  const failed = (code: string, path: unknown[]) => ({ message: 'secret', path, extensions: { code } })
  /** Answers to a query for three users. */
  const wrong: [string, Alter][] = [
    ['nothing but an error', () => ({ errors: [failed('INTERNAL_ERROR', [])] })],
    ['a list', () => []],
    ['a text', () => 'no'],
    ['no data', () => ({ data: null, extensions: {} })],
    ['a text for its data', () => ({ data: 'users', extensions: {} })],
    ['fewer records', (json) => ({ ...json, data: { a0: json.data.a0.slice(1) } })],
    ['more records', (json) => ({ ...json, data: { a0: [...json.data.a0, null] } })],
    ['no list', (json) => ({ ...json, data: { a0: null } })],
    ['another alias', (json) => ({ ...json, data: { users: json.data.a0 } })],
    ['the records of others', (json) => ({ ...json, data: { a0: json.data.a0.toReversed() } })],
    ['records without ids', (json) => ({ ...json, data: { a0: json.data.a0.map(() => ({})) } })],
    [
      'records without what they must have',
      (json) => ({ ...json, data: { a0: json.data.a0.map((user: object) => ({ ...user, displayName: undefined })) } })
    ],
    ['texts for records', (json) => ({ ...json, data: { a0: json.data.a0.map(() => 'user') } })],
    [
      'ids that JSON rounds',
      (json) => ({ ...json, data: { a0: json.data.a0.map((user: object) => ({ ...user, userId: 2 ** 60 })) } })
    ],
    ['a page of the web', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['that there is no such path', (_, response) => void response.writeHead(404).end('{}')],
    ['that the key may not', (_, response) => void response.writeHead(403).end('{"errors":[]}')],
    ['that it has failed', (_, response) => void response.writeHead(500).end('{}')],
    [
      'half a body',
      (_, response) => void response.writeHead(200, { 'content-length': 99 }).write('{"data"', () => response.destroy())
    ],
    ['a body that is too large', (_, response) => void response.writeHead(200).end(' '.repeat(5 * 2 ** 20))]
  ]
  test.each(wrong)('and answers with %s is asked by REST, and said to be left alone once', async (_, alter) => {
    const { source, changes } = await open()
    const keys = handles.slice(0, 3)
    expect(keys).toHaveLength(3)
    proxy.answersQueries(alter)
    const found = await source.lookUp('user', keys, signal)
    expect(found).toEqual(await rest.lookUp('user', keys, signal))
    const queries = callsTo('/graphql')
    expect(await source.lookUp('user', keys, signal)).toEqual(found)
    expect(callsTo('/graphql')).toBe(queries)
    expect(changes.map(({ isUsed }) => isUsed)).toEqual([true, false])
  })

  test.each<[string, Alter]>([
    [
      'endless',
      (json) => ({
        ...json,
        data: { a0: { posts: { ...json.data.a0.posts, nodes: Array(1_500).fill(json.data.a0.posts.nodes[0]) } } }
      })
    ],
    ['no lists', (json) => ({ ...json, data: { a0: { posts: { nodes: 5, pageInfo: {} } } } })],
    ['of nobody', (json) => ({ ...json, data: { a0: null } })],
    [
      'without a part of an element',
      (json) => ({ ...json, errors: [failed('NOT_FOUND', ['a0', 'posts', 'nodes', 1, 'caption'])] })
    ]
  ])('and whose lists are %s is asked for them by REST', async (_, alter) => {
    const { source } = await open()
    const [key = ''] = handles
    proxy.answersQueries(alter)
    const request = { count: 5, after: null }
    const page = await source.page('userPosts', key, request, signal)
    expect(page?.items).toEqual((await rest.page('userPosts', key, request, signal))?.items)
  })

  test('and gives the same cursor again and again ends the list', async () => {
    const { source } = await open()
    const [key = ''] = handles
    let first: unknown = null
    proxy.answersQueries((json) => {
      const { pageInfo } = json.data.a0.posts
      first ??= pageInfo.endCursor
      Object.assign(pageInfo, { endCursor: first, hasNextPage: true })
      return json
    })
    let pages = 0
    let after: string | null = null
    do after = (await source.page('userPosts', key, { count: 5, after }, signal))?.next ?? null
    while (after !== null && ++pages < 10)
    expect(pages).toBeLessThan(10)
  })

  const without = (json: GraphJson) => json.data.a0.with(1, null)
  const partial: [string, (json: GraphJson) => unknown, unknown][] = [
    ['an error', without, [failed('UPSTREAM_TIMEOUT', ['a0', 1])]],
    ['an error of no place', without, [{ message: 'secret' }]],
    ['an error that is none', without, 'secret'],
    ['an error within it', (json) => json.data.a0, [failed('NOT_FOUND', ['a0', 1, 'bio'])]]
  ]
  test.each(partial)('has %s for one key alone, which is asked by REST', async (_, records, errors) => {
    const { source, changes } = await open()
    const keys = handles.slice(0, 3)
    proxy.answersQueries((json) => ({ ...json, data: { a0: records(json), unasked: [] }, errors }))
    expect(await source.lookUp('user', keys, signal)).toEqual(await rest.lookUp('user', keys, signal))
    expect(proxy.asked.map(({ path }) => path)).toEqual(['/graphql', `/api/v1/users/${keys[1]}`])
    expect(changes).toHaveLength(1)
  })

  test('whose graph alone fails for many at once fails nobody', async () => {
    const { source } = await open()
    const fail = Promise.withResolvers<void>()
    proxy.answersQueries(async (_, response) => {
      await fail.promise
      response.destroy()
    })
    const found: Promise<unknown>[] = []
    for (let each = 0; each < 40; each += 1) {
      found.push(source.lookUp('user', [handles[each % handles.length] ?? ''], signal))
      await turn()
    }
    await expect.poll(() => callsTo('/graphql')).toBeGreaterThanOrEqual(30)
    fail.resolve()
    for (const each of await Promise.all(found)) expect(each).toMatchObject([{ user_id: expect.any(String) }])
  })

  const passed = async () => ({ data: {}, extensions: { reads: {} } })
  /** A graph over an endpoint that passes each look, unless `look` says otherwise. */
  const graphOf = async (postQuery: UpstreamEndpoint['postQuery'], now: () => number, look = passed) => {
    const isLook = (body: string) => /readiness\.probe|orderBy/.test(body)
    const endpoint: Pick<UpstreamEndpoint, 'getPublic' | 'postQuery'> = {
      getPublic: async () => 'type Query {\n  usersByUsername',
      postQuery: async (body, ...rest) => (isLook(body) ? look() : postQuery(body, ...rest))
    }
    // The graph calls nothing else.
    const graph = new UpstreamGraph(endpoint as UpstreamEndpoint, () => {}, now)
    graph.lookSometimes()
    await expect.poll(() => graph.isUsed).toBe(true)
    return graph
  }

  test('whose graph alone fails for several at once is left alone for one minute', async () => {
    let now = 0
    const gate = Promise.withResolvers<never>()
    const graph = await graphOf(
      () => gate.promise,
      () => now
    )
    const asked: Promise<unknown>[] = []
    for (const key of handles.slice(0, 3)) {
      asked.push(graph.ask({ kind: 'user', key, list: null }, signal, null))
      await turn()
    }
    gate.reject(faultOfCall('broken'))
    for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
    now = 60_000
    graph.lookSometimes()
    await expect.poll(() => graph.isUsed).toBe(true)
  })

  test('that finds a query too much is asked for as much again after five minutes', async () => {
    let now = 0
    const asked: number[] = []
    const graph = await graphOf(
      async (body) => {
        asked.push(handles.filter((handle) => body.includes(`"${handle}"`)).length)
        return { errors: [{ message: 'too much', extensions: { code: 'INVALID_PARAM' } }] }
      },
      () => now
    )
    const ask = async () => {
      asked.length = 0
      const questions = handles.slice(0, 4).map((key) => graph.ask({ kind: 'user', key, list: null }, signal, null))
      await Promise.allSettled(questions)
      return Math.max(...asked)
    }
    expect([await ask(), await ask()]).toEqual([4, 1])
    now = 5 * 60_000
    // The first of these questions makes it look: there may be no answer of REST for long.
    await expect.poll(ask).toBe(4)
  })

  test('is asked by its graph as before when it is busy while that is checked again', async () => {
    let now = 0
    const looks = vi.fn(passed)
    const graph = await graphOf(passed, () => now, looks)
    looks.mockClear().mockRejectedValue(unavailable('busy', 1_000))
    now = 5 * 60_000
    graph.lookSometimes()
    await expect.poll(() => looks.mock.calls.length).toBe(1)
    await turn()
    expect(graph.isUsed).toBe(true)
  })

  test('that begins slowly is asked by its graph all the same', async () => {
    proxy.delaysProbe(2_500)
    expect((await open()).changes).toEqual([{ isUsed: true, reason: '' }])
  })

  test('and answers a query with nothing in time is asked by REST for that alone', async () => {
    const { source, changes } = await open()
    const keys = handles.slice(0, 3)
    proxy.answersQueries(() => undefined)
    expect(await source.lookUp('user', keys, signal)).toEqual(await rest.lookUp('user', keys, signal))
    expect(changes).toHaveLength(1)
  })

  test('whose graph alone is slower than the deadline several times in a row is asked by REST from then on', async () => {
    const facade = await startFacade(proxy.url, { way: 'graph', config: { requestTimeoutMs: 1_500 } })
    closing.push(() => facade.close())
    proxy.answersQueries(() => undefined)
    const status = async () => (await facade.get(`/api/v1/users/${handles[0]}`)).status
    expect([await status(), await status(), await status(), await status()]).toEqual([504, 504, 504, 200])
  })

  test('whose graph is slow now and then, or for several at once, is asked by it as before', async () => {
    let now = 0
    let answer = Promise.withResolvers<Envelope>()
    const graph = await graphOf(
      () => answer.promise,
      () => now
    )
    /** Asks so many queries at once, and returns whether the graph is still used after their answer. */
    const ask = async (queries: number, isSlow: boolean) => {
      answer = Promise.withResolvers()
      const asked: Promise<unknown>[] = []
      for (const key of handles.slice(0, queries)) {
        asked.push(graph.ask({ kind: 'user', key, list: null }, signal, null))
        await turn()
      }
      now += 2_000
      if (isSlow) answer.reject(faultOfCall('slow', 'UPSTREAM_TIMEOUT'))
      else answer.resolve({ data: { a0: [null] } })
      await Promise.allSettled(asked)
      return graph.isUsed
    }
    expect([await ask(5, true), await ask(1, true), await ask(1, false)]).toEqual([true, true, true])
    expect([await ask(1, true), await ask(1, true)]).toEqual([true, true])
    // A scan has more time, so its answer does not show that others have enough.
    answer = Promise.withResolvers()
    answer.resolve({ data: { a0: {} } })
    await graph.ask({ kind: 'trending', key: trendKey('POST', 'DAY'), list: null }, signal, null)
    expect([graph.isUsed, await ask(1, true)]).toEqual([true, false])
  })

  test('is looked for once a second at most while nothing answers', async () => {
    let now = 0
    const getPublic = vi.fn(() => Promise.reject(faultOfCall('unreachable')))
    // Without a schema the graph calls nothing else.
    const graph = new UpstreamGraph(
      { getPublic } as unknown as UpstreamEndpoint,
      () => {},
      () => now
    )
    const list = async () => {
      expect(graph.hasFilters).toBe(false)
      for (let turns = 0; turns < 3; turns += 1) await turn()
      graph.lookSoon()
    }
    for (let lists = 0; lists < 5; lists += 1) await list()
    expect(getPublic).toHaveBeenCalledTimes(1)
    now = 1_000
    await list()
    expect(getPublic).toHaveBeenCalledTimes(2)
  })

  test('and answers wrongly what only its graph has is no upstream that has it not', async () => {
    const { source } = await open()
    proxy.answersQueries((json) => ({ ...json, data: { a0: { nodes: [{ postId: 2 ** 60 }], pageInfo: {} } } }))
    const key = writeQuery({ of: null, where: null, order: 'PLAYS' })
    const page = source.page('filteredPosts', key, { count: 1, after: null }, signal)
    await expect(page).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' })
  })

  test('that finds a query too much is asked for less', async () => {
    const { source, changes } = await open()
    const tooMuch = { errors: [{ message: 'too much', extensions: { code: 'INVALID_PARAM' } }] }
    proxy.answersQueries((json) => (json.data.a0.length > 2 ? tooMuch : json))
    const keys = Array.from({ length: 9 }, (_, index) => handles[index] ?? `nobody.${index}`)
    expect(await source.lookUp('user', keys, signal)).toEqual(await rest.lookUp('user', keys, signal))
    const before = callsTo('/graphql')
    await source.lookUp('user', ['nobody.a', 'nobody.b', 'nobody.c', 'nobody.d'], signal)
    // It is remembered.
    expect(callsTo('/graphql')).toBe(before + 2)
    expect(callsTo('/api')).toBe(0)
    expect(changes).toHaveLength(1)
  })

  test.each([429, 503])('that is busy (%i) is left alone as long as it asks', async (status) => {
    const { source, changes } = await open()
    proxy.answersQueries((_, response) => void response.writeHead(status, { 'retry-after': '7' }).end('{}'))
    const [found] = await source.lookUp('user', ['nobody'], signal)
    if (status === 429) expect(found).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 7 })
    expect(changes).toHaveLength(1)
  })

  test.each([
    ['as it says', (age: number) => [age, 30], 20_000, 30_000],
    ['of nothing', () => undefined, 0, null],
    ['negative', () => [-5, -5], 0, null],
    ['years', () => [10 ** 9, 10], 0, null],
    ['no number', () => ['old', 'new'], 0, null]
  ] as const)('is believed its ages: %s', async (_, told, ageMs, leftMs) => {
    const { source } = await open()
    const [key = ''] = handles
    proxy.answersQueries((json) => ({ ...json, extensions: { reads: { [`user:${key}`]: told(20) } } }))
    const ages: unknown[] = []
    await source.lookUp('user', [key], signal, null, (index, freshness) => ages.push([index, freshness]))
    if (leftMs === null) expect(ages).toMatchObject([[0, { ageMs }]])
    else expect(ages).toEqual([[0, { ageMs, leftMs }]])
  })

  test('tells the age of each record, however many are asked for at once', async () => {
    let now = stillNow
    const origin = await startDeployment({ now: () => now, wrapSource: (source) => source })
    closing.push(() => origin.close())
    const { source } = await openGraph(origin.url)
    closing.push(() => source.close())
    const [old = '', young = ''] = handles
    await origin.get(`/api/v1/users/${old}`)
    now += 20_000
    const ages: number[] = []
    await source.lookUp('user', [young, old, 'nobody'], signal, null, (index, { ageMs }) => {
      ages[index] = ageMs
    })
    expect(ages).toEqual([0, 20_000])
  })

  test('gives a ranking in parts, which is as old as the oldest of them and names nothing twice', async () => {
    const { source } = await open()
    const key = trendKey('HASHTAG', 'MONTH')
    let first: GraphJson['data'] = null
    proxy.answersQueries(({ data }) => {
      const isFirst = first === null
      first ??= data.a0
      const a0 = { ...first, edges: first.edges.slice(0, 2), pageInfo: { ...first.pageInfo, hasNextPage: isFirst } }
      return { data: { a0 }, extensions: { reads: { [`trending:${key}`]: isFirst ? [200, 100] : [0, 300] } } }
    })
    let freshness: unknown
    const [ranking] = await source.lookUp('trending', [key], signal, null, (_, found) => {
      freshness = found
    })
    expect(callsTo('/graphql')).toBe(2)
    expect(freshness).toEqual({ ageMs: 200_000, leftMs: 100_000 })
    expect((ranking as Trending).entries).toHaveLength(2)
  })

  test('and has not found a whole batch is asked by REST', async () => {
    const { source } = await open()
    const keys = handles.slice(0, 3)
    proxy.answersQueries(() => ({ data: { a0: null }, errors: [failed('NOT_FOUND', ['a0'])], extensions: {} }))
    expect(await source.lookUp('user', keys, signal)).toEqual(await rest.lookUp('user', keys, signal))
  })

  test('is found again after it was away', async () => {
    const { source, changes } = await open()
    proxy.answersQueries((_, response) => void response.destroy())
    await source.lookUp('user', ['nobody'], signal)
    expect(changes.at(-1)?.isUsed).toBe(false)
    const { url } = proxy
    await proxy.close()
    await source.lookUp('user', ['nobody'], signal)
    proxy = await startGraphProxy(deployment.url, Number(new URL(url).port))
    await expect
      .poll(async () => {
        await source.lookUp('user', ['nobody'], signal)
        return changes.at(-1)?.isUsed
      })
      .toBe(true)
  })

  test('or has none is asked for it no second time soon', async () => {
    proxy.hasGraph(false)
    const source = openOver(proxy.url, { isBatched: true })
    closing.push(() => source.close())
    for (const key of handles) await source.lookUp('user', [key], signal)
    expect(proxy.asked.filter(({ path }) => !path.startsWith('/api'))).toEqual([])
  })

  test('gives up a query that nobody waits for any more, and no other', async () => {
    const { source } = await open()
    const [one = '', other = ''] = handles
    const gate = Promise.withResolvers<void>()
    const here = Promise.withResolvers<void>()
    proxy.answersQueries(async (json) => {
      here.resolve()
      await gate.promise
      return json
    })
    const leaving = new AbortController()
    const left = source.lookUp('user', [one], leaving.signal)
    const stays = source.lookUp('user', [other], signal)
    await here.promise
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    gate.resolve()
    expect(await stays).toEqual(await rest.lookUp('user', [other], signal))
  })
})
