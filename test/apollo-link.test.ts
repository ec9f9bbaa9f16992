import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Config } from '../src/core/config/config.ts'
import { sha256 } from './document-ways.ts'
import { isLeftOut } from './ignored-terms.ts'
import { startServer, testKey } from './server.ts'

const examples = resolve(import.meta.dirname, '../examples')
const hasNoApollo = isLeftOut(
  existsSync(join(examples, 'node_modules/@apollo/client')),
  'automatic persisted queries with Apollo’s link; install it: node packages/install.ts examples'
)

/** What is used of Apollo Client here, which is installed apart from the server. */
type Link = { concat(link: Link): Link }
type Apollo = {
  ApolloClient: new (options: {
    link: Link
    cache: object
    defaultOptions: object
  }) => {
    query(options: { query: object; variables: object }): Promise<{ data?: unknown; error?: Error }>
    stop(): void
  }
  HttpLink: new (options: { uri: string; headers: object; fetch: typeof fetch }) => Link
  InMemoryCache: new () => object
  gql: (text: string) => object
}
type Persisted = {
  PersistedQueryLink: new (options: { sha256: (text: string) => string; useGETForHashedQueries: boolean }) => Link
}

/** One request, by the parts that it carries. */
type Sent = { method: string; query: boolean; hash: boolean; status: number }

describe.skipIf(hasNoApollo)('Apollo’s link for automatic persisted queries', () => {
  const load = createRequire(join(examples, 'package.json'))
  const { ApolloClient, HttpLink, InMemoryCache, gql } = hasNoApollo
    ? ({} as Apollo)
    : (load('@apollo/client') as Apollo)
  const { PersistedQueryLink } = hasNoApollo
    ? ({} as Persisted)
    : (load('@apollo/client/link/persisted-queries') as Persisted)

  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  const start = async (config: Partial<Config> = {}) => {
    const server = await startServer({ config })
    closing.push(server.close)
    return server.url
  }

  /** A client in another browser, as it were: it knows nothing of what others have sent. */
  const newClient = (url: string, accept: string | null, useGETForHashedQueries: boolean) => {
    const sent: Sent[] = []
    const texts: string[] = []
    const link = new PersistedQueryLink({
      sha256: (text) => {
        texts.push(text)
        return sha256(text)
      },
      useGETForHashedQueries
    }).concat(
      new HttpLink({
        uri: `${url}/graphql`,
        headers: { 'x-gateway-key': testKey, ...(accept === null ? {} : { accept }) },
        fetch: async (address, init) => {
          const response = await fetch(address, init)
          const form =
            init?.method === 'GET'
              ? Object.fromEntries(new URL(String(address)).searchParams)
              : (JSON.parse(String(init?.body)) as Record<string, unknown>)
          sent.push({
            method: init?.method ?? '',
            query: 'query' in form,
            hash: JSON.stringify(form.extensions ?? null).includes('persistedQuery'),
            status: response.status
          })
          return response
        }
      })
    )
    const client = new ApolloClient({
      link,
      cache: new InMemoryCache(),
      defaultOptions: { query: { fetchPolicy: 'no-cache', errorPolicy: 'all' } }
    })
    closing.push(() => client.stop())
    return { client, sent, texts }
  }
  const query = () => gql('query Known($username: String!) { user(by: { username: $username }) { id username } }')
  const variables = { username: 'maya.nguyen' }
  const data = { user: { username: 'maya.nguyen' } }

  const accepts = [
    // Its own, which prefers application/graphql-response+json and so gets 400 for what is unknown; others get 200.
    { type: 'both types', accept: null, unknown: 400 },
    { type: 'plain JSON', accept: 'application/json', unknown: 200 }
  ]
  const cases = accepts.flatMap((each) => [
    { ...each, method: 'POST' },
    { ...each, method: 'GET' }
  ])

  test.each(cases)(
    'sends a text once, and from then on its hash: $method, $type',
    async ({ method, accept, unknown }) => {
      const url = await start()
      const first = newClient(url, accept, method === 'GET')
      for (let times = 0; times < 2; times += 1) {
        expect(await first.client.query({ query: query(), variables })).toMatchObject({ data })
      }
      expect(first.sent.slice(0, 2)).toEqual([
        { method, query: false, hash: true, status: unknown },
        { method: expect.any(String), query: true, hash: true, status: 200 }
      ])
      expect(first.sent.slice(2)).toEqual([{ method, query: false, hash: true, status: 200 }])
      const second = newClient(url, accept, method === 'GET')
      expect(await second.client.query({ query: query(), variables })).toMatchObject({ data })
      expect(second.sent).toEqual([{ method, query: false, hash: true, status: 200 }])
    }
  )

  test.each(cases)(
    'stops to send hashes where nothing is kept: $method, $type',
    async ({ method, accept, unknown }) => {
      const url = await start({ automaticDocuments: false })
      const { client, sent } = newClient(url, accept, method === 'GET')
      for (let times = 0; times < 2; times += 1) {
        expect(await client.query({ query: query(), variables })).toMatchObject({ data })
      }
      expect(sent).toEqual([
        { method, query: false, hash: true, status: unknown },
        { method: 'POST', query: true, hash: false, status: 200 },
        { method: 'POST', query: true, hash: false, status: 200 }
      ])
    }
  )

  test.each(cases)('gets what is in the manifest, and nothing else: $method, $type', async ({ method, accept }) => {
    const folder = mkdtempSync(join(tmpdir(), 'clipgraph-apollo-'))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'persisted-query-manifest.json')
    // The text that the link hashes is what Apollo's own tool writes into a manifest.
    const { client: learning, texts } = newClient(await start(), accept, false)
    await learning.query({ query: query(), variables })
    const [body = ''] = texts
    const operations = [{ id: sha256(body), name: 'Known', type: 'query', body }]
    writeFileSync(path, JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations }))
    const { client, sent } = newClient(await start({ documentsOnly: path }), accept, method === 'GET')
    expect(await client.query({ query: query(), variables })).toMatchObject({ data })
    expect(sent).toEqual([{ method, query: false, hash: true, status: 200 }])
    const other = await client.query({ query: gql('{ __typename }'), variables: {} })
    expect(other.data).toBe(undefined)
    expect(other.error?.message).toContain('this is none of them')
  })
})
