import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType
} from 'graphql'
import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { schema } from '../src/graphql/schema/schema.ts'
import { operations } from '../src/rest/operations.ts'
import { examples } from '../src/services/examples.ts'
import { row } from './dataset.ts'
import { type Envelope, type GraphQLAnswer, startServer, type TestServer, testKey } from './server.ts'

/** The same data behind two servers: one takes the short ways whenever it can, the other never. */
let short: TestServer
let general: TestServer
// One moment for both: scorecards and searches carry it.
const moment = Date.now()

beforeAll(async () => {
  const { host } = readConfig({})
  short = await startServer({ now: () => moment, config: { host, readyAnswers: true, queryPlans: true } })
  // Pictures of the embedded data have the server's address in them; the same one makes answers comparable.
  general = await startServer({
    now: () => moment,
    config: { readyAnswers: false, queryPlans: false, publicUrl: short.url }
  })
})
afterAll(async () => {
  await short.close()
  await general.close()
})

/** A document is met, met again, which keeps it and its answer, and asked again, which finds them. */
const sights = ['first', 'second', 'third']

/** What an answer says, without what it tells of the one request. */
const said = ({ data, errors, extensions }: GraphQLAnswer) => ({ data, errors, cost: extensions?.cost })

const variables: Record<string, Record<string, unknown>> = {
  creator: { username: examples.username },
  'search-posts': { keyword: examples.keyword },
  suggestions: { keyword: examples.partialKeyword },
  post: { by: { postId: examples.postId } },
  scorecard: { username: examples.username },
  creators: { usernames: [examples.username, 'nobody.at.all', examples.username] },
  followers: { username: examples.username, first: 3 },
  'sound-library': {},
  'live-now': { keyword: examples.partialKeyword },
  hashtag: { hashtagId: examples.challengeId },
  place: { placeId: examples.placeId },
  node: { id: Buffer.from(`User:${examples.username}`).toString('base64url') }
}

const folder = new URL('../schema/operations/', import.meta.url)
const documents = readdirSync(folder)
  .filter((name) => name.replace('.graphql', '') in variables)
  .map((name) => ({ name: name.replace('.graphql', ''), query: readFileSync(new URL(name, folder), 'utf8') }))

