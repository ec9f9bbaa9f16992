import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type DocumentNode, parse, print, visit } from 'graphql'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import * as typed from '../schema/typed/operations.ts'
import { examples } from '../src/services/examples.ts'
import {
  ClientError,
  CreatorDocument,
  CreatorsDocument,
  createClient,
  FollowersDocument,
  PlaceDocument,
  PostDocument,
  ScorecardDocument,
  SearchPostsDocument,
  SoundLibraryDocument
} from '../src/surfaces/client/client.ts'
import { printDocument } from '../src/surfaces/client/print-document.ts'
import { cases } from './cases.ts'
import { startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const client = () => createClient({ url: server.url, key: testKey })
const failureOf = async (work: Promise<unknown>): Promise<ClientError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof ClientError)) throw new Error('expected a ClientError', { cause: error })
  return error
}

describe('query', () => {
  test('takes typed variables and gives typed data', async () => {
    const data = await client().query(CreatorDocument, { username: examples.username, posts: 2 })
    expect(data.user).toMatchObject({ username: examples.username, verified: true })
    expect(data.user?.posts.nodes).toHaveLength(2)
    expectTypeOf(data.user?.posts.nodes[0]?.plays).toEqualTypeOf<number | null | undefined>()
    // @ts-expect-error: the operation needs a username
    await failureOf(client().query(CreatorDocument, {}))
    // @ts-expect-error: and it is a text
    await failureOf(client().query(CreatorDocument, { username: 7 }))
    // @ts-expect-error: and cannot be left out
    await failureOf(client().query(CreatorDocument))
  })

  test('needs no variables where the operation requires none', async () => {
    const { soundLibrary } = await client().query(SoundLibraryDocument)
    expect(soundLibrary.nodes).toHaveLength(10)
  })

  test('takes the typed documents of other libraries, which take its own', async () => {
    const document: TypedDocumentNode<typed.CreatorQuery, typed.CreatorQueryVariables> = CreatorDocument
    const { user } = await client().query(document, { username: examples.username })
    expectTypeOf(user.username).toEqualTypeOf<string>()
    expect(user.username).toBe(examples.username)
    // @ts-expect-error: and their variables are checked too
    await failureOf(client().query(document, { username: 7 }))
  })

  test('takes the text of an operation, whose data has the type that is named', async () => {
    const text = 'query Own($username: String!) { user(by: { username: $username }) { username } }'
    const data = await client().query<{ user: { username: string } }>(text, { username: examples.username })
    expect(data).toEqual({ user: { username: examples.username } })
    expectTypeOf(data.user.username).toEqualTypeOf<string>()
    expectTypeOf(await client().query('{ __typename }')).toEqualTypeOf<unknown>()
  })

  test('takes input objects', async () => {
    const { post } = await client().query(PostDocument, { by: { url: examples.postUrl } })
    expect(post?.postId).toBe(examples.postId)
  })

  test('waits as long as timers can, where it may wait for longer', async () => {
    for (const timeoutMs of [2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY]) {
      const patient = createClient({ url: server.url, key: testKey, timeoutMs })
      expect(await patient.query('{ __typename }')).toEqual({ __typename: 'Query' })
    }
  })

  test('waits for parts of milliseconds, as a division gives them', async () => {
    const third = createClient({ url: server.url, key: testKey, timeoutMs: 1_000_000 / 3 })
    expect(await third.query('{ __typename }')).toEqual({ __typename: 'Query' })
  })

  test('reaches the graph with or without /graphql in the address', async () => {
    for (const url of [`${server.url}/`, `${server.url}/graphql`, `${server.url}/graphql/`, new URL(server.url)]) {
      const { user } = await createClient({ url, key: testKey }).query(ScorecardDocument, {
        username: examples.username
      })
      expect(user?.scorecard?.scores.creatorAuthorityScore).toBeTypeOf('number')
    }
  })
})

