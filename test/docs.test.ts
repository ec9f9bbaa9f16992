import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  parse,
  validate
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docUrl, errorCodes, graphqlOnlyCodes } from '../src/core/errors.ts'
import type { App } from '../src/host/app.ts'
import { examples } from '../src/services/examples.ts'
import type { Source } from '../src/store/source.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { graphQLEquivalents } from '../src/surfaces/site/docs/graphql-equivalent.ts'
import { guides } from '../src/surfaces/site/docs/guides.ts'
import { schemaReference } from '../src/surfaces/site/docs/schema-reference.ts'
import { countedSource } from './counted-source.ts'
import { row } from './dataset.ts'
import { idsOf, linksOf, markupOf, textOf } from './markup.ts'
import { startOwnKey } from './own-key.ts'
import { type Envelope, type GraphQLAnswer, startServer, type TestServer, testKey } from './server.ts'

const allCodes = [...Object.keys(errorCodes), ...graphqlOnlyCodes]
const ownKey = 'cg_key-of-this-run'

let server: TestServer
let own: App
beforeAll(async () => {
  ;[server, own] = await Promise.all([startServer(), startOwnKey(ownKey)])
})
afterAll(() => Promise.all([server.close(), own.close()]))

const load = async (path: string) => {
  const response = await fetch(server.url + path)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

const guidePaths = guides.map(({ path }) => path)
const pages = [
  ...['/docs', '/docs/schema', '/docs/limits', '/docs/map', '/docs/errors', '/docs/guides'],
  ...allCodes.map((code) => `/docs/errors/${code}`),
  ...guidePaths
]

describe.each(pages)('the page at %s', (path) => {
  test('has its own script only, one first heading, landmarks, unique ids and levels without gaps', async () => {
    const { status, headers, body } = await load(path)
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src( 'sha256-[\w+/]+=*'){2};/)
    expect(policy).not.toContain('unsafe')
    expect(policy.includes("connect-src 'self'")).toBe(path === '/docs')
    // What is inline and not hashed would be refused by the policy.
    expect(markupOf(body)).not.toMatch(/ (style|on[a-z]+)=/)
    expect(body.match(/<h1/g)).toHaveLength(1)
    expect(body).toContain('<main id="main"')
    const ids = idsOf(body)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const levels = [...markupOf(body).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    const dialog = path === '/docs' ? levels.slice(0, -1) : levels
    for (const [index, level] of dialog.entries()) expect(level - (dialog[index - 1] ?? 0)).toBeLessThanOrEqual(1)
    expect(body).not.toContain(testKey)
  })

  test('leads to every other part of the docs, and none of its links is dead', async () => {
    const { body } = await load(path)
    // Guides may name what others wrote.
    const isAllowed = (link: string) => link.startsWith('data:') || (guidePaths.includes(path) && /^https:/.test(link))
    const links = linksOf(body).filter((link) => !isAllowed(link))
    expect(links.filter((link) => !/^[/#](?!\/)/.test(link))).toEqual([])
    for (const place of ['/', '/docs', '/docs/schema', '/docs/map', '/docs/errors', '/docs/guides', '/graphql']) {
      expect(links).toContain(place)
    }
    const ids = new Set(idsOf(body))
    expect(links.filter((link) => link.startsWith('#') && !ids.has(link.slice(1)))).toEqual([])
    const elsewhere = new Map<string, Set<string>>()
    for (const link of new Set(links)) {
      if (!link.startsWith('/') || link.startsWith('/graphql')) continue
      const [to = '', fragment] = link.split('#')
      const known =
        elsewhere.get(to) ??
        new Set(
          await load(to)
            .then((page) => ['', ...idsOf(page.body), page.status])
            .then((all) => all.map(String))
        )
      elsewhere.set(to, known)
      expect([link, known.has('200')]).toEqual([link, true])
      if (fragment !== undefined) expect([link, known.has(fragment)]).toEqual([link, true])
    }
  })
})

test('only the REST reference carries the key of this run', async () => {
  for (const path of pages) {
    const body = await (await fetch(own.url + path)).text()
    expect([path, body.includes(ownKey)]).toEqual([path, path === '/docs'])
  }
})

describe('the REST reference', () => {
  test('tells its script of each parameter: its name, where it goes, what the example sends', async () => {
    const { body } = await load('/docs')
    for (const operation of operations) {
      const start = body.indexOf(`<section class="operation" id="${operation.id}"`)
      const section = body.slice(start, body.indexOf('</section>', start))
      expect(section).toContain(`data-path="${operation.path}"`)
      for (const [name, { required, example }] of Object.entries(operation.input)) {
        const [, where, value] =
          new RegExp(`<tr data-name="${name}" data-in="(\\w+)" data-value="([^"]*)"`).exec(section) ?? []
        expect(where).toBe(operation.path.includes(`{${name}}`) ? 'path' : 'query')
        if (required) expect(textOf(value ?? '')).toBe(String(example))
      }
    }
    expect(body).toContain('data-values="')
  })
})

describe('the schema reference', () => {
  test('has every type, field, argument and value, roots first', async () => {
    const { body } = await load('/docs/schema')
    const ids = idsOf(body)
    const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type))
    for (const type of types) {
      expect(ids).toContain(type.name)
      const start = body.indexOf(`<section class="record" id="${type.name}"`)
      const section = body.slice(start, body.indexOf('</section>', start))
      if (isEnumType(type)) for (const { name } of type.getValues()) expect(ids).toContain(`${type.name}.${name}`)
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields())) {
        expect(ids).toContain(`${type.name}.${field.name}`)
        for (const argument of 'args' in field ? field.args : [])
          expect(textOf(section)).toContain(`${argument.name}: `)
      }
    }
    const order = [...body.matchAll(/id="(\w+)" data-entry="type"/g)].map(([, name]) => name)
    expect(order[0]).toBe('Query')
    expect(order).toHaveLength(types.length)
  })

  test('says where a type is used, what is deprecated, what defaults are, and keeps descriptions text', () => {
    const small = buildSchema(`
      "The <b>root</b> & more"
      type Query { "Gives \`one\`" pet(size: Int = 3): Pet! @deprecated(reason: "Use \`animal\`.") animal(by: By!): Animal }
      interface Animal { name: String }
      type Pet implements Animal { name: String mood: Mood }
      enum Mood { GOOD BAD @deprecated(reason: "<script>alert(1)</script>") }
      union Any = Pet
      input By @oneOf { name: String id: ID = "a<b" }
    `)
    const page = schemaReference(small).body.text
    expect(page).toContain('The &lt;b&gt;root&lt;/b&gt; &amp; more')
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('Gives <code>one</code>')
    expect(page).toContain('<strong>Deprecated.</strong> Use <code>animal</code>.')
    expect(page).toContain('class="gone">pet</code>')
    expect(textOf(page)).toContain('size: Int = 3')
    expect(textOf(page)).toContain('default "a<b"')
    expect(textOf(page)).toContain('exactly one of its fields')
    expect(page).toMatch(/Used in<\/dt><dd><a href="#Query\.pet">/)
    expect(page).toMatch(/Implemented by<\/dt><dd><a href="#Pet">/)
    expect(page).toMatch(/One of<\/dt><dd><a href="#Pet">/)
  })

  test('leads from fields to the REST operations that give the same', async () => {
    const { body } = await load('/docs/schema')
    for (const { operation, coordinate } of graphQLEquivalents) {
      const start = body.indexOf(`<tr id="${coordinate}">`)
      expect(start).toBeGreaterThan(0)
      expect(body.slice(start, body.indexOf('</tr>', start))).toContain(`href="/docs#${operation.id}"`)
    }
  })
})

