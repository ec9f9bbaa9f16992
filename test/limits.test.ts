import type { Client } from '@modelcontextprotocol/client'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { call, overHttp } from './agent.ts'
import { exampleOperations } from './example-operations.ts'
import { send } from './raw.ts'
import { type GraphQLAnswer, startServer, type TestServer } from './server.ts'

type Variables = Record<string, unknown>

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ')

const ways: readonly {
  name: string
  ask: (server: TestServer, agent: Client, query: string, variables?: Variables) => Promise<GraphQLAnswer>
}[] = [
  { name: 'POST', ask: (server, _, query, variables) => server.query(query, variables) },
  {
    name: 'GET',
    async ask(server, _, query, variables) {
      const given = new URLSearchParams({
        query,
        ...(variables === undefined ? {} : { variables: JSON.stringify(variables) })
      })
      return JSON.parse((await send(server.url, `/graphql?${given}`)).body)
    }
  },
  {
    name: 'an agent',
    async ask(_, agent, query, variables) {
      return (await call<GraphQLAnswer>(agent, 'graphql', { query, ...(variables === undefined ? {} : { variables }) }))
        .content
    }
  }
]

const limitOf = ({ errors }: GraphQLAnswer) => errors?.[0]?.extensions?.details?.limit

describe.each([
  { how: 'by plan', queryPlans: true },
  { how: 'interpreted', queryPlans: false }
])('the limits, $how,', ({ queryPlans }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { queryPlans } })
  })
  afterAll(() => server.close())

  test('let every example operation through, by name and by text', async () => {
    for (const { name, query, given } of exampleOperations) {
      expect([name, limitOf(await server.query(query, given))]).toEqual([name, undefined])
    }
  })

  test('let the introspection of tools through', async () => {
    const options = {
      inputValueDeprecation: true,
      specifiedByUrl: true,
      oneOf: true,
      directiveIsRepeatable: true,
      schemaDescription: true
    }
    for (const query of [
      getIntrospectionQuery(),
      getIntrospectionQuery(options),
      getIntrospectionQuery({ descriptions: false })
    ]) {
      const { data, errors } = await server.query<{ __schema: { types: unknown[] } }>(query)
      expect(errors).toBe(undefined)
      expect(data?.__schema.types.length).toBeGreaterThan(40)
    }
  })

  test('hold for introspection: its lists cost what is in them, and its fields have as many names as others', async () => {
    const whole = `__schema { types { ${times(3, (index) => `f${index}: fields { name type { ...T } args { name type { ...T } } }`)} } }`
    const many = (count: number) =>
      `{ ${times(count, (index) => `a${index}: ${whole}`)} } fragment T on __Type { ${'name kind ofType { '.repeat(8)} name ${'} '.repeat(8)} }`
    const one = await server.query(many(1))
    expect(one.errors).toBe(undefined)
    expect(one.extensions?.cost?.estimated).toBeGreaterThan(20)
    expect(limitOf(await server.query(many(20)))).toBe('cost')
    expect(limitOf(await server.query(`{ ${times(100, (index) => `a${index}: __schema { description }`)} }`))).toBe(
      'rootFields'
    )
    const names = `{ __type(name: "Post") { ${times(31, (index) => `a${index}: fields { name }`)} } }`
    expect(limitOf(await server.query(names))).toBe('aliases')
  })
})

test('what a plan tells of the schema is written once', async () => {
  const server = await startServer()
  const walks = vi.spyOn(schema, 'getTypeMap')
  const walksOf = async (query: string) => {
    walks.mockClear()
    const { errors } = await server.query(query)
    expect(errors).toBe(undefined)
    return walks.mock.calls.length
  }
  const query = getIntrospectionQuery()
  // The second time shows that it is worth keeping.
  expect(await walksOf(query)).toBeGreaterThan(0)
  expect(await walksOf(query)).toBeGreaterThan(0)
  expect(await walksOf(query)).toBe(0)
  walks.mockRestore()
  await server.close()
})

describe.each(ways)('values of variables, by $name', ({ ask }) => {
  let server: TestServer
  let agent: Client
  beforeAll(async () => {
    server = await startServer()
    agent = await overHttp(server.url)
  })
  afterAll(async () => {
    await agent.close()
    await server.close()
  })

  const users = 'query ($u: [String!]!) { users: usersByUsername(usernames: $u) { id } }'
  // The list itself is a value too.
  const twenty = `query (${times(20, (index) => `$u${index}: [String!]!`)}) { ${times(20, (index) => `u${index}: usersByUsername(usernames: $u${index}) { username }`)} }`
  const lists = (count: number, last: number): Variables =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`u${index}`, Array(index === 19 ? last : count).fill('a')])
    )

  test.each([
    ['listLength', users, { u: Array(100).fill('a') }, { u: Array(101).fill('a') }, 'u', 100, 101],
    ['listLength', users, { u: ['a'] }, { u: [Array(101).fill('a')] }, 'u', 100, 101],
    ['values', twenty, lists(48, 68 - 20), lists(49, 50), 'u19', 1_000, 1_001]
  ] as const)('%s: as many as are allowed, and no more', async (limit, query, allowed, tooMany, param, max, found) => {
    expect(limitOf(await ask(server, agent, query, allowed))).not.toBe(limit)
    const answer = await ask(server, agent, query, tooMany)
    expect(answer.data ?? null).toBe(null)
    expect(answer.errors).toEqual([
      {
        message: `Variable "$${param}" ${answer.errors?.[0]?.extensions?.details?.reason}`,
        extensions: {
          code: 'INVALID_PARAM',
          details: {
            param,
            reason: expect.stringContaining(String(max)),
            limit,
            max,
            found,
            doc_url: '/docs/errors/INVALID_PARAM'
          }
        }
      }
    ])
  })

  test('that no variable of the operation takes are not looked at', async () => {
    const answer = await ask(server, agent, users, { u: ['a'], more: Array(2_000).fill([1]) })
    expect(limitOf(answer)).toBe(undefined)
  })
})

