import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import {
  introspectionFromSchema,
  isInterfaceType,
  isObjectType,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo
} from 'graphql'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { exampleOperations } from './example-operations.ts'
import { isLeftOut } from './ignored-terms.ts'
import { startServer, type TestServer, testKey } from './server.ts'

/** The normalizing caches of GraphQL clients: they are told what the guides say of things without an id, and nothing else. */

const folder = resolve(import.meta.dirname, '../examples')
const isInstalled = existsSync(join(folder, 'node_modules/@apollo/client'))
const haveNoClients = isLeftOut(
  isInstalled,
  'caches of GraphQL clients; install them: node packages/install.ts examples'
)
const load = createRequire(join(folder, 'package.json'))

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

/** The same operation with the id of everything that has one, as clients with such a cache ask. */
const withIds = (query: string): string => {
  const info = new TypeInfo(schema)
  const node = schema.getType('Node')
  return print(
    visit(
      parse(query),
      visitWithTypeInfo(info, {
        SelectionSet: {
          leave(set) {
            const type = info.getParentType()
            const isNode =
              type === node || (isObjectType(type) && isInterfaceType(node) && schema.isSubType(node, type))
            return isNode ? { ...set, selections: [...set.selections, ...idSelection] } : undefined
          }
        }
      })
    )
  )
}
const idSelection = (() => {
  const [operation] = parse('{ id }').definitions
  return operation !== undefined && 'selectionSet' in operation ? (operation.selectionSet?.selections ?? []) : []
})()

type Asked = { query: string; given: Record<string, unknown> }
const search = (selection: string): Asked => ({
  query: `query ($k: String!) { search(keyword: $k) { ${selection} } }`,
  given: { k: 'rice' }
})
const scorecard = (selection: string): Asked => ({
  query: `query ($u: String!) { user(by: { username: $u }) { scorecard { ${selection} } } }`,
  given: { u: 'maya.nguyen' }
})

const asAsked = ({ query, given }: Asked): Asked => ({ query: withIds(query), given })

/** The same things asked for different fields, one after the other. */
const overlapping: Asked[] = [
  ...['suggestions', 'posts { nodes { caption } }', 'users { nodes { username } }', 'keyword'].map(search),
  ...[
    'scores { engagementRate }',
    'scores { partnershipTier }',
    'audience { followers }',
    'audience { following }'
  ].map(scorecard),
  { query: '{ liveStatus(username: "maya.nguyen") { username } }', given: {} },
  { query: '{ liveStatus(username: "maya.nguyen") { isLive } }', given: {} }
].map(asAsked)

const everything: Asked[] = [
  // Without the creator that is not there: what has an error is no data to such a cache.
  ...exampleOperations.map(({ query, given }) =>
    asAsked({ query, given: 'usernames' in given ? { usernames: [examples.username] } : given })
  ),
  ...overlapping
]

/** Types without an id, as the guides say to name them. */
const guideOf = (name: string) =>
  readFileSync(new URL(`../src/surfaces/site/docs/guides/${name}.md`, import.meta.url), 'utf8')
const keyless = ['client', 'growth-and-trends', 'filter-and-sort'].flatMap((name) =>
  [...guideOf(name).matchAll(/(?:^ {2}(\w+): none,?$|(\w+): \(\) => null)/gm)].map(
    ([, one, other]) => one ?? other ?? ''
  )
)
const merged = [...guideOf('client').matchAll(/^ {2}(\w+): merged,?$/gm)].map(([, name = '']) => name)

describe.skipIf(haveNoClients)('a cache that is told what has no key', () => {
  test('of urql warns of nothing, and answers from what it has', async () => {
    const { Client, fetchExchange, gql } = load('@urql/core')
    const { cacheExchange } = load('@urql/exchange-graphcache')
    const warnings: string[] = []
    let requests = 0
    const client = new Client({
      url: `${server.url}/graphql`,
      preferGetMethod: false,
      exchanges: [
        cacheExchange({
          // Which types an interface has no answer tells: that is what a schema is for.
          schema: introspectionFromSchema(schema),
          keys: Object.fromEntries(keyless.map((name) => [name, () => null])),
          logger: (severity: string, text: string) => warnings.push(`${severity}: ${text}`)
        }),
        fetchExchange
      ],
      fetch: (address: string, init: RequestInit) => {
        requests += 1
        return fetch(address, init)
      },
      fetchOptions: { headers: { 'x-gateway-key': testKey } }
    })
    const ask = ({ query, given }: Asked) => client.query(gql(query), given).toPromise()
    for (const operation of everything) expect((await ask(operation)).data, operation.query).toBeTruthy()
    // Some of them were known already, from what others had brought.
    expect(requests).toBeLessThan(everything.length)
    const before = requests
    for (const operation of everything) expect((await ask(operation)).data, operation.query).toBeTruthy()
    expect(requests).toBe(before)
    expect(warnings.filter((text) => !text.startsWith('debug'))).toEqual([])
  })

  test('of Apollo loses nothing, and answers from what it has', async () => {
    const { ApolloClient, gql, HttpLink, InMemoryCache } = load('@apollo/client')
    const said = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
    const client = new ApolloClient({
      link: new HttpLink({ uri: `${server.url}/graphql`, headers: { 'x-gateway-key': testKey } }),
      cache: new InMemoryCache({ typePolicies: Object.fromEntries(merged.map((name) => [name, { merge: true }])) })
    })
    const asked: { query: unknown; variables: unknown; data: unknown }[] = []
    for (const { query, given } of overlapping) {
      const document = { query: gql(query), variables: given }
      const { data } = await client.query({ ...document, errorPolicy: 'all' })
      asked.push({ ...document, data })
    }
    for (const { query, variables, data } of asked) {
      expect(client.cache.readQuery({ query, variables })).toEqual(data)
    }
    for (const spy of said) expect(spy.mock.calls).toEqual([])
    client.stop()
  })
})