describe('the page of equivalents', () => {
  test('has all operations, as valid queries whose variables fit', async () => {
    expect(graphQLEquivalents.map(({ operation }) => operation.id)).toEqual(operations.map(({ id }) => id))
    const { body } = await load('/docs/map')
    for (const { operation, query, variables, address, path } of graphQLEquivalents) {
      expect([operation.id, validate(schema, parse(query)).map(String)]).toEqual([operation.id, []])
      const [rest, graph] = await Promise.all([server.get(path), server.query(query, { ...variables })])
      expect([operation.id, graph.errors?.[0]?.extensions?.code ?? null]).toEqual([
        operation.id,
        rest.body.error?.code ?? null
      ])
      const section = body.slice(body.indexOf(`<section class="operation" id="${operation.id}"`))
      expect(section).toContain(`href="${address.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}"`)
      const opened = new URL(address, server.url).searchParams
      expect(opened.get('query')).toBe(query)
      expect(JSON.parse(opened.get('variables') ?? '')).toEqual(variables)
    }
  })

  test('says of cursors what is so: those of lists that page by cursor are good on both surfaces', async () => {
    const path = `/api/v1/users/${examples.username}/posts?count=2`
    const { body } = await server.get(path)
    const query = `query ($after: String) { user(by: { username: "${examples.username}" }) { posts(first: 2, after: $after) { nodes { postId } pageInfo { endCursor } } } }`
    type Posts = { user: { posts: { nodes: { postId: string }[]; pageInfo: { endCursor: string } } } }
    const graph = await server.query<Posts>(query, { after: body.pagination?.cursor })
    const rest = await server.get<{ post_id: string }[]>(`${path}&cursor=${body.pagination?.cursor}`)
    const ids = rest.body.data.map(({ post_id }) => post_id)
    expect(graph.data?.user.posts.nodes.map(({ postId }) => postId)).toEqual(ids)
    const next = await server.get(`${path}&cursor=${graph.data?.user.posts.pageInfo.endCursor}`)
    expect(next.status).toBe(200)
  })

  test('shows answers that were really computed, the same on both surfaces, with one round of reads for everyone', async () => {
    const source = countedSource()
    const counted = await startServer({ wrapSource: source.wrap })
    try {
      const both = await Promise.all([fetch(`${counted.url}/docs/map`), fetch(`${counted.url}/docs/map`)])
      const [body = ''] = await Promise.all(both.map((response) => response.text()))
      expect(source.take().length).toBeGreaterThan(0)
      await fetch(`${counted.url}/docs/map`)
      expect(source.take()).toEqual([])
      const start = body.indexOf('<section class="operation" id="getUser"')
      const section = textOf(body.slice(start, body.indexOf('</section>', start)))
      const { body: answer } = await server.get<{ display_name: string; followers: number }>(
        `/api/v1/users/${examples.username}`
      )
      expect(section).toContain(`"display_name": ${JSON.stringify(answer.data.display_name)}`)
      expect(section).toContain(`"displayName": ${JSON.stringify(answer.data.display_name)}`)
      expect(section).toContain(`"followersCount": ${answer.data.followers}`)
    } finally {
      await counted.close()
    }
  })
})

