import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ConfigError } from '../src/core/config/config.ts'
import { parseManifest, readManifest } from '../src/surfaces/graphql/query/manifest.ts'
import { run } from './checkout.ts'
import { answerTo, apq, byPost, graphqlJson, sha256, ways } from './document-ways.ts'
import { rules } from './rules.ts'
import { startServer, type TestServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-manifest-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let written = 0
const write = (content: unknown): string => {
  const path = join(folder, `${++written}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const variables = { username: 'maya.nguyen' }
const data = { user: { displayName: expect.any(String) } }

// As relay-compiler 21, @apollo/generate-persisted-query-manifest 1.4 and graphql-codegen's client preset 6.2 write one query.
const relayText =
  'query creatorQuery(\n  $username: String!\n) {\n  user(by: {username: $username}) {\n    displayName\n    followersCount\n    id\n  }\n}\n'
const apolloText =
  'query Creator($username: String!) {\n  user(by: {username: $username}) {\n    displayName\n    followersCount\n    __typename\n  }\n}'
const codegenText =
  'query Creator($username: String!) { user(by: {username: $username}) { displayName followersCount } }'
const manifests = [
  {
    of: 'Relay, by MD5',
    id: '74d85fee1be7f8e1671723012a62067d',
    text: relayText,
    manifest: { '74d85fee1be7f8e1671723012a62067d': relayText }
  },
  {
    of: 'Relay, by SHA-256',
    id: 'a8549a50de42bd1c6e2889c2408cf0641f9d732c4cc618552522add13eb9d2d1',
    text: relayText,
    manifest: { a8549a50de42bd1c6e2889c2408cf0641f9d732c4cc618552522add13eb9d2d1: relayText }
  },
  {
    of: 'Apollo',
    id: 'e8d793b8247c87cae5eb56e2d932bd9b8fd0b3d5f01d8608bdda78ea7f355274',
    text: apolloText,
    manifest: {
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [
        {
          id: 'e8d793b8247c87cae5eb56e2d932bd9b8fd0b3d5f01d8608bdda78ea7f355274',
          name: 'Creator',
          type: 'query',
          body: apolloText
        }
      ]
    }
  },
  {
    of: 'codegen, by SHA-256',
    id: 'sha256:058c74ef0b946239d39371881511b44dc64913a322dbe726db9389d35ae567ac',
    text: codegenText,
    manifest: { 'sha256:058c74ef0b946239d39371881511b44dc64913a322dbe726db9389d35ae567ac': codegenText }
  },
  {
    of: 'codegen, by SHA-1',
    id: '828212f40e002d154d4bbbf98ad77cab5cd458ac',
    text: codegenText,
    manifest: { '828212f40e002d154d4bbbf98ad77cab5cd458ac': codegenText }
  },
  { of: 'ids of one’s own', id: 'x-app:creator', text: codegenText, manifest: { 'x-app:creator': codegenText } }
]

describe.each(manifests)('with a manifest of $of', ({ id, text, manifest }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { documentsOnly: write(manifest) } })
  })
  afterAll(() => server.close())

  test.each(ways)('its documents are known by every name they have, and by their texts: $name', async ({ send }) => {
    const names = [
      { documentId: id },
      { documentId: `sha256:${sha256(text)}` },
      { documentId: sha256(text) },
      apq(id),
      apq(sha256(text)),
      { query: text },
      { query: text, documentId: id },
      { query: text, ...apq(sha256(text)) }
    ]
    for (const name of names) {
      const { status, body } = await answerTo(send(server, { ...name, variables }))
      expect({ status, body }, JSON.stringify(name)).toMatchObject({ status: 200, body: { data } })
    }
  })

  test.each(ways)('no other is answered, nor kept: $name', async ({ send }) => {
    const others = [
      '{ __typename }',
      `${text} `,
      text.replace('displayName', 'bio'),
      'query {',
      '{ nothing }',
      'mutation { a }'
    ]
    for (const query of others) {
      for (const name of [{}, apq(sha256(query)), { documentId: `sha256:${sha256(query)}` }, { documentId: 'other' }]) {
        const { status, body, error } = await answerTo(send(server, { query, ...name, variables }))
        expect(status).toBe(200)
        expect(body.data).toBe(undefined)
        expect(error?.extensions?.code).toBe('PERSISTED_QUERY_ONLY')
      }
      for (const name of [apq(sha256(query)), { documentId: `sha256:${sha256(query)}` }, { documentId: 'other' }]) {
        const { error } = await answerTo(send(server, { ...name, variables }))
        expect(error?.extensions?.code).toBe('PERSISTED_QUERY_NOT_FOUND')
      }
    }
    expect((await answerTo(send(server, { query: '{ __typename }' }, graphqlJson))).status).toBe(400)
  })

  test('a text under the name of another is refused', async () => {
    const { status, error } = await answerTo(byPost.send(server, { query: text, ...apq(sha256('x')), variables }))
    expect({ status, code: error?.extensions?.code }).toEqual({ status: 400, code: 'INVALID_PARAM' })
  })
})

describe('a server that answers the documents of a manifest', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { documentsOnly: write({ a: codegenText }) } })
  })
  afterAll(() => server.close())

  test('answers what the explorer asks, by name and text', async () => {
    const { body } = await answerTo(byPost.send(server, { documentId: 'x-clipgraph:Scorecard', variables }))
    expect(body.errors).toBe(undefined)
    expect(body.data).toMatchObject({ user: { scorecard: {} } })
  })

  test('shows its pages with the answers to their own examples', async () => {
    for (const path of ['/', '/docs/map']) {
      const response = await fetch(server.url + path)
      expect(response.status).toBe(200)
      const page = await response.text()
      expect(page).toContain('displayName')
      expect(page).not.toContain('PERSISTED_QUERY_ONLY')
    }
  })

  test('tells whoever opens GraphiQL that nothing can be written there', async () => {
    const response = await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(200)
    const page = await response.text()
    expect(page).toContain('<h1>Known documents only</h1>')
    expect(page).not.toContain('graphiql')
    // The way to ask is still there beside it.
    expect((await fetch(`${server.url}/graphql`)).status).toBe(401)
  })

  test('answers REST as ever', async () => {
    expect((await server.get('/api/v1/users/maya.nguyen')).status).toBe(200)
  })
})

/** What is told of a manifest that cannot be used. */
const problemsOf = (path: string): readonly string[] => {
  try {
    readManifest(path, rules)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('a manifest that cannot be used', () => {
  test.each<[string, unknown, RegExp]>([
    ['is no JSON', '{"a":', /is not JSON: /],
    ['is empty', '', /is not JSON: /],
    ['holds a list', [codegenText], /is no manifest: it must be/],
    ['holds a text', '"x"', /is no manifest/],
    ['holds null', 'null', /is no manifest/],
    ['holds numbers', { a: 5 }, /is no manifest/],
    ['holds no documents', {}, /contains no documents/],
    [
      'is of another version',
      { format: 'apollo-persisted-query-manifest', version: 2, operations: [] },
      /another version than 1/
    ],
    ['has no operations', { format: 'apollo-persisted-query-manifest', version: 1 }, /no list of operations/],
    [
      'has an operation without a body',
      {
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: 'a', body: codegenText }, { id: 'b' }, null]
      },
      /no id and body in place 1/
    ],
    [
      'has one id for two texts',
      {
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [
          { id: 'a', body: codegenText },
          { id: 'a', body: apolloText }
        ]
      },
      /document "a" is there twice, with different texts/
    ],
    ['has a text that cannot be read', { a: 'query {' }, /document "a" Syntax Error: /],
    [
      'has a text of too many tokens',
      { a: `{ ${'__typename '.repeat(2_000)} }` },
      /document "a" query has more than 2000 tokens/
    ],
    ['has a text that does not fit the schema', { a: '{ nothing }' }, /document "a" Cannot query field "nothing"/],
    ['has a mutation', { a: 'mutation { a }' }, /document "a" is no query: the graph is read-only/],
    ['has a subscription', { a: 'subscription { a }' }, /document "a" is no query/],
    ['has nothing but a fragment', { a: '' }, /document "a" Syntax Error/],
    [
      'has a hash that does not fit',
      { [`sha256:${sha256('x')}`]: codegenText },
      /does not fit its text, whose SHA-256 is 058c74ef/
    ],
    ['has an id with line ends', { 'a\nb\u0007\u2028c': '{ nothing }' }, /document "a\\nb\\u0007 c" Cannot query/]
  ])('%s is told in one line', (_, content, told) => {
    const path = write(content)
    const problems = problemsOf(path)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(told)
    expect(problems[0]).toContain(`DOCUMENTS_ONLY ${path}: `)
    expect(problems[0]).not.toMatch(/[\r\n]/)
  })

  test('of more than 10 MiB is not read', () => {
    const path = write({ a: `${codegenText}${' '.repeat(10 * 1024 * 1024)}` })
    expect(problemsOf(path)).toEqual([`DOCUMENTS_ONLY ${path}: is larger than the 10 MiB a manifest may have`])
  })

  test('of just under 10 MiB is read', () => {
    const path = write({ a: `${codegenText}${' '.repeat(10 * 1024 * 1024 - codegenText.length - 8)}` })
    expect(problemsOf(path)).toEqual([])
  })

  test.each([
    ['is not there', 'nowhere.json', 'ENOENT'],
    ['is a folder', '.', 'EISDIR']
  ])('%s is told with what the system says', (_, name, code) => {
    const path = join(folder, name)
    expect(problemsOf(path)).toEqual([
      `DOCUMENTS_ONLY ${path}: cannot be read (${code}); it must be the path of a manifest`
    ])
  })

  test('is told of with all that is wrong, as far as anyone would read', () => {
    const some = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`id${index}`, `{ no${index} }`]))
    expect(problemsOf(write({ good: codegenText, ...some }))).toHaveLength(3)
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`id${index}`, `{ no${index} }`]))
    const problems = problemsOf(write(many))
    expect(problems).toHaveLength(21)
    expect(problems.at(-1)).toMatch(/and 480 more of this kind$/)
  })

  test('keeps the server from starting, in words', async () => {
    const path = write({ a: '{ nothing }', b: 'query {' })
    const command = 'node_modules/.bin/node src/commands/main.js serve'
    const { code, stderr } = await run(command, join(import.meta.dirname, '..'), {
      PORT: '0',
      DATA_URL: `sqlite:${inject('defaultDataset')}`,
      DOCUMENTS_ONLY: path
    })
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^configuration: DOCUMENTS_ONLY .*: document "a" Cannot query field "nothing"/),
      expect.stringMatching(/^configuration: DOCUMENTS_ONLY .*: document "b" Syntax Error/)
    ])
  })
})

describe('whatever a manifest holds', () => {
  test('it is read, or its problems are told in lines of bounded length', () => {
    const someId = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a', '__proto__', 'format', 'sha256:', 'constructor')
    )
    const someText = fc.oneof(
      fc.constantFrom(codegenText, relayText, '{ nothing }'),
      fc.string(),
      fc.string({ unit: 'binary' })
    )
    const apollo = fc.record({
      format: fc.constant('apollo-persisted-query-manifest'),
      version: fc.constantFrom<unknown>(1, '1', null),
      operations: fc.oneof(fc.array(fc.record({ id: someId, body: someText })), fc.array(fc.anything()), fc.anything())
    })
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.dictionary(someId, someText).map((value) => JSON.stringify(value)),
      apollo.map((value) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)))
    )
    fc.assert(
      fc.property(anything, (json) => {
        const { documents, problems } = parseManifest(json, rules)
        expect(documents.size + problems.length).toBeGreaterThan(0)
        for (const problem of problems) {
          expect(problem.length).toBeLessThan(320)
          expect(problem).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        }
      }),
      { numRuns: 500 }
    )
  })

  test('good documents come back under their ids in both forms', () => {
    const queries = fc.constantFrom(codegenText, relayText, apolloText, '{ __typename }')
    const ids = fc.string({ minLength: 1 }).filter((id) => !id.startsWith('sha256:') && id !== 'format')
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(ids, queries), { selector: ([id]) => id, minLength: 1 }), (entries) => {
        const expected = { documents: new Map(entries), problems: [] }
        const map = `{${entries.map(([id, text]) => `${JSON.stringify(id)}:${JSON.stringify(text)}`).join()}}`
        expect(parseManifest(map, rules)).toEqual(expected)
        const operations = entries.map(([id, body]) => ({ id, name: 'a', type: 'query', body }))
        const apollo = { format: 'apollo-persisted-query-manifest', version: 1, operations }
        expect(parseManifest(JSON.stringify(apollo), rules)).toEqual(expected)
      })
    )
  })
})