describe('errors', () => {
  test('hold the code, the path, the details and the id of the request', async () => {
    const error = await failureOf(client().query(CreatorDocument, { username: 'no spaces' }))
    expect(error).toMatchObject({
      name: 'ClientError',
      code: 'INVALID_PARAM',
      path: ['user'],
      details: { param: 'username', reason: expect.any(String) },
      status: 200
    })
    expect(error.message).toContain('username')
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('hold what arrived in spite of them', async () => {
    const usernames = [examples.username, 'no spaces']
    const error = await failureOf(client().query(CreatorsDocument, { usernames }))
    expect(error).toMatchObject({ code: 'INVALID_PARAM', path: ['usersByUsername', 1] })
    expect(error.data).toMatchObject({ usersByUsername: [{ username: examples.username }, null] })
    expect(error.errors).toHaveLength(1)
  })

  test('tell of a wrong key', async () => {
    const wrong = createClient({ url: server.url, key: 'wrong' })
    const error = await failureOf(wrong.query(CreatorDocument, { username: examples.username }))
    expect(error).toMatchObject({ code: 'UNAUTHORIZED', status: 401, path: null })
  })

  test('tell of a server that is not there', async () => {
    const nowhere = createClient({ url: 'http://127.0.0.1:1', key: testKey })
    const error = await failureOf(nowhere.query(SoundLibraryDocument))
    expect(error).toMatchObject({ code: 'UNREACHABLE', status: null, requestId: null })
  })
})

test('what cannot be sent is not taken for a server that is not there', async () => {
  await expect(client().query('{ __typename }', { postId: 1n })).rejects.toThrow(/BigInt/)
  const schema = parse('type T { a: Int }')
  await expect(client().query(schema)).rejects.toThrow('ObjectTypeDefinition')
  for (const key of ['two\nlines', 'clé ✓']) {
    expect(() => createClient({ url: server.url, key })).toThrow(TypeError)
  }
  expect(() => createClient({ url: 'http://somebody:secret@127.0.0.1:1', key: testKey })).toThrow(TypeError)
})

describe('servers that misbehave', () => {
  const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    const other = createServer(answer)
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    return {
      client: createClient({ url, key: testKey, timeoutMs: 5_000 }),
      [Symbol.dispose]() {
        other.close()
        other.closeAllConnections()
      }
    }
  }

  test('a page of something else is told apart from an answer', async () => {
    using other = await serve((_, response) => response.end('<!doctype html><title>Hello</title>'))
    expect(await failureOf(other.client.query(SoundLibraryDocument))).toMatchObject({ code: 'BAD_ANSWER', status: 200 })
  })

  test('a server that asks to wait says for how long', async () => {
    using other = await serve((_, response) => {
      response.writeHead(429, { 'retry-after': '7', 'x-request-id': 'an-id' })
      response.end(
        JSON.stringify({ errors: [{ message: 'Too many requests.', extensions: { code: 'RATE_LIMITED' } }] })
      )
    })
    expect(await failureOf(other.client.query(SoundLibraryDocument))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 7,
      requestId: 'an-id'
    })
  })

  test('no answer in time is an error of its own', async () => {
    using other = await serve(() => {})
    const error = await failureOf(other.client.query(SoundLibraryDocument, {}, { timeoutMs: 50 }))
    expect(error).toMatchObject({ code: 'TIMEOUT', message: 'no answer within 50 ms' })
  })

  test('a request that is called off throws the reason', async () => {
    using other = await serve(() => {})
    const reason = new Error('the person left the page')
    const controller = new AbortController()
    const asked = other.client.query(SoundLibraryDocument, {}, { signal: controller.signal })
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })

  test.each(['the same', null])('a cursor that does not move ends the walk with an error: %s', async (endCursor) => {
    using other = await serve((_, response) =>
      response.end(
        JSON.stringify({ data: { soundLibrary: { nodes: [1], pageInfo: { hasNextPage: true, endCursor } } } })
      )
    )
    const walk = other.client.walk(SoundLibraryDocument, {}, (data) => data.soundLibrary)
    expect(await failureOf(Array.fromAsync(walk))).toMatchObject({ code: 'BAD_ANSWER' })
  })
})

describe('walk', () => {
  test('goes through a list page by page, each element once', async () => {
    const username = cases.followedUser()
    const names: string[] = []
    for await (const follower of client().walk(
      FollowersDocument,
      { username, first: 3 },
      (data) => data.user.followers
    )) {
      // Null only beside an error, and errors are thrown.
      expectTypeOf(follower.username).toEqualTypeOf<string>()
      names.push(follower.username)
    }
    expect(names.length).toBeGreaterThan(3)
    expect(new Set(names).size).toBe(names.length)
  })

  test('reads edges as well as nodes, and asks for no page it is not asked for', async () => {
    let requests = 0
    const counted = createClient({
      url: server.url,
      key: testKey,
      fetch: (url, init) => {
        requests += 1
        return fetch(url, init)
      }
    })
    const captions: (string | null)[] = []
    for await (const { caption } of counted.walk(
      SearchPostsDocument,
      { keyword: examples.keyword, first: 2 },
      (data) => data.search.posts
    )) {
      captions.push(caption)
      if (captions.length === 4) break
    }
    expect(captions).toHaveLength(4)
    expect(requests).toBe(2)
  })

  test('starts behind a cursor, and ends at once where there is no list', async () => {
    const { user } = await client().query(CreatorDocument, { username: examples.username, posts: 1 })
    const [first] = user?.posts.nodes ?? []
    const after = user?.posts.pageInfo.endCursor ?? null
    const rest = client().walk(
      CreatorDocument,
      { username: examples.username, posts: 1, after },
      (data) => data.user?.posts
    )
    const { value } = await rest.next()
    expect(value?.id).not.toBe(first?.id)
    await rest.return()
    const nothing = client().walk(PlaceDocument, { placeId: examples.placeId }, () => null)
    expect(await Array.fromAsync(nothing)).toEqual([])
  })
})

describe('the text of an operation', () => {
  const sameAs = (document: DocumentNode) => {
    // A block string is sent as a plain one of the same value.
    const plain = visit(document, { StringValue: (node) => ({ ...node, block: false }) })
    expect(print(parse(printDocument(document)))).toBe(print(plain))
  }

  test.each(Object.entries(typed).filter(([name]) => name.endsWith('Document')))('%s', (_, document) => {
    sameAs(document as DocumentNode)
  })

  test('keeps everything an operation may hold', () => {
    sameAs(
      parse(`
        query Everything($a: [Int!]! = [1, 2] @deprecated, $b: In = {a: "quote \\" \\u00e9 \\n", b: [{c: null}]}) @live(if: true) {
          alias: field(a: $a, b: 1.5e3, c: ENUM, d: false, e: """block "text" """) @include(if: $b) { ...F ... on T @skip(if: true) { x } ... { y } }
        }
        fragment F on T @z { id }
        mutation { m }
        subscription S { s }
        { short }
      `)
    )
  })

  test('is refused for what is no operation', () => {
    expect(() => printDocument(parse('type T { a: Int }'))).toThrow('ObjectTypeDefinition')
  })
})

test('the client needs nothing but fetch: every import that stays at run time is its own', async () => {
  const { readFileSync, readdirSync } = await import('node:fs')
  const folder = new URL('../src/surfaces/client/', import.meta.url)
  for (const name of readdirSync(folder)) {
    const imports = readFileSync(new URL(name, folder), 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*? from '([^']+)'/gm
    )
    for (const [, specifier] of imports) expect(specifier, name).toMatch(/^\.{1,2}\//)
  }
})