test('every guide that runs the installed command leads to the page that installs it', () => {
  const running = guides.filter(({ text }) => text.includes('npx clipgraph'))
  expect(running.length).toBeGreaterThan(1)
  for (const { path, text } of running) {
    const paragraphs = text.split('\n\n').filter((paragraph) => paragraph.includes('npx clipgraph'))
    if (path === '/docs/client') expect(text).toContain('npm run packages')
    else for (const paragraph of paragraphs) expect(paragraph, path).toContain('](/docs/client)')
  }
})

/** Every way into an error that a client has, with the answer's error in REST's form. */
type Problem = { code: string; message: string; details: { doc_url?: string } & Record<string, unknown> }
const restProblem = async (url: string, init: RequestInit = {}): Promise<Problem> => {
  const response = await fetch(url, { ...init, headers: { 'x-gateway-key': testKey, ...init.headers } })
  const { error } = (await response.json()) as Envelope
  if (error === null) throw new Error(`${url} did not fail`)
  expect(response.status).toBe(errorCodes[error.code as keyof typeof errorCodes].status)
  return error
}
const graphProblem = async (url: string, init: RequestInit): Promise<Problem> => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    ...init,
    headers: { 'x-gateway-key': testKey, 'content-type': 'application/json', ...init.headers }
  })
  const { errors } = (await response.json()) as GraphQLAnswer
  const [error] = errors ?? []
  return {
    code: error?.extensions?.code ?? '',
    message: error?.message ?? '',
    details: { ...error?.extensions?.details }
  }
}
const ask = (query: string): RequestInit => ({ body: JSON.stringify({ query }) })

