import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { Streams } from '../src/ingest/seed/random.ts'
import { examples } from '../src/services/examples.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { anyQuery } from './any-query.ts'
import { countedSource } from './counted-source.ts'
import { row } from './dataset.ts'
import { exampleOperations } from './example-operations.ts'
import { metricOf } from './metric.ts'
import { pools } from './pools.ts'
import { addressOf, validInputs } from './rest-address.ts'
import { type Envelope, type GraphQLAnswer, startServer, type TestServer, testKey } from './server.ts'

/** The same data behind four servers: with and without plans, with and without ready answers. */
const switches = [
  { queryPlans: true, readyAnswers: true },
  { queryPlans: true, readyAnswers: false },
  { queryPlans: false, readyAnswers: true },
  { queryPlans: false, readyAnswers: false }
]
const named = switches.map((each, index) => {
  const isOn = (on: boolean) => (on ? 'on' : 'off')
  return [`plans ${isOn(each.queryPlans)}, ready answers ${isOn(each.readyAnswers)}`, index] as const
})
const servers: TestServer[] = []
/** Has plans and ready answers. */
let short: TestServer
/** Has plans alone. */
let planned: TestServer
/** Takes none: all comparisons are with what it says. */
let general: TestServer
// One moment for all: scorecards and searches carry it.
const moment = Date.now()

beforeAll(async () => {
  const { host } = readConfig({})
  for (const each of switches) {
    // Pictures of the embedded data have the server's address in them; the same one makes answers comparable.
    const config = { host, publicUrl: servers[0]?.url ?? null, ...each }
    servers.push(await startServer({ now: () => moment, config }))
  }
  short = servers[0] as TestServer
  planned = servers[1] as TestServer
  general = servers[3] as TestServer
})
afterAll(() => Promise.all(servers.map((server) => server.close())))

/** A document is met, met again, which keeps it and its answer, and asked again, which finds them. */
const sights = ['first', 'second', 'third']

/** What an answer says, without what it tells of the one request. The order of fields counts. */
const said = ({ status, data, errors, extensions }: GraphQLAnswer & { status: number }) => ({
  status,
  data: JSON.stringify(data),
  errors,
  estimated: extensions?.cost?.estimated
})

describe.each(named)('%s', (_, index) => {
  test.each(exampleOperations)(
    'answers $name like the general executor, at first sight and again',
    async ({ query, given }) => {
      const expected = await general.query(query, given)
      expect(expected.data).toBeTruthy()
      for (const _ of sights) {
        const answer = await (servers[index] as TestServer).query(query, given)
        expect(answer.extensions?.meta?.version).toBe('2025-01')
        expect(said(answer)).toEqual(said(expected))
      }
    }
  )

  test.each(operations.map(({ id }) => id))(
    'answers %s like the general executor, at first sight and again',
    async (id) => {
      const operation = operations.find((each) => each.id === id)
      if (operation === undefined) throw new Error(`no operation ${id}`)
      const address = addressOf(operation, validInputs()[id] ?? {})
      const expected = await general.get(address)
      expect(expected.status).toBe(200)
      const told = ({ data, pagination, error }: Envelope) => JSON.stringify({ data, pagination, error })
      const requestIds = new Set<string>()
      for (const sight of sights) {
        const { headers, body } = await (servers[index] as TestServer).get(address)
        expect(told(body)).toBe(told(expected.body))
        expect(Object.keys(body)).toEqual(['meta', 'data', 'pagination', 'error'])
        expect(body.meta.version).toBe('2025-01')
        if (sight !== 'first') expect(body.meta.cached).toBe(true)
        expect(headers.get('x-request-id')).toBe(body.meta.request_id)
        requestIds.add(body.meta.request_id)
        expect([...headers.keys()].sort()).toEqual([...expected.headers.keys()].sort())
        for (const header of ['etag', 'vary', 'content-type']) {
          expect(headers.get(header), header).toBe(expected.headers.get(header))
        }
      }
      expect(requestIds.size).toBe(sights.length)
    }
  )
})