describe('a text', () => {
  const inBrackets = (depth: number) => `{ nodes(ids: ${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}) { id } }`
  const inTypes = (depth: number) => `query ($a: ${'['.repeat(depth - 1)}Int${']'.repeat(depth - 1)}) { __typename }`
  const inSelections = (depth: number) => `${'{ a '.repeat(depth)}${'}'.repeat(depth)}`
  const inObjects = (depth: number) => `{ user(by: ${'{ a: '.repeat(depth - 2)}1${'}'.repeat(depth - 2)}) { id } }`

  test.each([
    ['lists', inBrackets],
    ['types', inTypes],
    ['selections', inSelections],
    ['objects', inObjects]
  ])('nests %s two hundred deep, and no more', async (_, nested) => {
    const server = await startServer()
    const [allowed, ...others] = await Promise.all([200, 201, 900].map((depth) => server.query(nested(depth))))
    await server.close()
    expect(allowed?.errors?.[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED')
    for (const { errors } of others) {
      expect(errors).toHaveLength(1)
      expect(errors?.[0]?.extensions?.details).toMatchObject({ param: 'query', limit: 'nesting', max: 200, found: 201 })
    }
  })

  test('has names of 256 characters, and no longer', async () => {
    const server = await startServer()
    const ask = (length: number) => server.query(`{ ${'a'.repeat(length)}: __typename }`)
    expect((await ask(256)).errors).toBe(undefined)
    expect((await ask(257)).errors?.[0]?.extensions?.details).toMatchObject({
      param: 'query',
      limit: 'nameLength',
      max: 256,
      found: 257
    })
    await server.close()
  })

  test('is refused by its tokens only as far as it has any', async () => {
    const server = await startServer()
    const answer = await server.query(`{ a: } ${'['.repeat(300)} "`)
    const unread = await server.query(`{ a: } " ${'['.repeat(300)}`)
    await server.close()
    expect(limitOf(answer)).toBe('nesting')
    expect(unread.errors?.[0]).toMatchObject({
      message: 'Syntax Error: Expected Name, found "}".',
      extensions: { code: 'GRAPHQL_PARSE_FAILED' }
    })
  })
})

describe.each([
  { how: 'by plan', queryPlans: true },
  { how: 'interpreted', queryPlans: false }
])('what can be turned off, $how', ({ queryPlans }) => {
  const root = '{ __schema { queryType { name } } }'
  const type =
    'query ($n: String!) { effect(effectId: "1") { name } ...T } fragment T on Query { __type(name: $n) { name } }'

  test('introspection', async () => {
    const server = await startServer({ config: { queryPlans, introspection: false } })
    for (const [query, variables] of [[root], [type, { n: 'Post' }], [getIntrospectionQuery()]] as const) {
      const { data = null, errors } = await server.query(query, variables)
      expect(data).toBe(null)
      expect(errors?.length).toBeLessThan(12)
      expect(errors?.[0]).toMatchObject({
        message: expect.stringContaining('introspection has been disabled'),
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' }
      })
    }
    expect((await server.query('{ __typename effect(effectId: "1") { __typename } }')).data).toMatchObject({
      __typename: 'Query'
    })
    await server.close()
  })

  test('suggestions', async () => {
    const questions = [
      ['{ usr { id } }', undefined],
      ['{ user(b: 1) { id } }', undefined],
      ['{ user(by: { usrname: "a" }) { id } }', undefined],
      ['{ soundLibrary(sort: HOTT) { totalCount } }', undefined],
      ['{ node(id: "a") { ... on Usr { id } } }', undefined],
      ['query ($b: UserBy!) { user(by: $b) { id } }', { b: { usrname: 'a' } }],
      ['query ($s: SoundSort) { soundLibrary(sort: $s) { totalCount } }', { s: 'HOTT' }]
    ] as const
    const messages = async (suggestions: boolean) => {
      const server = await startServer({ config: { queryPlans, suggestions } })
      const answers = await Promise.all(questions.map(([query, variables]) => server.query(query, variables)))
      await server.close()
      return answers.map(({ errors }) => errors?.[0]?.message)
    }
    for (const message of await messages(true)) expect(message).toContain('Did you mean')
    for (const message of await messages(false)) expect(message).toMatch(/^(?!.*Did you mean).+/)
  })
})