describe('doc_url', () => {
  const expectExplained = async (problem: Problem, code: string) => {
    expect(problem.code).toBe(code)
    expect(problem.details.doc_url).toBe(`/docs/errors/${code}`)
    // As a client would: against the address it asked, without a key.
    const page = await load(problem.details.doc_url ?? '')
    expect([page.status, page.body.includes(`<h1>${code}</h1>`)]).toEqual([200, true])
  }

  test('is in the details of every REST error and leads to the page of its code', async () => {
    const user = `${server.url}/api/v1/users/${examples.username}`
    const { username } = row<{ username: string }>('SELECT username FROM users WHERE is_private = 1 LIMIT 1')
    await expectExplained(await restProblem(`${user}/posts?count=0`), 'INVALID_PARAM')
    await expectExplained(await restProblem(user, { headers: { 'x-gateway-key': 'no' } }), 'UNAUTHORIZED')
    await expectExplained(await restProblem(`${server.url}/api/v1/intelligence/creator/${username}`), 'ACCOUNT_PRIVATE')
    await expectExplained(await restProblem(`${server.url}/api/v1/posts?videoId=1`), 'NOT_FOUND')
    await expectExplained(await restProblem(`${server.url}/nothing/here`), 'NOT_FOUND')
    await expectExplained(await restProblem(`${server.url}/docs/errors/NO_SUCH_CODE`), 'NOT_FOUND')
    await expectExplained(await restProblem(user, { method: 'DELETE' }), 'METHOD_NOT_ALLOWED')
  })

  test('is in the extensions of every GraphQL error', async () => {
    const cases: readonly (readonly [string, RequestInit])[] = [
      ['INVALID_PARAM', ask('{ soundLibrary(first: 5000) { nodes { title } } }')],
      ['INVALID_PARAM', ask('query ($first: Int!) { soundLibrary(first: $first) { nodes { title } } }')],
      ['INVALID_PARAM', { body: '{' }],
      ['NOT_FOUND', ask('{ post(by: { postId: "1" }) { caption } }')],
      ['UNAUTHORIZED', { ...ask('{ __typename }'), headers: { 'x-gateway-key': 'no' } }],
      ['UNSUPPORTED_MEDIA_TYPE', { body: 'x', headers: { 'content-type': 'text/plain' } }],
      ['PAYLOAD_TOO_LARGE', { body: 'x'.repeat(300_000) }],
      ['METHOD_NOT_ALLOWED', { method: 'PUT', body: 'x' }],
      ['GRAPHQL_PARSE_FAILED', ask('{ user(')],
      ['GRAPHQL_VALIDATION_FAILED', ask('{ nothing }')]
    ]
    for (const [code, init] of cases) await expectExplained(await graphProblem(server.url, init), code)
  })

  test('is there when the server itself fails, and tells no more than the code does', async () => {
    const broken = await startServer({
      wrapSource: (source): Source => ({
        lookUp: () => Promise.reject(new Error('secret')),
        page: () => Promise.reject(new Error('secret')),
        ready: (signal) => source.ready(signal),
        close: () => source.close()
      })
    })
    try {
      const rest = await restProblem(`${broken.url}/api/v1/users/${examples.username}`)
      expect(rest.details).toEqual({ doc_url: docUrl('INTERNAL_ERROR') })
      const graph = await graphProblem(broken.url, ask(`{ user(by: { username: "${examples.username}" }) { bio } }`))
      expect(graph.details).toEqual({ doc_url: docUrl('INTERNAL_ERROR') })
      // The pages about errors read nothing and stand when nothing else does.
      expect((await fetch(`${broken.url}/docs/errors/INTERNAL_ERROR`)).status).toBe(200)
    } finally {
      await broken.close()
    }
  })
})

