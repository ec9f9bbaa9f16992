import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerTo,
  apq,
  byGet,
  byPost,
  byTypedGet,
  graphqlJson,
  headers,
  inAddress,
  json,
  type Question,
  sha256,
  ways
} from './document-ways.ts'
import { exampleOperations } from './example-operations.ts'
import { metricOf } from './metric.ts'
import { startServer, type TestServer } from './server.ts'

let lastText = 0
/** A text that nobody has sent yet. */
const newText = () =>
  `query Name${++lastText}($username: String!) { user(by: { username: $username }) { username verified } }`
const variables = { username: 'maya.nguyen' }
const data = { user: { username: 'maya.nguyen', verified: expect.any(Boolean) } }

describe.each([
  { how: 'by plan', config: { queryPlans: true, readyAnswers: true } },
  { how: 'interpreted', config: { queryPlans: false, readyAnswers: false } }
] as const)('a document that a client sends with its hash, $how', ({ config }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config })
  })
  afterAll(() => server.close())

  test.each(ways)('is answered from then on by its hash alone, whatever name that has: $name', async ({ send }) => {
    const query = newText()
    const hash = sha256(query)
    const names = [{ documentId: `sha256:${hash}` }, { documentId: hash }, apq(hash)]
    for (const name of names) {
      const { error } = await answerTo(send(server, { ...name, variables }))
      expect(error).toMatchObject({
        message: 'PersistedQueryNotFound',
        extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' }
      })
    }
    const sent = await answerTo(send(server, { query, ...apq(hash), variables }))
    expect(sent).toMatchObject({ status: 200, body: { data } })
    for (let times = 0; times < 3; times += 1) {
      for (const name of names) {
        const { status, body } = await answerTo(send(server, { ...name, variables }))
        expect(status).toBe(200)
        expect(body).toMatchObject({ data, extensions: { meta: { cached: true } } })
      }
    }
  })

  test.each(ways)('is kept under `documentId` too: $name', async ({ send }) => {
    const query = newText()
    const documentId = `sha256:${sha256(query)}`
    expect((await answerTo(send(server, { query, documentId, variables }))).body).toMatchObject({ data })
    expect((await answerTo(send(server, { ...apq(sha256(query)), variables }))).body).toMatchObject({ data })
  })

  test('is found over every way when it came over one', async () => {
    const query = newText()
    await byPost.send(server, { query, ...apq(sha256(query)), variables })
    for (const { name, send } of ways) {
      const { body } = await answerTo(send(server, { documentId: `sha256:${sha256(query)}`, variables }))
      expect(body, name).toMatchObject({ data })
    }
  })

  test.each(ways)(
    'that is unknown is told with the status of its media type, and not to be kept: $name',
    async ({ send }) => {
      const question = { documentId: `sha256:${sha256(newText())}` }
      expect((await answerTo(send(server, question))).status).toBe(200)
      const { status, headers: received, body } = await answerTo(send(server, question, graphqlJson))
      expect(status).toBe(400)
      expect(received.get('content-type')).toContain(graphqlJson)
      expect(received.get('cache-control') ?? 'no-store').toBe('no-store')
      expect(body).not.toHaveProperty('data')
      expect(body.errors).toHaveLength(1)
    }
  )

  test.each(ways)('takes variables, and the name of one of its operations: $name', async ({ send }) => {
    const query = `query A { sound(soundId: "1") { soundId } } ${newText()}`
    const operationName = `Name${lastText}`
    const documentId = `sha256:${sha256(query)}`
    await send(server, { query, documentId, operationName, variables })
    expect((await answerTo(send(server, { documentId, operationName, variables }))).body).toMatchObject({ data })
    const { status, error } = await answerTo(send(server, { documentId, operationName, variables: {} }))
    expect({ status, error }).toMatchObject({ status: 200, error: { extensions: { details: { param: 'username' } } } })
    const other = await answerTo(send(server, { documentId, operationName: 'Nobody', variables }))
    expect(other).toMatchObject({ status: 200, error: { message: expect.stringContaining('operation') } })
  })

  test.each([
    ['a syntax error', 'query { user(', 'GRAPHQL_PARSE_FAILED'],
    ['a field that does not exist', '{ nothingOfTheKind }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a mutation', 'mutation { a }', 'GRAPHQL_VALIDATION_FAILED']
  ])('is not kept with %s', async (_, query, code) => {
    const first = await answerTo(byPost.send(server, { query, ...apq(sha256(query)) }))
    expect(first.error?.extensions?.code).toBe(code)
    const second = await answerTo(byPost.send(server, apq(sha256(query))))
    expect(second.error?.extensions?.code).toBe('PERSISTED_QUERY_NOT_FOUND')
  })

  test('is answered and not kept when it is very long', async () => {
    const query = `${newText()} #${'x'.repeat(50_000)}`
    const sent = await answerTo(byPost.send(server, { query, ...apq(sha256(query)), variables }))
    expect(sent.body).toMatchObject({ data })
    const { error } = await answerTo(byPost.send(server, apq(sha256(query))))
    expect(error?.extensions?.code).toBe('PERSISTED_QUERY_NOT_FOUND')
  })

  test.each(ways)('with a hash that is not its own is refused, and kept under neither: $name', async ({ send }) => {
    const query = newText()
    const foreign = sha256('another')
    for (const name of [apq(foreign), { documentId: `sha256:${foreign}` }, { documentId: foreign }]) {
      const { status, error } = await answerTo(send(server, { query, ...name, variables }))
      expect(status).toBe(400)
      expect(error?.extensions?.code).toBe('INVALID_PARAM')
      // What it should have been.
      expect(error?.message).toContain(sha256(query))
    }
    for (const hash of [foreign, sha256(query)]) {
      const { error } = await answerTo(send(server, apq(hash)))
      expect(error?.extensions?.code).toBe('PERSISTED_QUERY_NOT_FOUND')
    }
  })

  const hash = sha256('x')
  test.each<[string, Question, param: string]>([
    ['an id that is a number', { documentId: 5 }, 'documentId'],
    ['an id that is an object', { documentId: {} }, 'documentId'],
    ['sha256: and nothing', { documentId: 'sha256:' }, 'documentId'],
    ['sha256: and too little', { documentId: `sha256:${hash.slice(1)}` }, 'documentId'],
    ['sha256: and capitals', { documentId: `sha256:${hash.toUpperCase().replace(/\d/g, 'A')}` }, 'documentId'],
    ['a hash that is none', apq('abc'), 'extensions.persistedQuery.sha256Hash'],
    ['a hash with a prefix', apq(`sha256:${hash}`), 'extensions.persistedQuery.sha256Hash'],
    ['a hash that is a number', apq(7), 'extensions.persistedQuery.sha256Hash'],
    ['no hash', apq(undefined), 'extensions.persistedQuery.sha256Hash'],
    ['another version', apq(hash, 2), 'extensions.persistedQuery'],
    ['a text for a version', apq(hash, '1'), 'extensions.persistedQuery'],
    ['a persisted query that is a text', { extensions: { persistedQuery: hash } }, 'extensions.persistedQuery'],
    ['a persisted query that is a list', { extensions: { persistedQuery: [] } }, 'extensions.persistedQuery'],
    ['two names', { documentId: `sha256:${hash}`, ...apq(sha256('y')) }, 'documentId'],
    [
      'a hash that is none beside a text',
      { query: '{ __typename }', ...apq('abc') },
      'extensions.persistedQuery.sha256Hash'
    ]
  ])('named by %s is refused, and it is said why', async (_, question, param) => {
    for (const { send } of ways.slice(0, 3)) {
      const { status, error } = await answerTo(send(server, question))
      expect(status).toBe(400)
      expect(error?.extensions).toMatchObject({ code: 'INVALID_PARAM', details: { param } })
    }
  })

  test('two names that are the same are one', async () => {
    const query = newText()
    const both = { documentId: `sha256:${sha256(query)}`, ...apq(sha256(query)), variables }
    expect((await answerTo(byPost.send(server, { ...both, query }))).body).toMatchObject({ data })
    expect((await answerTo(byGet.send(server, both))).body).toMatchObject({ data })
  })

  test.each(['extensions', 'variables'])('JSON in %s that cannot be read is refused, over GET', async (name) => {
    for (const { send } of [byGet, byTypedGet]) {
      for (const value of ['{', '{"persistedQuery":', 'undefined', "{'a':1}"]) {
        const { status, error } = await answerTo(send(server, { query: '{ __typename }', [name]: value }))
        expect(status).toBe(400)
        expect(error?.extensions).toMatchObject({
          code: 'INVALID_PARAM',
          details: { param: name, reason: 'is not JSON' }
        })
      }
    }
  })

  test('other extensions, and an id of another kind beside a text, change nothing', async () => {
    const query = newText()
    for (const more of [
      { extensions: { tracing: true } },
      { extensions: {} },
      { documentId: 'a1b2' },
      { documentId: 'x-app:posts' }
    ]) {
      expect((await answerTo(byPost.send(server, { query, variables, ...more }))).body).toMatchObject({ data })
    }
    const { error } = await answerTo(byPost.send(server, { documentId: 'x-app:posts', variables }))
    expect(error?.extensions?.code).toBe('PERSISTED_QUERY_NOT_FOUND')
  })

  test('needs the key as every other', async () => {
    const response = await fetch(`${server.url}${inAddress({ documentId: `sha256:${hash}` })}`)
    expect(response.status).toBe(401)
  })

  test('every published operation is known by its name from the start', async () => {
    const names = exampleOperations.map(({ query }) => /query (\w+)/.exec(query)?.[1])
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) {
      // What it lacks are variables, if anything.
      const { error } = await answerTo(byPost.send(server, { documentId: `x-clipgraph:${name}` }))
      expect([undefined, 'INVALID_PARAM'], name).toContain(error?.extensions?.code)
      expect(error?.extensions?.details?.param).not.toBe('documentId')
    }
  })

  test('a published operation is answered over every way', async () => {
    const question = { documentId: 'x-clipgraph:Scorecard', variables }
    for (const { send } of ways) {
      const { body } = await answerTo(send(server, question))
      expect(body.data).toMatchObject({ user: { scorecard: { scores: { postingConsistency: expect.any(Number) } } } })
    }
    // A text that is not the one it names.
    const { status, error } = await answerTo(byPost.send(server, { query: newText(), ...question }))
    expect({ status, error }).toMatchObject({
      status: 400,
      error: { extensions: { details: { param: 'documentId' } } }
    })
  })
})

