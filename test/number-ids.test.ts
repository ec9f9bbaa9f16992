import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf, overHttp } from './agent.ts'
import { cases } from './cases.ts'
import { type GraphQLAnswer, startServer, type TestServer, testKey } from './server.ts'

const lostDigits = 'must be a string in quotes: a number of this size has lost its last digits'

/** Queries for one post by `$i`, and the JSON of its variables around an id. */
const forms: readonly (readonly [what: string, query: string, variables: (id: string) => string])[] = [
  ['a variable', 'query ($i: ID!) { post(by: { postId: $i }) { postId } }', (id) => `{"i":${id}}`],
  ['one that may be left out', 'query ($i: ID = "1") { sound(soundId: $i) { title } }', (id) => `{"i":${id}}`],
  ['an input object', 'query ($i: PostBy!) { post(by: $i) { postId } }', (id) => `{"i":{"postId":${id}}}`],
  ['a list', 'query ($i: [ID!]!) { posts: postsById(postIds: $i) { postId } }', (id) => `{"i":["1",${id}]}`],
  [
    'a list that is one value',
    'query ($i: [ID!]!) { posts: postsById(postIds: $i) { postId } }',
    (id) => `{"i":${id}}`
  ],
  ['an element', 'query ($i: ID!) { posts: postsById(postIds: ["1", $i]) { postId } }', (id) => `{"i":${id}}`],
  ['a global id', 'query ($i: ID!) { node(id: $i) { id } }', (id) => `{"i":${id}}`],
  [
    'another variable',
    'query ($a: Int, $i: ID!) { sound(soundId: $i) { title } soundLibrary(first: $a) { totalCount } }',
    (id) => `{"a":1,"i":${id}}`
  ]
]

describe.each([
  ['by plan', true],
  ['generally', false]
])('an id that comes as a JSON number, run %s', (_, queryPlans) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { queryPlans } })
  })
  afterAll(() => server.close())

  const accept = 'application/graphql-response+json'
  const headers = { 'x-gateway-key': testKey, 'content-type': 'application/json', accept }
  const ways: Readonly<Record<string, (query: string, variables: string) => Promise<Response>>> = {
    POST: (query, variables) =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers,
        body: `{"query":${JSON.stringify(query)},"variables":${variables}}`
      }),
    GET: (query, variables) => fetch(`${server.url}/graphql?${new URLSearchParams({ query, variables })}`, { headers })
  }

  describe.each(Object.keys(ways))('over %s', (way) => {
    const ask = async (query: string, variables: string) => {
      const response = await ways[way]?.(query, variables)
      // Both ways answer in the form of GraphQL.
      return { status: response?.status, answer: (await response?.json()) as GraphQLAnswer }
    }

    test.each(forms)('is refused where it has lost digits, in %s', async (_, query, variables) => {
      for (const id of [
        '7620000000000000215',
        '9007199254740992',
        '-7620000000000000215',
        '7.62e18',
        '7620000000000000215.0'
      ]) {
        const { status, answer } = await ask(query, variables(id))
        expect([id, status]).toEqual([id, 400])
        expect(answer).not.toHaveProperty('data')
        expect(answer.errors).toMatchObject([
          {
            extensions: { code: 'INVALID_PARAM', details: { param: 'i', reason: expect.stringContaining(lostDigits) } }
          }
        ])
      }
    })

    test('says where it is', async () => {
      for (const [query, variables, place] of [
        ['query ($i: PostBy!) { post(by: $i) { postId } }', '{"i":{"postId":7620000000000000215}}', ' at "i.postId"'],
        [
          'query ($i: [ID!]!) { posts: postsById(postIds: $i) { postId } }',
          '{"i":["1",7620000000000000215]}',
          ' at "i[1]"'
        ],
        ['query ($i: ID!) { post(by: { postId: $i }) { postId } }', '{"i":7620000000000000215}', '']
      ] as const) {
        const { answer } = await ask(query, variables)
        expect(answer.errors?.[0]?.message).toBe(`Variable "$i" got an invalid value${place}: an ID ${lostDigits}`)
      }
    })

    test('is what it says where it is exact, and so is a text', async () => {
      const query = 'query ($i: ID!) { post(by: { postId: $i }) { postId } }'
      const postId = cases.post()
      expect((await ask(query, `{"i":"${postId}"}`)).answer.data).toEqual({ post: { postId } })
      for (const [number, id] of [
        ['9007199254740991', '9007199254740991'],
        ['12e2', '1200'],
        ['12.0', '12']
      ]) {
        const { answer } = await ask(query, `{"i":${number}}`)
        expect(answer.errors?.[0]?.message).toContain(`Post ${id} `)
      }
      for (const number of ['1.5', '1e400', '-1']) {
        const { answer } = await ask(query, `{"i":${number}}`)
        expect(answer.errors, number).toMatchObject([{ extensions: { code: 'INVALID_PARAM' } }])
      }
    })

    test('is exact where it stands in the document', async () => {
      const postId = cases.post()
      for (const query of [
        `{ post(by: { postId: ${postId} }) { postId } }`,
        `query ($i: ID! = ${postId}) { post(by: { postId: $i }) { postId } }`,
        `query ($i: PostBy! = { postId: ${postId} }) { post(by: $i) { postId } }`
      ]) {
        expect((await ask(query, '{}')).answer.data, query).toEqual({ post: { postId } })
      }
      const mixed = `query ($i: ID!) { posts: postsById(postIds: [${postId}, $i]) { postId } }`
      expect((await ask(mixed, '{"i":"1"}')).answer.data).toEqual({ posts: [{ postId }, null] })
      for (const query of [
        `{ posts: postsById(postIds: [${postId}]) { postId } }`,
        `{ posts: postsById(postIds: ${postId}) { postId } }`,
        `query ($i: [ID!]! = [${postId}]) { posts: postsById(postIds: $i) { postId } }`
      ]) {
        expect((await ask(query, '{}')).answer.data, query).toEqual({ posts: [{ postId }] })
      }
      for (const [literal, named] of [
        ['7.62e18', '7.62e18'],
        ['1.0', '1.0'],
        ['-7620000000000000215', '-7620000000000000215'],
        ['7620000000000000215000', 'it has 22']
      ]) {
        const { answer } = await ask(`{ post(by: { postId: ${literal} }) { postId } }`, '{}')
        expect(answer.data?.post ?? null).toBe(null)
        expect(answer.errors?.[0]?.message).toContain(named)
      }
    })

    test('leaves numbers of other types to their own rules', async () => {
      const query = 'query ($n: Int) { soundLibrary(first: $n) { totalCount } }'
      const { answer } = await ask(query, '{"n":7620000000000000215}')
      expect(answer.errors?.[0]?.message).toContain('Int cannot represent')
    })
  })

  test('is refused by the tools of agents alike', async () => {
    const agent = await overHttp(server.url)
    // What the SDK's client makes of it has lost the digits as well.
    const given = { query: forms[0]?.[1], variables: { i: Number('7620000000000000215') } }
    const { content } = await agent.callTool({ name: 'graphql', arguments: given })
    expect(JSON.stringify(content)).toContain(lostDigits)
    const { details } = await failureOf(agent, 'get_post', { videoId: Number('7620000000000000215') })
    expect(details).toMatchObject({ param: 'videoId', reason: lostDigits })
    await agent.close()
  })
})
