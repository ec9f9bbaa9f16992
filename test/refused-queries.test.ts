import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effortOf } from './effort.ts'
import { send } from './raw.ts'
import { startServer, type TestServer } from './server.ts'

/** A little less than a body may have. */
const full = 250_000

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')
const keys = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`user${index}`.padEnd(length, 'x'), 1]))
const levels = (count: number, close: string, open: string) =>
  JSON.parse(`${open.repeat(count)}1${close.repeat(count)}`)

const user = 'query ($b: UserBy!) { user(by: $b) { id } }'
const users = 'query ($u: [String!]!) { users: usersByUsername(usernames: $u) { id } }'
const sounds = 'query ($n: Int) { soundLibrary(first: $n) { totalCount } }'

/** What nobody asks for its answer. */
const attacks: Readonly<Record<string, { query: string; variables?: object }>> = {
  '50,000 wrong elements of a list': { query: users, variables: { u: Array(50_000).fill(1) } },
  'fifty wrong elements of a list, each long': {
    query: users,
    variables: { u: Array(50).fill(['x'.repeat(full / 60)]) }
  },
  'a long text for a number': { query: sounds, variables: { n: 'x'.repeat(full) } },
  'thousands of unknown keys': { query: user, variables: { b: keys(19_000, 8) } },
  'hundreds of long unknown keys': { query: user, variables: { b: keys(900, 260) } },
  'one endless key': { query: user, variables: { b: keys(1, full) } },
  'lists in lists': { query: user, variables: { b: levels(full / 2 - 1, ']', '[') } },
  'objects in objects': { query: user, variables: { b: levels(full / 6 - 1, '}', '{"a":') } },
  'wrong elements as a default': {
    query: `query ($u: [String!]! = [${'1 '.repeat(1_900)}]) { users: usersByUsername(usernames: $u) { id } }`
  },
  'brackets without end': { query: `{ nodes(ids: ${'['.repeat(4_900)}` },
  'brackets of types': { query: `query ($a: ${'['.repeat(4_900)}Int${']'.repeat(4_900)}) { __typename }` },
  'nothing but brackets': { query: '['.repeat(full) },
  '100,000 tokens': { query: 'a '.repeat(100_000) },
  'selections within each other': { query: `${'{a'.repeat(900)}${'}'.repeat(900)}` },
  'an endless name': { query: `{ ${'a'.repeat(full)} }` },
  'an endless name of a type': { query: `query ($a: ${'a'.repeat(full)}) { __typename }` },
  'an endless number': { query: `{ soundLibrary(first: ${'1'.repeat(full)}) { totalCount } }` },
  'an endless text': { query: `{ effect(effectId: "${'a'.repeat(full)}` },
  'a text of many lines': { query: `{ soundLibrary(first: """${' \n'.repeat(full / 4)}""") { totalCount } }` },
  'nothing but comments': { query: '#\n'.repeat(full / 4) },
  '550 look-ups': { query: `{ ${times(550, (index) => `a${index}: user(by: {username: "u${index}"}) { id }`)} }` },
  'as many look-ups as there are tokens for': {
    query: `{ ${times(140, (index) => `a${index}: user(by: {username: "a"}) { id }`)} }`
  },
  'look-ups of one name': { query: `{ ${'user(by: {username: "a"}) { id idd } '.repeat(140)} }` },
  'fields of one name': { query: `{ ${'__typename '.repeat(1_998)} }` },
  '400 fragments in a circle': {
    query: `{ ...F0 } ${times(400, (index) => `fragment F${index} on Query { ...F${(index + 1) % 400} }`)}`
  },
  'as many fragments in a circle as there are tokens for': {
    query: `{ ...F0 } ${times(240, (index) => `fragment F${index} on Query { ...F${(index + 1) % 240} }\n`)}`
  },
  'fragments that use all others': {
    query: `{ ...F0 } ${times(29, (index) => `fragment F${index} on Query { ${times(29, (other) => `...F${other}\n`)} }`)}`
  },
  'fragments that double at each level': {
    query: `{ user(by: {username: "a"}) { ...F0 } } fragment F60 on User { id }
      ${times(60, (index) => `fragment F${index} on User { a: liveRoom { streamer { ...F${index + 1} } } b: liveRoom { streamer { ...F${index + 1} } } }`)}`
  },
  'names that are not there': { query: `{ ${times(1_990, (index) => `pots${index}\n`)} }` },
  'arguments that are not there': { query: `{ user(${times(600, (index) => `usr${index}: 1\n`)}) { id } }` },
  'variables that nothing uses': { query: `query (${times(390, (index) => `$v${index}: Int\n`)}) { __typename }` },
  '100 times the schema': {
    query: `{ ${times(100, (index) => `a${index}: __schema { types { name description } }`)} }`
  },
  'a type by 30 times 30 names': {
    query: `{ ${times(20, (index) => `a${index}: __schema { types { ...T } }`)} }
      fragment T on __Type { ${times(30, (index) => `a${index}: fields { ...F }`)} } fragment F on __Field { ${times(30, (index) => `a${index}: description`)} }`
  }
}

describe.each([
  { how: 'by plan', queryPlans: true },
  { how: 'interpreted', queryPlans: false }
])('a query that is refused, $how', ({ queryPlans }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { queryPlans } })
    await server.query('{ nothing }')
  })
  afterAll(() => server.close())

  /** What answers it three times, and the least it took: once may be the collector's turn. */
  const post = async (path: string, message: object) => {
    const body = JSON.stringify(message)
    expect(body.length).toBeLessThan(256 * 1024)
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const ask = () => effortOf(() => send(server.url, path, { method: 'POST', headers, body }))
    const asked = [await ask(), await ask(), await ask()]
    return { asked, ms: Math.min(...asked.map(({ ms }) => ms)) }
  }

  test.each(Object.entries(attacks))('%s: in form, in a moment, in few words', async (_, question) => {
    const { asked, ms } = await post('/graphql', question)
    for (const { value: answer } of asked) {
      expect([200, 400]).toContain(answer.status)
      expect(answer.body.length).toBeLessThan(10_000)
      const { data = null, errors } = JSON.parse(answer.body)
      expect(data).toBe(null)
      expect(errors.length).toBeLessThan(12)
      for (const { message, locations = [], extensions } of errors) {
        expect(['INVALID_PARAM', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']).toContain(extensions.code)
        expect(message.length).toBeLessThanOrEqual(301)
        expect(extensions.details.reason?.length ?? 0).toBeLessThanOrEqual(301)
        expect(locations.length).toBeLessThanOrEqual(4)
      }
    }
    expect(ms).toBeLessThan(100)
  })

  test.each(Object.entries(attacks))('%s, by an agent: the same, as soon', async (_, question) => {
    const { asked: byClient } = await post('/graphql', question)
    const params = { name: 'graphql', arguments: question }
    const { asked, ms } = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    for (const { value: answer } of asked) {
      expect(answer.status).toBe(200)
      const { result } = JSON.parse(answer.body)
      expect(result.isError).toBe(true)
      const { errors, hint } = JSON.parse(result.content[0].text)
      expect(errors).toEqual(JSON.parse(byClient[0]?.value.body ?? '').errors)
      expect(hint).toMatch(/^Nothing ran\./)
    }
    expect(ms).toBeLessThan(100)
  })
})