describe('plans give the answers of the general executor', () => {
  // In so many words, and thousands more without HTTP around them: test/two-ways.test.ts.
  test('to any query over the graph', async () => {
    const { data } = await general.query<{ soundLibrary: { pageInfo: { endCursor: string } } }>(
      '{ soundLibrary(first: 2) { pageInfo { endCursor } } }'
    )
    const before = { short: await ways(short), planned: await ways(planned) }
    const given = pools(data?.soundLibrary.pageInfo.endCursor)
    const streams = new Streams(1)
    const asked = 60
    let answered = 0
    let failed = 0
    for (let index = 0; index < asked; index += 1) {
      const question = anyQuery(streams.at('query', index), given)
      const ask = (server: TestServer) => server.query(question.query, question.variables, question.operationName)
      const theirs = await ask(general)
      for (const _ of sights) expect(said(await ask(short)), JSON.stringify(question)).toEqual(said(theirs))
      // With all at hand both read the same: no text is kept that depends on more than a record.
      const { extensions, errors } = await ask(general)
      for (const sight of sights) {
        const ours = await ask(planned)
        expect(said(ours), JSON.stringify(question)).toEqual(said(theirs))
        if (sight !== 'first' && errors === undefined)
          expect(ours.extensions?.cost?.reads).toBe(extensions?.cost?.reads)
      }
      if (theirs.data !== undefined) answered += 1
      if (theirs.data !== undefined && theirs.errors !== undefined) failed += 1
    }
    const after = { short: await ways(short), planned: await ways(planned) }
    // Whatever was answered was answered by plan, or was ready by then.
    expect(after.planned.planned - before.planned.planned).toBe(sights.length * answered)
    const { planned: plans, ready } = after.short
    expect(plans - before.short.planned + ready - before.short.ready).toBe(sights.length * answered)
    expect(ready).toBeGreaterThan(before.short.ready)
    expect(answered / asked, 'queries that run').toBeGreaterThan(0.75)
    expect(failed / asked, 'queries within which something fails').toBeGreaterThan(0.2)
    expect((await ways(general)).planned).toBe(0)
  })

  // The executor of graphql forgets the promises of a list in which a later element fails at once, and a promise that fails unheard
  // ends the process.
  test.each([
    ['without plans', false, ''],
    ['beside introspection', true, '__schema { description }']
  ])(
    'a list with an element that fails leaves nothing behind that nobody hears of, %s',
    async (_, queryPlans, more) => {
      // The latest post has a sound to wait for, and a later one in the list has none.
      const { username } = row<{ username: string }>(
        `SELECT u.username FROM users u JOIN posts p ON p.author_pk = u.pk JOIN sounds s ON s.pk = p.sound_pk
         WHERE NOT u.is_private AND s.sound_id IS NOT NULL AND p.hashtags <> '[]'
           AND p.pk = (SELECT pk FROM posts WHERE author_pk = u.pk ORDER BY created_at DESC LIMIT 1)
           AND EXISTS (SELECT 1 FROM posts WHERE author_pk = u.pk AND hashtags <> '[]' AND sound_pk IS NULL)
           AND (SELECT count(*) FROM posts WHERE author_pk = u.pk) < 20`
      )
      const server = await startServer({ config: { queryPlans }, wrapSource: countedSource().wrap })
      const unheard: unknown[] = []
      const note = (error: unknown) => unheard.push(error)
      process.on('unhandledRejection', note)
      // Sounds are waited for, posts without one fail before they have come.
      const { errors } = await server.query(
        `{ ${more} user(by: {username: "${username}"}) { posts { nodes {
         sound { playUrl } hashtags { posts(after: "AAAA") { edges { cursor } } }
       } } } }`
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
      process.off('unhandledRejection', note)
      expect(errors?.[0]?.extensions?.details?.param).toBe('after')
      expect(unheard).toEqual([])
      await server.close()
    }
  )

  const shapes: [string, string, Record<string, unknown>][] = [
    ['left out, with a default', 'query ($n: Int = 2) { soundLibrary(first: $n) { nodes { title } } }', {}],
    ['null over a default', 'query ($n: Int = 2) { soundLibrary(first: $n) { nodes { title } } }', { n: null }],
    ['left out, without a default', 'query ($n: Int) { soundLibrary(first: $n) { nodes { title } } }', {}],
    [
      'left out, by a name every object knows',
      'query ($toString: Int, $constructor: String) { soundLibrary(first: $toString, after: $constructor) { nodes { title } } }',
      {}
    ],
    [
      'an id as a number',
      'query ($id: ID!) { hashtag(by: { hashtagId: $id }) { name } }',
      { id: Number(examples.challengeId) }
    ],
    [
      'one element for a list',
      'query ($u: [String!]!) { users: usersByUsername(usernames: $u) { username } }',
      { u: examples.username }
    ],
    [
      'within a list',
      'query ($u: String!) { users: usersByUsername(usernames: [$u, "nobody.at.all"]) { username } }',
      { u: examples.username }
    ],
    [
      'within an object',
      'query ($u: String!) { user(by: {username: $u}) { username } }',
      { u: `@${examples.username}` }
    ],
    ['null within an object', 'query ($u: String!) { user(by: {username: $u}) { username } }', { u: null }],
    ['a whole object', 'query ($by: UserBy!) { user(by: $by) { username } }', { by: { userId: examples.userId } }],
    [
      'an enum',
      'query ($sort: SoundSort) { soundLibrary(sort: $sort, first: 2) { nodes { title } } }',
      { sort: 'NEW' }
    ],
    ['an unknown enum', 'query ($sort: SoundSort) { soundLibrary(sort: $sort) { totalCount } }', { sort: 'OLD' }],
    [
      'more than are declared',
      'query ($u: String!) { user(by: {username: $u}) { username } }',
      { u: examples.username, x: 1 }
    ],
    [
      'a condition',
      'query ($more: Boolean!) { effect(effectId: "1") @include(if: $more) { name } __typename }',
      { more: false }
    ]
  ]
  test.each(shapes)('to variables: %s', async (_, query, given) => {
    const expected = await general.query(query, given)
    for (const server of servers) {
      for (const _ of sights) expect(said(await server.query(query, given))).toEqual(said(expected))
    }
  })

  const refused: [string, string, Record<string, unknown>?][] = [
    ['a field that does not exist', '{ user(by: {username: "a"}) { nope } }'],
    ['a missing creator', '{ user(by: {username: "nobody.at.all"}) { username posts { nodes { postId } } } }'],
    ['a page that is too long', '{ search(keyword: "home") { posts(first: 51) { nodes { postId } } } }'],
    ['a forged cursor', '{ search(keyword: "home") { posts(after: "AAAA") { nodes { postId } } } }'],
    ['a variable of the wrong type', 'query ($n: Int) { soundLibrary(first: $n) { totalCount } }', { n: 'x' }],
    ['a missing variable', 'query ($u: String!) { user(by: {username: $u}) { username } }'],
    [
      'two keys where one is asked for',
      'query ($by: UserBy!) { user(by: $by) { username } }',
      { by: { username: 'a', userId: '1' } }
    ],
    [
      'a query that costs too much',
      '{ search(keyword: "home") { users(first: 50) { nodes { posts(first: 50) { nodes { author { bio } } } } } } }'
    ],
    ['one wrong id among several', '{ posts: postsById(postIds: ["1", "x"]) { postId } }']
  ]
  test.each(refused)('to %s', async (_, query, given) => {
    const expected = await general.query(query, given)
    expect(expected.errors?.length).toBeGreaterThan(0)
    for (const server of servers) {
      for (const _ of sights) expect(said(await server.query(query, given))).toEqual(said(expected))
    }
  })

  const introspections: [string, string, Record<string, unknown>?][] = [
    ['the schema', `{ __schema { queryType { name } } effect(effectId: "${examples.effectId}") { name } }`],
    [
      'the schema, twice',
      '{ __schema { queryType { name } } __schema { description } again: __schema { description } }'
    ],
    ['a type by variable', 'query ($n: String!) { __type(name: $n) { name fields { name } } }', { n: 'Post' }],
    ['a type that is not there', '{ __type(name: "Nothing") { name } __typename }'],
    [
      'with fragments, conditions and other variables',
      `query ($sort: SoundSort, $more: Boolean = false, $n: String!) {
         t: __type(name: $n) { ...F @include(if: $more) kind fields(includeDeprecated: $more) { name } }
         soundLibrary(sort: $sort, first: 2) { totalCount }
       } fragment F on __Type { name description }`,
      { sort: 'NEW', more: true, n: 'Sound' }
    ]
  ]
  test.each(introspections)('introspection is part of a plan: %s', async (_, query, given) => {
    const before = (await ways(short)).planned
    const expected = await general.query(query, given)
    expect(expected.errors).toBe(undefined)
    expect(said(await short.query(query, given))).toEqual(said(expected))
    expect((await ways(short)).planned).toBe(before + 1)
  })
})

describe('ready answers', () => {
  test('are for callers with a key only', async () => {
    const address = `/api/v1/users/${examples.username}`
    await short.get(address)
    const body = JSON.stringify({ query: '{ effect(effectId: "1") { name } soundLibrary { totalCount } }' })
    for (const key of ['', 'wrong']) {
      const rest = await fetch(short.url + address, { headers: { 'x-gateway-key': key } })
      const graphql = await fetch(`${short.url}/graphql`, {
        method: 'POST',
        headers: { 'x-gateway-key': key, 'content-type': 'application/json' },
        body
      })
      expect([rest.status, graphql.status]).toEqual([401, 401])
    }
  })

  test('end with the freshness of what was read for them', async () => {
    let now = Date.now()
    const server = await startServer({ now: () => now, config: { queryPlans: true } })
    const query = '{ soundLibrary(first: 2) { nodes { title } } }'
    const cached = async () => [
      (await server.get(`/api/v1/live/${examples.roomId}`)).body.meta.cached,
      (await server.query(query)).extensions?.meta?.cached
    ]
    expect(await cached()).toEqual([false, false])
    for (const _ of sights) expect(await cached()).toEqual([true, true])
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('clipgraph_ready_answers_total{surface="graphql"} 2')
    expect(metrics).toContain('clipgraph_ready_answers_total{surface="rest"} 2')
    now += 121_000
    expect(await cached()).toEqual([false, true])
    now += 3 * 3_600_000
    expect(await cached()).toEqual([false, false])
    await server.close()
  })

  test('are counted with all other requests', async () => {
    const server = await startServer()
    for (const _ of sights) await server.get(`/api/v1/users/${examples.username}`)
    await server.get('/api/v1/users/nobody.at.all')
    await server.get(`/api/v1/users/${examples.username}/posts`)
    for (const _ of sights) await server.query('{ soundLibrary(first: 2) { nodes { title } } }')
    const counted = (surface: string, operation: string) =>
      metricOf(server, `clipgraph_request_duration_seconds_count{surface="${surface}",operation="${operation}"}`)
    expect([
      await counted('rest', 'getUser'),
      await counted('rest', 'listUserPosts'),
      await counted('graphql', 'anonymous')
    ]).toEqual([4, 1, 3])
    expect(await metricOf(server, 'clipgraph_ready_answers_total{surface="rest"}')).toBe(1)
    expect((await ways(server)).ready).toBe(1)
    await server.close()
  })

  test('are given whether queries run by plan or not', async () => {
    for (const queryPlans of [true, false]) {
      const server = await startServer({ config: { queryPlans, readyAnswers: true } })
      const query = '{ soundLibrary(first: 2) { nodes { title } } }'
      const answers = []
      for (const _ of sights) answers.push(await server.query(query))
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
      expect(new Set(answers.map(({ extensions }) => extensions?.meta?.request_id)).size).toBe(sights.length)
      // The first is not in the cache yet, the second is kept, the third is given.
      expect(await ways(server)).toEqual({ planned: queryPlans ? 2 : 0, ready: 1 })
      await server.close()
    }
  })

  test('keep apart what differs by a letter', async () => {
    const { username: other } = row<{ username: string }>('SELECT username FROM users WHERE pk = 2')
    const query = 'query ($u: String!) { user(by: {username: $u}) { username } }'
    for (const username of sights.flatMap(() => [examples.username, other])) {
      expect((await short.query(query, { u: username })).data).toEqual({ user: { username } })
      expect((await short.get<{ username: string }>(`/api/v1/users/${username}`)).body.data.username).toBe(username)
    }
  })
})

describe('with plans and ready answers, the server still speaks GraphQL over HTTP as specified', () => {
  for (const audit of serverAudits({
    url: () => `${short.url}/graphql`,
    fetchFn: (input: string, init: RequestInit = {}) =>
      fetch(input, { ...init, headers: { ...init.headers, 'x-gateway-key': testKey } })
  })) {
    test(audit.name, async () => {
      expect(await audit.fn()).toMatchObject({ status: 'ok' })
    })
  }
})

const ways = async (server: TestServer) => ({
  planned: await metricOf(server, 'clipgraph_planned_queries_total'),
  ready: await metricOf(server, 'clipgraph_ready_answers_total{surface="graphql"}')
})
