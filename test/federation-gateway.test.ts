import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { buildSchema, graphql } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findFixtures } from './fixtures.ts'
import { isLeftOut } from './ignored-terms.ts'
import { type GraphQLAnswer, startServer, type TestServer, testKey } from './server.ts'

const folder = join(import.meta.dirname, 'gateway')
const isInstalled = existsSync(join(folder, 'node_modules/@graphql-hive/gateway-runtime'))
const haveNoGateway = isLeftOut(
  isInstalled,
  'the graph behind a gateway; install one: node packages/install.ts test/gateway'
)

const handles = findFixtures().known.user.slice(0, 20)

/** A second subgraph: customers, who are users of the graph. */
const crmSdl = /* GraphQL */ `
  type Query { customers: [User!]! }
  type User @key(fields: "username") { username: String!, crm: Crm! }
  type Crm { note: String! }
`
const crmSchema = buildSchema(/* GraphQL */ `
  scalar _Any
  type _Service { sdl: String! }
  union _Entity = User
  type Query { customers: [User!]!, _service: _Service!, _entities(representations: [_Any!]!): [_Entity]! }
  type User { username: String!, crm: Crm! }
  type Crm { note: String! }
`)
const customer = ({ username }: { username: string }) => ({
  __typename: 'User',
  username,
  crm: { note: `note on ${username}` }
})
const crmRoot = {
  _service: {
    sdl: `extend schema @link(url: "https://specs.apollo.dev/federation/v2.1", import: ["@key"])\n${crmSdl}`
  },
  customers: () => handles.map((username) => customer({ username })),
  _entities: ({ representations }: { representations: { username: string }[] }) => representations.map(customer)
}

type Request = { query: string; variables?: { representations?: unknown[] } }

/** What the gateway asked, by subgraph, with the number of representations. */
const asked: { subgraph: string; representations: number }[] = []

/** Both subgraphs under one address, to see every request to either. */
const subgraphs = (clips: TestServer): Server =>
  createServer(async (incoming, response) => {
    const subgraph = incoming.url?.slice(1) ?? ''
    // The gateway sends JSON objects.
    const body = (await json(incoming)) as Request
    const representations = Object.values(body.variables ?? {}).find(Array.isArray) ?? []
    asked.push({ subgraph, representations: representations.length })
    const { query: source, variables: variableValues } = body
    const answer =
      subgraph === 'crm'
        ? JSON.stringify(
            await graphql({
              schema: crmSchema,
              source,
              rootValue: crmRoot,
              ...(variableValues === undefined ? {} : { variableValues })
            })
          )
        : await forward(clips, body, String(incoming.headers['x-gateway-key']))
    response.setHeader('content-type', 'application/json').end(answer)
  })

const forward = async ({ url }: TestServer, body: Request, key: string): Promise<string> => {
  const headers = { 'content-type': 'application/json', 'x-gateway-key': key }
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.text()
}

describe.skipIf(haveNoGateway)('behind Hive Gateway, with a subgraph that extends User', () => {
  let clips: TestServer
  let front: Server
  let gateway: ChildProcessByStdio<null, Readable, null>
  let composed: { url: string; supergraph: string; errors?: string[] }
  beforeAll(async () => {
    expect(isInstalled, 'run: node packages/install.ts test/gateway').toBe(true)
    clips = await startServer({ config: { federation: true } })
    front = subgraphs(clips).listen(0, '127.0.0.1')
    await once(front, 'listening')
    const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
    gateway = spawn(process.execPath, [join(folder, 'gateway.mjs'), `clips=${address}/clips`, `crm=${address}/crm`], {
      env: { ...process.env, SUBGRAPH_KEY: testKey },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    // All of its output: one line, or nothing where it fails.
    for await (const line of createInterface({ input: gateway.stdout })) {
      composed = JSON.parse(line)
      break
    }
  })
  afterAll(async () => {
    // It catches SIGTERM, and would go on.
    gateway.kill('SIGKILL')
    front.closeAllConnections()
    front.close()
    await clips.close()
  })
  beforeEach(() => asked.splice(0))

  const ask = async <T>(query: string, variables = {}): Promise<GraphQLAnswer<T>> => {
    const response = await fetch(composed.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-key': testKey },
      body: JSON.stringify({ query, variables })
    })
    return (await response.json()) as GraphQLAnswer<T>
  }

  test('both compose, and @semanticNonNull survives', () => {
    expect(composed.errors).toBeUndefined()
    expect(composed.supergraph).toContain('https://specs.apollo.dev/nullability/v0.4')
    expect(composed.supergraph).toMatch(/isLive: Boolean .*@semanticNonNull/)
  })

  test('costs and sizes of lists survive', () => {
    expect(composed.supergraph).toMatch(/totalCount: Count.*@cost\(weight: 10\)/)
    expect(composed.supergraph).toMatch(/@listSize\([^)]*assumedSize: 20[^)]*\)/)
    expect(composed.supergraph).toMatch(/@listSize\([^)]*slicingArguments: \["first"\][^)]*\)/)
  })

  test('a query from the graph to the other subgraph makes one call of each', async () => {
    const { data, errors } = await ask<{ users: { username: string; crm: { note: string } }[] }>(
      'query ($handles: [String!]!) { users: usersByUsername(usernames: $handles) { username followersCount crm { note } } }',
      { handles }
    )
    expect(errors).toBeUndefined()
    expect(data?.users.map(({ crm }) => crm.note)).toEqual(handles.map((handle) => `note on ${handle}`))
    expect(asked).toEqual([
      { subgraph: 'clips', representations: handles.length },
      { subgraph: 'crm', representations: handles.length }
    ])
  })

  test('a query from the other subgraph to the graph makes one call of each', async () => {
    const { data, errors } = await ask<{ customers: { displayName: string; posts: { nodes: object[] } }[] }>(
      '{ customers { crm { note } displayName posts(first: 2) { nodes { id caption author { crm { note } } } } } }'
    )
    expect(errors).toBeUndefined()
    expect(data?.customers).toHaveLength(handles.length)
    const { data: own } = await clips.query<{ users: { displayName: string }[] }>(
      'query ($handles: [String!]!) { users: usersByUsername(usernames: $handles) { displayName } }',
      { handles }
    )
    expect(data?.customers.map(({ displayName }) => displayName)).toEqual(
      own?.users.map(({ displayName }) => displayName)
    )
    expect(asked.map(({ subgraph }) => subgraph)).toEqual(['crm', 'clips', 'crm'])
    expect(asked[1]?.representations).toBe(handles.length)
  })
})