describe('the pages about errors', () => {
  test.each(allCodes)('%s says what it means, when it happens and what to do, with an example', async (code) => {
    const { body } = await load(`/docs/errors/${code}`)
    for (const heading of ['When it happens', 'What to do', 'Example']) expect(body).toContain(heading)
    expect(textOf(body)).toContain(`"doc_url": "/docs/errors/${code}"`)
    const index = await load('/docs/errors')
    expect(index.body).toContain(`<a href="/docs/errors/${code}"><code>${code}</code></a>`)
  })

  /** Where a code has no example: refused before it is HTTP, of no request of the surface, or about the query language. */
  const surfacesOf = (code: string) =>
    code === 'REQUEST_TIMEOUT'
      ? ['REST']
      : ['UNSUPPORTED', 'UNSUPPORTED_MEDIA_TYPE', ...graphqlOnlyCodes].includes(code)
        ? ['GraphQL']
        : ['REST', 'GraphQL']

  test.each(allCodes)('%s shows that very code and its status on each surface', async (code) => {
    const { body } = await load(`/docs/errors/${code}`)
    const answers = [...body.matchAll(/aria-label="(REST|GraphQL) answer"><code>(.*?)<\/code>/gs)]
    const shown = answers.map(([, surface, answer = '']) => [surface, /"code": "(\w+)"/.exec(textOf(answer))?.[1]])
    expect(shown).toEqual(surfacesOf(code).map((surface) => [surface, code]))
    if (!(code in errorCodes)) return
    const { status } = errorCodes[code as keyof typeof errorCodes]
    expect(body).toContain(`<dt>REST</dt><dd>Status <strong>${status}</strong></dd>`)
    if (surfacesOf(code).includes('REST')) expect(body).toContain(`<span class="status failed">${status}</span>`)
  })

  test('show what the server really answers', async () => {
    const shown = async (code: string) => textOf((await load(`/docs/errors/${code}`)).body)
    const same = async (problem: Problem) =>
      expect(await shown(problem.code)).toContain(`"message": ${JSON.stringify(problem.message)}`)
    const user = `${server.url}/api/v1/users/${examples.username}`
    await same(await restProblem(`${user}/posts?count=5000`))
    await same(
      await graphProblem(
        server.url,
        ask(`{ user(by: { username: "${examples.username}" }) { posts(first: 5000) { nodes { caption } } } }`)
      )
    )
    await same(await restProblem(user, { headers: { 'x-gateway-key': 'not-a-key' } }))
    await same(await restProblem(`${server.url}/api/v1/posts?videoId=1000000000000000000`))
    await same(await restProblem(user, { method: 'DELETE' }))
    await same(await graphProblem(server.url, { method: 'DELETE' }))
    await same(await graphProblem(server.url, { body: 'x'.repeat(300_000) }))
    await same(await graphProblem(server.url, { body: 'x', headers: { 'content-type': 'text/plain' } }))
    await same(
      await graphProblem(server.url, ask(`{ user(by: { username: "${examples.username}" }) { displayname } }`))
    )
  })

  test('are for the codes there are, spelled as they are', async () => {
    for (const code of ['NOPE', 'not_found', 'toString', '__proto__', '%2e%2e']) {
      expect((await load(`/docs/errors/${code}`)).status).toBe(404)
    }
  })
})

test('a refusal names what was wrong, what is allowed and an example', async () => {
  const bad: Readonly<Record<string, readonly string[]>> = { cursor: ['', 'x'.repeat(5000)] }
  for (const operation of operations) {
    for (const [name, { schema: shape, read }] of Object.entries(operation.input)) {
      // Whether somebody is live is answered for any text.
      if (operation.id === 'getLiveStatus') continue
      const values = bad[name] ?? ['', '\u{1F3AC} "quoted" '.repeat(40)]
      for (const value of values) {
        // A long keyword is fine to read, and so is none for a cursor.
        const reason = await Promise.resolve()
          .then(() => read(value, name))
          .then(
            () => null,
            (error: { details: { reason: string } }) => error.details.reason
          )
        expect([operation.id, name, reason]).toEqual([operation.id, name, expect.any(String)])
        expect(reason?.length).toBeLessThan(300)
        expect(reason).toMatch(/for example|must be one of|start from the beginning|longer than/)
        if (shape.type === 'integer') expect(reason).toMatch(/from \d+ to \d+, for example \d+; it is "/)
      }
    }
  }
})
