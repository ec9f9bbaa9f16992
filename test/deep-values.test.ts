import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../src/core/log.ts'
import { send } from './raw.ts'
import { startServer, type TestServer } from './server.ts'
import { thirdOf } from './thorough.ts'

/** Values within each other, as JSON: a parser reads them, and a function that calls itself for each has no stack left. */
const shapes: Readonly<Record<string, (depth: number) => string>> = {
  lists: (depth) => `${'['.repeat(depth)}1${']'.repeat(depth)}`,
  objects: (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  negations: (depth) => `${'{"not":'.repeat(depth)}{"isAd":true}${'}'.repeat(depth)}`,
  conjunctions: (depth) => `${'{"and":['.repeat(depth)}{"isAd":true}${']}'.repeat(depth)}`,
  alternatives: (depth) => `${'{"or":['.repeat(depth)}{"isAd":true}${']}'.repeat(depth)}`
}

const question = (query: string, variables: string, more = '') =>
  `{"query":${JSON.stringify(query)},"variables":${variables}${more}}`
const entities = 'query ($v: [_Any!]!) { _entities(representations: $v) { __typename } }'
const tool = (name: string, given: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`

/** Requests with a value in every place that takes any JSON. */
const places: Readonly<Record<string, { path: string; body: (value: string) => string }>> = {
  ...Object.fromEntries(
    Object.entries({
      'a text': 'query ($v: ID!) { sound(soundId: $v) { title } }',
      'a list of texts': 'query ($v: [String!]!) { users: usersByUsername(usernames: $v) { id } }',
      'a list of ids': 'query ($v: [ID!]!) { nodes(ids: $v) { id } }',
      'one of several keys': 'query ($v: UserBy!) { user(by: $v) { id } }',
      'a filter of posts': 'query ($v: PostFilter!) { posts(filter: $v) { totalCount } }',
      'a filter of creators': 'query ($v: UserFilter!) { users(filter: $v) { totalCount } }',
      'a number': 'query ($v: Int) { soundLibrary(first: $v) { totalCount } }',
      'a time': 'query ($v: DateTime) { dataset { __typename } post(by: {postId: "1"}) { history(from: $v) { at } } }',
      'an enum': 'query ($v: SoundSort) { soundLibrary(sort: $v) { totalCount } }',
      'a condition': 'query ($v: Boolean!) { __typename @include(if: $v) }'
    }).map(([name, query]) => [
      `${name} in a variable`,
      { path: '/graphql', body: (value: string) => question(query, `{"v":${value}}`) }
    ])
  ),
  representations: { path: '/graphql', body: (value) => question(entities, `{"v":${value}}`) },
  'the key of a representation': {
    path: '/graphql',
    body: (value) => question(entities, `{"v":[{"__typename":"User","username":${value}}]}`)
  },
  'another field of a representation': {
    path: '/graphql',
    body: (value) => question(entities, `{"v":[{"__typename":"User","username":"nobody","more":${value}}]}`)
  },
  variables: { path: '/graphql', body: (value) => question('{ __typename }', value) },
  'a variable that nothing takes': { path: '/graphql', body: (value) => question('{ nope }', `{"v":${value}}`) },
  extensions: { path: '/graphql', body: (value) => question('{ nope }', '{}', `,"extensions":{"a":${value}}`) },
  'a persisted query': {
    path: '/graphql',
    body: (value) => question('{ nope }', '{}', `,"extensions":{"persistedQuery":${value}}`)
  },
  'the id of a document': { path: '/graphql', body: (value) => `{"documentId":${value}}` },
  'an unknown parameter': { path: '/graphql', body: (value) => question('{ nope }', '{}', `,"more":${value}`) },
  'a whole question': { path: '/graphql', body: (value) => value },
  'a whole message': { path: '/mcp', body: (value) => value },
  'the id of a message': { path: '/mcp', body: (value) => `{"jsonrpc":"2.0","id":${value},"method":"tools/list"}` },
  'parameters of a message': {
    path: '/mcp',
    body: (value) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${value}}`
  },
  'what a message says of itself': {
    path: '/mcp',
    body: (value) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none","_meta":{"a":${value}}}}`
  },
  'arguments of a tool': { path: '/mcp', body: (value) => tool('find_posts', value) },
  'an unknown argument of a tool': { path: '/mcp', body: (value) => tool('find_posts', `{"more":${value}}`) },
  'a filter of a tool': { path: '/mcp', body: (value) => tool('find_posts', `{"filter":${value}}`) },
  'a filter of creators of a tool': { path: '/mcp', body: (value) => tool('find_creators', `{"filter":${value}}`) },
  'an order of a tool': { path: '/mcp', body: (value) => tool('find_posts', `{"orderBy":${value}}`) },
  'a count of a tool': { path: '/mcp', body: (value) => tool('find_creators', `{"count":${value}}`) },
  'a cursor of a tool': { path: '/mcp', body: (value) => tool('find_posts', `{"cursor":${value}}`) },
  'fields of a tool': { path: '/mcp', body: (value) => tool('find_posts', `{"fields":${value}}`) },
  'a field of a tool': { path: '/mcp', body: (value) => tool('get_user', `{"username":"nobody","fields":[${value}]}`) },
  'an owner of a tool': { path: '/mcp', body: (value) => tool('find_posts', `{"username":${value}}`) },
  'a handle of a tool': { path: '/mcp', body: (value) => tool('get_user', `{"username":${value}}`) },
  'a kind of a tool': { path: '/mcp', body: (value) => tool('find_trending', `{"kind":${value}}`) },
  'a step of a tool': { path: '/mcp', body: (value) => tool('get_history', `{"username":"nobody","step":${value}}`) },
  'days of a tool': { path: '/mcp', body: (value) => tool('get_history', `{"username":"nobody","days":${value}}`) },
  'a query of a tool': { path: '/mcp', body: (value) => tool('graphql', `{"query":${value}}`) },
  'variables of a tool': { path: '/mcp', body: (value) => tool('graphql', question('{ nope }', value)) },
  'a variable of a tool': { path: '/mcp', body: (value) => tool('graphql', question(entities, `{"v":${value}}`)) }
}

describe.each([
  { how: 'by plan', plugins: [], queryPlans: true, place: 0 },
  { how: 'interpreted', plugins: [], queryPlans: false, place: 1 },
  { how: 'beside a plugin', plugins: [{ onExecute() {} }], queryPlans: true, place: 2 }
])('values within each other, $how', ({ plugins, queryPlans, place }) => {
  const asked = thirdOf(Object.entries(places), place)
  let server: TestServer
  let logged = ''
  beforeAll(async () => {
    const log = createLog(
      'warn',
      new Writable({
        write(chunk, _, done) {
          logged += chunk
          done()
        }
      })
    )
    server = await startServer({ log, plugins, config: { queryPlans, federation: true } })
  })
  afterAll(() => server.close())

  test.each(asked)('%s: a refusal in form, however deep', async (_, { path, body }) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    for (const [shape, make] of Object.entries(shapes)) {
      for (const depth of [12, 190, 300, 5_000, 40_000]) {
        logged = ''
        const answer = await send(server.url, path, { method: 'POST', headers, body: body(make(depth)) })
        const about = `${shape}, ${depth} deep: ${answer.body.slice(0, 300)} ${logged.slice(0, 300)}`
        expect(answer.status, about).toBeLessThan(500)
        expect(answer.body.length, about).toBeLessThan(5_000)
        expect(answer.body, about).not.toMatch(/INTERNAL|-32603|Maximum call stack/)
        expect(logged, about).toBe('')
      }
    }
  })
})
