import { existsSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { introspectionFromSchema } from 'graphql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { schema } from '../src/graphql/schema/schema.ts'
import { examples } from '../src/services/examples.ts'
import { gatedSource } from './gated-source.ts'
import { isLeftOut } from './ignored-terms.ts'
import { startServer, testKey } from './server.ts'

const folder = resolve(import.meta.dirname, '../examples')
const haveNoClients = isLeftOut(
  existsSync(join(folder, 'node_modules/@apollo/client')),
  'GraphQL clients that read deferred parts; install them: node packages/install.ts examples'
)
const load = createRequire(join(folder, 'package.json'))

/** A server that holds pages of posts back until `open` is called. */
const start = async () => {
  const { wrap, open } = gatedSource(['userPosts'])
  const server = await startServer({ wrapSource: wrap })
  onTestFinished(() => server.close())
  return { url: server.url, open }
}

const multipart = 'multipart/mixed, application/json'
const eventStream = 'text/event-stream, application/json'
const headers = { 'x-gateway-key': testKey }

const query = `query Creator($username: String!) {
  user(by: { username: $username }) { id username ...Posts @defer(label: "posts") }
}
fragment Posts on User { posts(first: 2) { nodes { id postId } } }`
const variables = { username: examples.username }
const early = { user: { username: examples.username } }
const whole = { user: { username: examples.username, posts: { nodes: [{}, {}] } } }

/** What a client shows, in its order; the rest is let through after the first. */
const watching = () => {
  const shown: object[] = []
  const show = (data: object | null | undefined) => {
    if (data !== null && data !== undefined) shown.push(structuredClone(data))
  }
  const expectParts = async (open: () => void) => {
    await expect.poll(() => shown).toMatchObject([early])
    expect(shown[0]).not.toHaveProperty('user.posts')
    open()
    await expect.poll(() => shown.at(-1)).toMatchObject(whole)
  }
  return { show, expectParts }
}

describe.skipIf(haveNoClients)('deferred parts', () => {
  test('are shown by Apollo Client as they come', async () => {
    const { ApolloClient, gql, HttpLink, InMemoryCache } = load('@apollo/client')
    const { Defer20220824Handler } = load('@apollo/client/incremental')
    const { url, open } = await start()
    const client = new ApolloClient({
      link: new HttpLink({ uri: `${url}/graphql`, headers }),
      cache: new InMemoryCache(),
      incrementalHandler: new Defer20220824Handler()
    })
    const { show, expectParts } = watching()
    const watch = client.watchQuery({ query: gql(query), variables })
    const subscription = watch.subscribe(({ data }: { data?: object }) => show(data))
    onTestFinished(() => {
      subscription.unsubscribe()
      client.stop()
    })
    await expectParts(open)
    // The cache has the whole.
    expect(client.readQuery({ query: gql(query), variables })).toMatchObject(whole)
  })

  test.each([
    ['its own headers', undefined],
    [multipart, multipart]
  ])('are shown by urql with Graphcache as they come: %s', async (_, accept) => {
    const { Client, fetchExchange, gql } = load('@urql/core')
    const { cacheExchange } = load('@urql/exchange-graphcache')
    const { url, open } = await start()
    const client = new Client({
      url: `${url}/graphql`,
      preferGetMethod: false,
      exchanges: [cacheExchange({ schema: introspectionFromSchema(schema) }), fetchExchange],
      fetchOptions: { headers: { ...headers, ...(accept === undefined ? {} : { accept }) } }
    })
    const { show, expectParts } = watching()
    const { unsubscribe } = client.query(gql(query), variables).subscribe(({ data }: { data?: object }) => show(data))
    onTestFinished(unsubscribe)
    await expectParts(open)
    expect(client.readQuery(gql(query), variables)?.data).toMatchObject(whole)
  })

  test.each([multipart, eventStream])('are read by the network of the Relay example: %s', async (accept) => {
    // Generated files are named without their extension.
    const hooks = registerHooks({
      resolve: (name, context, next) => next(name.endsWith('.graphql') ? `${name}.ts` : name, context)
    })
    onTestFinished(() => hooks.deregister())
    const { connect } = await import(join(folder, 'relay/environment.ts'))
    const [{ default: creator }, { default: posts }] = await Promise.all(
      ['creatorQuery', 'postList_user'].map((name) => import(join(folder, `relay/__generated__/${name}.graphql.ts`)))
    )
    const { fetchQuery, getSingularSelector } = load('relay-runtime')
    const { url, open } = await start()
    const environment = connect(url, testKey, accept)
    const shown: { user: object }[] = []
    let isDone = false
    fetchQuery(environment, creator, variables).subscribe({
      next: (data: { user: object }) => shown.push(data),
      complete: () => {
        isDone = true
      }
    })
    const postsShown = () => environment.lookup(getSingularSelector(posts, shown[0]?.user))
    await expect.poll(() => shown).toMatchObject([{ user: { displayName: expect.any(String) } }])
    expect(postsShown()).toMatchObject({ isMissingData: true })
    open()
    await expect.poll(() => isDone).toBe(true)
    expect(postsShown()).toMatchObject({ isMissingData: false, data: { posts: { edges: [{}, {}, {}, {}, {}] } } })
  })
})