describe('the short ways give the answers of the general way', () => {
  test.each(documents)('to $name, at first sight and again', async ({ name, query }) => {
    const expected = said(await general.query(query, variables[name]))
    for (const _ of sights) {
      const answer = await short.query(query, variables[name])
      expect(answer.extensions?.meta?.version).toBe('2025-01')
      expect(said(answer)).toEqual({ ...expected, cost: answer.extensions?.cost })
      expect(answer.extensions?.cost?.estimated).toBe(expected.cost?.estimated)
    }
  })

  test('to any query over the graph', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery(), async (query) => {
        const theirs = await general.query(query)
        for (const _ of sights) {
          const ours = await short.query(query)
          expect(said(ours).data).toEqual(said(theirs).data)
          // The order of errors follows the order in which things failed, which nobody promises.
          expect(byPath(ours)).toEqual(byPath(theirs))
        }
      }),
      { numRuns: 300 }
    )
  })

  const shapes: [string, string, Record<string, unknown>][] = [
    ['left out, with a default', 'query ($n: Int = 2) { soundLibrary(first: $n) { nodes { title } } }', {}],
    ['null over a default', 'query ($n: Int = 2) { soundLibrary(first: $n) { nodes { title } } }', { n: null }],
    ['left out, without a default', 'query ($n: Int) { soundLibrary(first: $n) { nodes { title } } }', {}],
    [
      'an id as a number',
      'query ($id: ID!) { hashtag(hashtagId: $id) { name } }',
      { id: Number(examples.challengeId) }
    ],
    [
      'one element for a list',
      'query ($u: [String!]!) { users(usernames: $u) { username } }',
      { u: examples.username }
    ],
    [
      'within a list',
      'query ($u: String!) { users(usernames: [$u, "nobody.at.all"]) { username } }',
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
    for (const _ of sights) {
      const answer = await short.query(query, given)
      expect({ data: answer.data, errors: answer.errors }).toEqual({ data: expected.data, errors: expected.errors })
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
    ['one missing post among several', '{ posts(postIds: ["1", "2"]) { postId } }']
  ]
  test.each(refused)('to %s', async (_, query, given) => {
    const expected = await general.query(query, given)
    expect(expected.errors?.length).toBeGreaterThan(0)
    for (const _ of sights) {
      const answer = await short.query(query, given)
      expect({ status: answer.status, data: answer.data, errors: answer.errors }).toEqual({
        status: expected.status,
        data: expected.data,
        errors: expected.errors
      })
    }
  })

  test.each(operations.map(({ path }) => path))('to %s, asked again', async (path) => {
    const filled = path
      .replace('{username}', examples.username)
      .replace('{userId}', examples.userId)
      .replace('{soundId}', examples.soundId)
      .replace('{roomId}', examples.roomId)
      .replace('{effectId}', examples.effectId)
      .replace('{placeId}', examples.placeId)
      .replace('{collectionId}', examples.collectionId)
      .replace('{challengeId}', examples.challengeId)
    const address = `${filled}?keyword=${examples.keyword}&videoId=${examples.postId}&count=3`
    const expected = await general.get(address)
    const first = await short.get(address)
    // Kept when its data is at hand, and then sent as it was kept.
    await short.get(address)
    const again = await short.get(address)
    const comparable = ({ data, pagination, error }: Envelope) => ({ data, pagination, error })
    // Cursors of searches hold the second the search began; the rest is the same to the letter.
    const steady = (body: Envelope) => ({
      ...comparable(body),
      pagination: path.includes('/search') ? null : body.pagination
    })
    const untimed = (body: Envelope) => JSON.stringify(steady(body)).replace(/"analysis_timestamp":"[^"]+"/, '')
    expect(untimed(first.body)).toBe(untimed(expected.body))
    expect(comparable(again.body)).toEqual(comparable(first.body))
    expect(again.body.meta).toMatchObject({ cached: true, version: '2025-01' })
    expect(again.body.meta.request_id).not.toBe(first.body.meta.request_id)
    expect(again.headers.get('x-request-id')).toBe(again.body.meta.request_id)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(Object.keys(again.body)).toEqual(['meta', 'data', 'pagination', 'error'])
    for (const { headers } of [first, again]) {
      expect([...headers.keys()].sort()).toEqual([...expected.headers.keys()].sort())
      for (const header of ['vary', 'content-type']) expect(headers.get(header)).toBe(expected.headers.get(header))
    }
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
    expect(metrics).toContain('clipgraph_ready_answers{surface="graphql"} 2')
    expect(metrics).toContain('clipgraph_ready_answers{surface="rest"} 2')
    now += 121_000
    expect(await cached()).toEqual([false, true])
    now += 3 * 3_600_000
    expect(await cached()).toEqual([false, false])
    await server.close()
  })

  test('what is answered past the router is counted with the rest', async () => {
    const server = await startServer({ config: { queryPlans: true, readyAnswers: false } })
    await server.get(`/api/v1/users/${examples.username}`)
    await server.get('/api/v1/users/nobody.at.all')
    await server.get(`/api/v1/users/${examples.username}/posts`)
    await server.query('{ effect(effectId: "1") { name } }')
    await server.query('{ soundLibrary(first: 2) { nodes { title } } }')
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const counted = ([surface, status]: [string, number]) =>
      Number(new RegExp(`request_seconds_count\\{surface="${surface}",status="${status}"\\} (\\d+)`).exec(metrics)?.[1])
    expect([counted(['rest', 200]), counted(['rest', 404]), counted(['graphql', 200])]).toEqual([2, 1, 2])
    await server.close()
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

describe('with short ways forced, the server still speaks GraphQL over HTTP as specified', () => {
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

const byPath = (answer: GraphQLAnswer) => (answer.errors ?? []).map((error) => JSON.stringify(error)).sort()

/** Root fields with arguments that lead somewhere, so that random queries reach deep into the graph. */
const roots = [
  `user(by: {username: "${examples.username}"})`,
  'user(by: {username: "nobody.at.all"})',
  `users(usernames: ["${examples.username}", "nobody.at.all"])`,
  `post(by: {postId: "${examples.postId}"})`,
  `sound(soundId: "${examples.soundId}")`,
  `hashtag(hashtagId: "${examples.challengeId}")`,
  `place(placeId: "${examples.placeId}")`,
  `collection(collectionId: "${examples.collectionId}")`,
  `liveRoom(roomId: "${examples.roomId}")`,
  `effect(effectId: "${examples.effectId}")`,
  `liveStatus(username: "${examples.username}")`,
  'soundLibrary(first: 2)'
]

const anyQuery = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.constantFrom(...roots).chain((root) => withSelection(root)),
      { minLength: 1, maxLength: 3 }
    )
    .map((fields) => `{ __typename ${fields.map((field, index) => `f${index}: ${field}`).join(' ')} }`)

const withSelection = (root: string): fc.Arbitrary<string> => {
  const field = schema.getQueryType()?.getFields()[root.split('(')[0] ?? '']
  if (field === undefined) throw new Error(`no root field ${root}`)
  return selection(getNamedType(field.type) as GraphQLObjectType, 4).map((set) => `${root} ${set}`)
}

/** A selection of some fields of a type, now and then behind a fragment or an alias. */
const selection = (type: GraphQLObjectType, depth: number): fc.Arbitrary<string> => {
  const fields = Object.values(type.getFields()).filter((field) => depth > 1 || isLeafType(getNamedType(field.type)))
  // Scorecards carry the moment they were computed, which differs between two servers.
  const usable = fields.filter(
    (field) =>
      field.name !== 'analysisTimestamp' && !field.args.some(({ type: of }) => isInputObjectType(getNamedType(of)))
  )
  if (usable.length === 0) return fc.constant('{ __typename }')
  return fc.subarray(usable, { minLength: 1, maxLength: Math.min(6, usable.length) }).chain((chosen) =>
    fc
      .tuple(
        fc.constantFrom('plain', 'fragment', 'alias'),
        ...chosen.map((field) => {
          const inner = getNamedType(field.type)
          const args = field.args.some(({ name }) => name === 'first') ? '(first: 3)' : ''
          if (!isObjectType(inner)) return fc.constant(isInterfaceType(inner) ? '__typename' : field.name)
          return selection(inner, depth - 1).map((set) => `${field.name}${args} ${set}`)
        })
      )
      .map(([form, ...parts]) => {
        const text = parts.join(' ')
        if (form === 'fragment') return `{ ... on ${type.name} { ${text} } __typename }`
        return form === 'alias' ? `{ ${text} again: __typename }` : `{ ${text} }`
      })
  )
}
