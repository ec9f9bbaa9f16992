import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer, testKey } from './server.ts'

const json = 'application/json'
const graphqlResponse = 'application/graphql-response+json'

/** `status`: with plain JSON. With the other type everything that has no data is 400. */
type Case = { parameters: Record<string, unknown>; status: 200 | 400; code?: string }

const user = 'query ($n: String!) { users: usersByUsername(usernames: [$n]) { id } }'

/** By GraphQL over HTTP a request that is well-formed is 200 in plain JSON, whatever is wrong with its document or its values. */
const requests: Readonly<Record<string, Case>> = {
  'a query': { parameters: { query: '{ __typename }' }, status: 200 },
  'an empty name': { parameters: { query: '{ __typename }', operationName: '' }, status: 200 },
  'no variables': { parameters: { query: '{ __typename }', variables: null }, status: 200 },
  'a document that cannot be parsed': { parameters: { query: '{' }, status: 200, code: 'GRAPHQL_PARSE_FAILED' },
  'an empty document': { parameters: { query: '' }, status: 200, code: 'GRAPHQL_PARSE_FAILED' },
  'an invalid document': { parameters: { query: '{ nope }' }, status: 200, code: 'GRAPHQL_VALIDATION_FAILED' },
  'an invalid document of two operations': {
    parameters: { query: 'query A { nope } query B { __typename }' },
    status: 200,
    code: 'GRAPHQL_VALIDATION_FAILED'
  },
  'no one operation': {
    parameters: { query: 'query A { __typename } query B { __typename }' },
    status: 200,
    code: 'INVALID_PARAM'
  },
  'an unknown operation': {
    parameters: { query: '{ __typename }', operationName: 'A' },
    status: 200,
    code: 'INVALID_PARAM'
  },
  'a nullable variable for one of several keys that are required': {
    parameters: { query: 'query ($n: String) { user(by: { username: $n }) { id } }', variables: { n: 'nobody' } },
    status: 200,
    code: 'GRAPHQL_VALIDATION_FAILED'
  },
  'a nullable variable for one of several keys that may be left out': {
    parameters: { query: 'query ($n: String) { hashtag(by: { name: $n }) { id } }', variables: { n: 'nobody' } },
    status: 200,
    code: 'GRAPHQL_VALIDATION_FAILED'
  },
  'a missing variable': { parameters: { query: user }, status: 200, code: 'INVALID_PARAM' },
  'a variable of another type': {
    parameters: { query: user, variables: { n: 7 } },
    status: 200,
    code: 'INVALID_PARAM'
  },
  'a variable with too many values': {
    parameters: {
      query: 'query ($u: [String!]!) { users: usersByUsername(usernames: $u) { id } }',
      variables: { u: Array(101).fill('a') }
    },
    status: 200,
    code: 'INVALID_PARAM'
  },
  'a condition that is null': {
    parameters: { query: 'query ($c: Boolean = true) { __typename @include(if: $c) }', variables: { c: null } },
    status: 200,
    code: 'INVALID_PARAM'
  },
  'a query beyond a limit': {
    parameters: { query: `{ ${Array.from({ length: 21 }, (_, index) => `a${index}: __typename`).join(' ')} }` },
    status: 200,
    code: 'INVALID_PARAM'
  },
  'variables that are a text': { parameters: { query: '{ __typename }', variables: '' }, status: 400 },
  'variables that are a list': { parameters: { query: '{ __typename }', variables: [] }, status: 400 },
  'extensions that are a text': { parameters: { query: '{ __typename }', extensions: '' }, status: 400 },
  'no document': { parameters: { variables: {} }, status: 400 }
}

/** An address has texts as they are, and all else as JSON. */
const addressOf = (parameters: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' && /^query|^operationName/.test(name) ? value : JSON.stringify(value)
    ])
  ).toString()

describe.each([
  { how: 'directly', plugins: [] },
  { how: 'beside a plugin', plugins: [{ onExecute() {} }] }
])('the status of an answer, $how', ({ plugins }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ plugins })
  })
  afterAll(() => server.close())

  const ask = async (method: string, parameters: Record<string, unknown> | string, accept: string) => {
    const address = typeof parameters === 'string' ? parameters : addressOf(parameters)
    const response = await fetch(`${server.url}/graphql${method === 'GET' ? `?${address}` : ''}`, {
      method,
      headers: { 'x-gateway-key': testKey, accept, ...(method === 'GET' ? {} : { 'content-type': json }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(parameters) })
    })
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] }
    const [type = ''] = response.headers.get('content-type')?.split(';') ?? []
    return { status: response.status, type, code: errors?.[0]?.extensions.code }
  }

  test.each(Object.entries(requests))(
    '%s',
    async (_, { parameters, status, code = status === 400 ? 'INVALID_PARAM' : undefined }) => {
      for (const method of ['POST', 'GET']) {
        for (const charset of ['', '; charset=utf-8', ';charset="UTF-8"', '; charset=utf-8;q=0.9, text/plain;q=0.1']) {
          expect(await ask(method, parameters, json + charset), `${method} ${charset}`).toEqual({
            status,
            type: json,
            code
          })
          expect(await ask(method, parameters, graphqlResponse + charset), `${method} ${charset}`).toEqual({
            status: code === undefined ? 200 : 400,
            type: graphqlResponse,
            code
          })
        }
      }
    }
  )

  test.each(['variables', 'extensions'])('%s of an address may not be empty', async (name) => {
    for (const accept of [json, graphqlResponse]) {
      const { status, code } = await ask('GET', `query=${encodeURIComponent('{ __typename }')}&${name}=`, accept)
      expect([status, code]).toEqual([400, 'INVALID_PARAM'])
    }
  })
})