describe('an address with the id of a document', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  const register = async (query: string) => {
    await byPost.send(server, { query, ...apq(sha256(query)), variables })
    // The order of parameters and the short form of JSON are those that the appendix on persisted documents calls canonical.
    return `/graphql?documentId=sha256:${sha256(query)}&variables=${encodeURIComponent(JSON.stringify(variables))}`
  }
  const load = (path: string, more: Record<string, string> = {}, method = 'GET') =>
    fetch(server.url + path, { method, headers: { ...headers(json), ...more } })

  test('gives an answer that may be kept, and 304 to whoever has it', async () => {
    const path = await register(newText())
    for (let times = 0; times < 3; times += 1) {
      const response = await load(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d{3,}$/)
      expect(response.headers.get('vary')).toContain('x-gateway-key')
      const tag = response.headers.get('etag') ?? ''
      const again = await load(path, { 'if-none-match': tag })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    }
  })

  test('gives what the text in the address gives, tag included', async () => {
    const query = newText()
    const path = await register(query)
    const byText = await load(inAddress({ query, variables }))
    const byId = await load(path)
    expect(byId.headers.get('etag')).toBe(byText.headers.get('etag'))
    expect([...byId.headers.keys()]).toEqual([...byText.headers.keys()])
    expect(byId.headers.get('content-type')).toBe(byText.headers.get('content-type'))
  })

  test('takes HEAD, which has the same headers and no body', async () => {
    const path = await register(newText())
    const whole = await load(path)
    const head = await load(path, {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    for (const name of ['etag', 'content-type', 'content-length', 'vary']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
    }
  })

  test('answers in the media type that is asked for, also when the answer is ready', async () => {
    const path = await register(newText())
    for (let times = 0; times < 3; times += 1) {
      expect((await load(path, { accept: graphqlJson })).headers.get('content-type')).toBe(
        `${graphqlJson}; charset=utf-8`
      )
      expect((await load(path, { accept: '*/*' })).headers.get('content-type')).toBe(`${json}; charset=utf-8`)
    }
  })

  test('is answered without anything being run again, as its body is over POST', async () => {
    const query = newText()
    const path = await register(query)
    const question = { documentId: `sha256:${sha256(query)}`, variables }
    // What was read a moment ago is kept when it is asked for by this name once more.
    for (let times = 0; times < 2; times += 1) {
      await load(path)
      await byPost.send(server, question)
    }
    const before = await metricOf(server, 'clipgraph_planned_queries_total')
    for (let times = 0; times < 5; times += 1) {
      await load(path)
      await byPost.send(server, question)
    }
    expect(await metricOf(server, 'clipgraph_planned_queries_total')).toBe(before)
  })

  test('whose answer is ready opens nothing to a POST with the address for a body', async () => {
    const path = await register(newText())
    for (let times = 0; times < 3; times += 1) await load(path)
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...headers(json), 'content-type': json },
      body: path
    })
    expect(response.status).toBe(400)
  })

  test('is refused for what may not be asked over GET as the text is', async () => {
    const query = 'mutation { a }'
    for (const question of [{ query }, { query, ...apq(sha256(query)) }]) {
      const response = await load(inAddress(question))
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
    }
  })

  test('keeps nothing of an answer with errors', async () => {
    const query = `query Nobody${++lastText} { user(by: { username: "nobody.at.all" }) { bio } }`
    await byPost.send(server, { query, ...apq(sha256(query)) })
    for (let times = 0; times < 3; times += 1) {
      const response = await load(`/graphql?documentId=sha256:${sha256(query)}`)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect((await answerTo(response)).error?.extensions?.code).toBe('NOT_FOUND')
    }
  })
})

describe('where documents that clients send are not kept', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { automaticDocuments: false } })
  })
  afterAll(() => server.close())

  test('a hash alone is told so in the words that clients act on', async () => {
    const query = newText()
    for (const { send } of ways) {
      const { error } = await answerTo(send(server, { ...apq(sha256(query)), variables }))
      expect(error).toMatchObject({
        message: 'PersistedQueryNotSupported',
        extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' }
      })
    }
  })

  test('a text with its hash is answered, one with another hash is refused, and neither is kept', async () => {
    const query = newText()
    expect((await answerTo(byPost.send(server, { query, ...apq(sha256(query)), variables }))).body).toMatchObject({
      data
    })
    expect((await answerTo(byPost.send(server, { query, ...apq(sha256('x')), variables }))).status).toBe(400)
    const { error } = await answerTo(byPost.send(server, { documentId: `sha256:${sha256(query)}`, variables }))
    expect(error?.extensions?.code).toBe('PERSISTED_QUERY_NOT_FOUND')
  })

  test('the published operations are known all the same', async () => {
    const { body } = await answerTo(byPost.send(server, { documentId: 'x-clipgraph:Scorecard', variables }))
    expect(body.errors).toBe(undefined)
  })
})
