import { existsSync, readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { findFixtures } from './fixtures.ts'
import { gatedSource } from './gated-source.ts'
import { isLeftOut } from './ignored-terms.ts'
import { startServer, testKey } from './server.ts'

const folder = resolve(import.meta.dirname, '../examples')
const haveNoClients = isLeftOut(
  existsSync(join(folder, 'node_modules/@apollo/client')),
  'GraphQL clients that read deferred parts; install them: node packages/install.ts examples'
)
const load = createRequire(join(folder, 'package.json'))

/** A server that holds pages of posts back until `open` is called, those of every creator or one. */
const start = async (username?: string) => {
  const { wrap, open } = gatedSource(['userPosts'], username)
  const server = await startServer({ wrapSource: wrap })
  onTestFinished(() => server.close())
  return { url: server.url, open }
}

const multipart = 'multipart/mixed, application/json'
const eventStream = 'text/event-stream, application/json'

const query = `query Creator($username: String!) {
  user(by: { username: $username }) { id username ...Posts @defer(label: "posts") }
}
fragment Posts on User { posts(first: 2) { nodes { id postId } } }`
const variables = { username: examples.username }
const early = { user: { username: examples.username } }
const whole = { user: { username: examples.username, posts: { nodes: [{}, {}] } } }

const streamed = `query Creators($usernames: [String!]!) {
  users: usersByUsername(usernames: $usernames) @stream(label: "users", initialCount: 1) { id posts(first: 1) { nodes { id } } }
}`
const [other = ''] = findFixtures().known.user.filter((username) => username !== examples.username)
const usernames = [examples.username, other]
const element = { posts: { nodes: [{}] } }

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

const guide = readFileSync(
  resolve(import.meta.dirname, '../src/surfaces/site/docs/guides/incremental-answers.md'),
  'utf8'
)

/** The code below a heading of the guide. */
const snippetOf = (heading: string): string =>
  new RegExp(`^## ${heading}\\n[^]*?^\`\`\`ts\\n([^]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? ''

/** Runs a snippet of the guide against a server. */
const runSnippet = (
  heading: string,
  url: string,
  show: (data: object | null | undefined) => void,
  { asks = { query, variables } as object, change = (code: string) => code } = {}
) => {
  const code = change(snippetOf(heading))
    .replace('http://127.0.0.1:4000', url)
    .replace(/^import (\{.*\}) from (.*)$/gm, 'const $1 = load($2)')
  const run = new Function('load', 'key', '{ query, variables }', 'show', `${code}\nreturn { client, gql }`)
  return run(load, testKey, asks, show)
}

describe.skipIf(haveNoClients)('deferred parts', () => {
  test('are shown by Apollo Client as they come', async () => {
    const { url, open } = await start()
    const { show, expectParts } = watching()
    const { client, gql } = runSnippet('Apollo Client', url, show)
    onTestFinished(() => client.stop())
    await expectParts(open)
    // The cache has the whole.
    expect(client.readQuery({ query: gql(query), variables })).toMatchObject(whole)
  })

  test('are shown by urql as they come: as events', async () => {
    const { url, open } = await start()
    const { show, expectParts } = watching()
    const { client, gql } = runSnippet('urql', url, show)
    await expectParts(open)
    expect(client.readQuery(gql(query), variables)?.data).toMatchObject(whole)
  })

  test('are shown by urql as they come: between boundaries', async () => {
    const { url, open } = await start()
    const { show, expectParts } = watching()
    const change = (code: string) =>
      code.replace("{ 'x-gateway-key': key }", `{ 'x-gateway-key': key, accept: '${multipart}' }`)
    runSnippet('urql', url, show, { change })
    await expectParts(open)
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
    expect(readFileSync(join(folder, 'relay/environment.ts'), 'utf8')).toContain(snippetOf('Relay'))
  })

  test.each(['Apollo Client', 'urql'])('of a streamed list are shown by %s element by element', async (heading) => {
    const { url, open } = await start(other)
    const shown: object[] = []
    const { client } = runSnippet(heading, url, (data) => shown.push(structuredClone(data ?? {})), {
      asks: { query: streamed, variables: { usernames } }
    })
    onTestFinished(() => client.stop?.())
    await expect.poll(() => shown.at(-1)).toMatchObject({ users: [element] })
    open()
    await expect.poll(() => shown.at(-1)).toMatchObject({ users: [element, element] })
  })

  test('of a streamed list are responses of their own for Relay', async () => {
    const { connect } = await import(join(folder, 'relay/environment.ts'))
    const { url, open } = await start(other)
    const responses: object[] = []
    const asked = connect(url, testKey).getNetwork().execute({ text: streamed }, { usernames }, {})
    asked.subscribe({ next: (response: object) => responses.push(response) })
    await expect.poll(() => responses).toMatchObject([{ data: { users: [element] } }])
    open()
    await expect
      .poll(() => responses[1])
      .toMatchObject({ data: element, path: ['users', 1], label: 'users', extensions: { is_final: true } })
  })
})
