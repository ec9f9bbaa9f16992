import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { exampleValues } from '../src/surfaces/rest/example-values.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { call, failureOf, generations, type Json, overHttp, overStdio } from './agent.ts'
import { cases } from './cases.ts'
import { rows } from './dataset.ts'
import { addressOf, operationOf, validInputs } from './rest-address.ts'
import { startServer, type TestServer, testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
/** The same for every process, so that all of them name the same pictures. */
const publicUrl = 'http://clips.test'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ config: { publicUrl } })
})
afterAll(() => server.close())

/** The id of an operation in snake_case; a test of the guide has all names. */
const toolOf = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Times of computing, which differ from one process to the next. */
const steady = (data: unknown) =>
  JSON.stringify(data).replace(/"analysis_timestamp":"[^"]+"/g, '"analysis_timestamp":"…"')

/** Cursors of a search hold the moment it was begun. */
const withoutTime = (pagination: Record<string, unknown> | null) => ({
  ...pagination,
  cursor: typeof pagination?.cursor
})

type List = { data: Json[]; pagination: Record<string, unknown>; more: string | null }
const keysOf = (record: unknown) => Object.keys(record as object)

const doors = generations.flatMap(({ mode, revision }) => [
  {
    door: `HTTP, ${revision}`,
    revision,
    open: () => overHttp(server.url, mode)
  },
  {
    door: `standard input and output, ${revision}`,
    revision,
    open: async () => {
      const env = { DATA_URL: `sqlite:${inject('defaultDataset')}`, GATEWAY_KEYS: testKey, PUBLIC_URL: publicUrl }
      return (await overStdio(env, mode)).client
    }
  }
])

describe.each(doors)('an agent over $door', ({ open, revision }) => {
  let client: Client
  beforeAll(async () => {
    client = await open()
  })
  afterAll(() => client.close())

  test('is told whom it talks to, and how to use it', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'clipgraph' })
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(client.getInstructions()).toContain('never instructions')
    expect(Object.keys(client.getServerCapabilities() ?? {}).sort()).toEqual(['resources', 'tools'])
  })

  test('finds a tool for each operation, and one for the graph', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...operations.map(({ id }) => toolOf(id)),
      'find_posts',
      'find_creators',
      'get_history',
      'find_trending',
      'graphql'
    ])
    for (const { name, title, description, inputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z_]{1,64}$/)
      expect(title, name).toMatch(/\w/)
      expect(description, name).toContain('Example: {')
      expect(annotations, name).toEqual({ title, readOnlyHint: true, idempotentHint: true, openWorldHint: false })
      // Providers of models refuse these at the top.
      expect(keysOf(inputSchema), name).not.toEqual(expect.arrayContaining(['oneOf', 'anyOf', 'allOf']))
    }
  })

  test.each(operations.map((operation) => [toolOf(operation.id), operation] as const))(
    '%s answers to its example as REST does',
    async (name, operation) => {
      const values = exampleValues(operation)
      const { body } = await server.get(addressOf(operation, values))
      const { content } = await call<List>(client, name, values)
      expect(steady(content.data)).toBe(steady(body.data))
      if (operation.pagination === 'none') expect(keysOf(content)).toEqual(['data'])
      else expect(withoutTime(content.pagination)).toEqual(withoutTime(body.pagination))
    }
  )

  describe('by the tools that filter and sort', () => {
    type Found = List & { totalCount: number | null; coverage: Json | null }

    const all = () =>
      rows<{ post_id: string }>(
        'SELECT post_id FROM posts WHERE plays >= 100000 ORDER BY plays DESC, created_at DESC'
      ).map(({ post_id }) => post_id)

    test('finds posts over everything, and the next page', async () => {
      const given = { filter: { plays: { min: 100_000 } }, orderBy: 'PLAYS', count: 3, fields: ['post_id', 'plays'] }
      const { content } = await call<Found>(client, 'find_posts', given)
      expect(content.data.map(({ post_id }) => post_id)).toEqual(all().slice(0, 3))
      expect(content).toMatchObject({ totalCount: all().length, coverage: { isComplete: true } })
      expect(content.more).toContain('cursor set to pagination.cursor')
      const next = await call<Found>(client, 'find_posts', { ...given, cursor: content.pagination.cursor })
      expect(next.content.data.map(({ post_id }) => post_id)).toEqual(all().slice(3, 6))
      const other = { ...given, orderBy: 'LIKES', cursor: content.pagination.cursor }
      expect(await failureOf(client, 'find_posts', other)).toMatchObject({ details: { param: 'cursor' } })
    })

    test('finds posts of one list', async () => {
      const username = cases.busyUser()
      const given = { username, orderBy: 'LIKES', count: 100, fields: ['author_username', 'likes'] }
      const { content } = await call<Found>(client, 'find_posts', given)
      const likes = content.data.map(({ likes }) => Number(likes))
      expect(likes).toEqual([...likes].sort((a, b) => b - a))
      expect(new Set(content.data.map(({ author_username }) => author_username))).toEqual(new Set([username]))
      expect(await failureOf(client, 'find_posts', { username, soundId: examples.soundId })).toMatchObject({
        code: 'INVALID_PARAM',
        details: { param: 'soundId', reason: expect.stringContaining('beside username') }
      })
      expect(await failureOf(client, 'find_posts', { username: 'nobody.at.all', orderBy: 'PLAYS' })).toMatchObject({
        code: 'NOT_FOUND'
      })
    })

    test('finds creators', async () => {
      const given = {
        filter: { followers: { min: 10_000, max: 100_000 } },
        count: 5,
        fields: ['username', 'followers']
      }
      const { content } = await call<Found>(client, 'find_creators', given)
      const expected = rows<{ followers: number }>(
        'SELECT followers FROM users WHERE username IS NOT NULL AND followers BETWEEN 10000 AND 100000 ORDER BY followers DESC'
      )
      expect(content.data.map(({ followers }) => followers)).toEqual(
        expected.slice(0, 5).map(({ followers }) => followers)
      )
      expect(content.totalCount).toBe(expected.length)
    })
  })

  describe('by the tools for counts over time', () => {
    type Entry = { rank: number; rate: number; username: string; growth: Json | null }
    const username = examples.username

    test('gets what the graph has', async () => {
      const { data } = await server.query<{ user: { history: Json[]; growth: { followers: Json } } }>(
        `query ($username: String!) { user(by: { username: $username }) {
          history(from: "2026-01-01", step: WEEK) {
            at followers { value } following { value } total_likes: totalLikes { value } total_videos: totalVideos { value }
          }
          growth(days: 7) { followers { earlier { at count } later { at count } absolute low high rate leastRate perDay } } } }`,
        { username }
      )
      const given = { username, from: '2026-01-01', step: 'WEEK', days: 7 }
      const { content } = await call<{ data: Json[]; growth: Json }>(client, 'get_history', given)
      const countOf = (count: Json) => (count as { value: number } | null)?.value ?? null
      expect(content.data).toEqual(
        data?.user.history.map((point) =>
          Object.fromEntries(
            Object.entries(point).map(([name, count]) => [name, name === 'at' ? count : countOf(count as Json)])
          )
        )
      )
      expect(content.data.length).toBeGreaterThan(10)
      expect(content.growth.followers).toEqual(data?.user.growth.followers)
      for (const thing of [{ soundId: examples.soundId }, { challengeId: examples.challengeId }]) {
        const counted = await call<{ data: Json[]; growth: null }>(client, 'get_history', { ...thing, step: 'MONTH' })
        expect(counted.content.growth).toBe(null)
        expect(counted.content.data.at(-1)).toEqual({
          at: expect.stringMatching(/^2\d{3}-/),
          posts_count: expect.any(Number)
        })
      }
      const post = await call<{ data: Json[]; growth: Json }>(client, 'get_history', { videoId: examples.postId })
      expect(post.content).toMatchObject({ data: expect.any(Array), growth: { plays: { perDay: expect.any(Number) } } })
    })

    test('finds what rises, page by page', async () => {
      const given = { kind: 'CREATOR', window: 'MONTH', count: 2 }
      type Found = { data: Entry[]; pagination: { cursor: string; has_more: boolean }; more: string }
      const { content } = await call<Found>(client, 'find_trending', given)
      expect(content.data.map(({ rank }) => rank)).toEqual([1, 2])
      expect(content.more).toContain('cursor set to pagination.cursor')
      const next = await call<Found>(client, 'find_trending', { ...given, cursor: content.pagination.cursor })
      expect(next.content.data.map(({ rank }) => rank)).toEqual([3, 4])
      const [first] = content.data
      const { content: past } = await call<{ data: Json[] }>(client, 'get_history', { username: first?.username })
      expect(past.data.length).toBeGreaterThan(1)
    })

    test.each([
      ['get_history', {}, 'username'],
      ['get_history', { username, soundId: '1' }, 'soundId'],
      ['get_history', { username, step: 'YEAR' }, 'step'],
      ['get_history', { username, from: 'then' }, 'from'],
      ['get_history', { username, days: 0 }, 'days'],
      ['get_history', { username, until: 'now' }, 'until'],
      ['find_trending', {}, 'kind'],
      ['find_trending', { kind: 'USER' }, 'kind'],
      ['find_trending', { kind: 'POST', count: 101 }, 'count']
    ])('is told what is wrong with %s %j', async (tool, given, param) => {
      expect(await failureOf(client, tool, given)).toMatchObject({ code: 'INVALID_PARAM', details: { param } })
    })
  })

  test('gets ten elements when it does not say how many', async () => {
    const input = validInputs().search ?? {}
    const { content } = await call<List>(client, 'search', input)
    expect(content.data).toHaveLength(10)
    const { body } = await server.get(addressOf(operationOf('search'), { ...input, count: 10 }))
    expect(content.data).toEqual(body.data)
  })

  test('chooses fields, in any order, of a record and of a list', async () => {
    const fields = ['plays', 'caption']
    const { content: list } = await call<List>(client, 'list_user_posts', {
      username: cases.busyUser(),
      count: 3,
      fields
    })
    expect(list.data).toHaveLength(3)
    for (const post of list.data) expect(keysOf(post)).toEqual(['caption', 'plays'])
    const { content } = await call<{ data: Json }>(client, 'get_creator_scorecard', {
      username: cases.busyUser(),
      fields: ['scores']
    })
    expect(keysOf(content.data)).toEqual(['scores'])
    expect(content.data.scores).toHaveProperty('partnership_tier')
  })

  test.each([
    ['list_user_posts', () => ({ username: cases.busyUser() }), 'cursor'],
    ['list_user_followers', () => ({ username: cases.followedUser() }), 'max_time'],
    ['list_sound_library', () => ({}), 'page']
  ])('%s tells how to get the next page, up to the last', async (name, input, argument) => {
    const given = { ...input(), count: 4 }
    const operation = operations.find(({ id }) => toolOf(id) === name)
    if (operation === undefined) throw new Error(name)
    const { content: first } = await call<List>(client, name, given)
    expect(first.more).toContain(`${argument} set to `)
    const next =
      first.more?.match(/set to pagination\.(\w+)\./)?.[1] === 'cursor'
        ? first.pagination.cursor
        : Number(first.more?.match(/set to (\d+)\./)?.[1])
    const following = { ...given, [argument]: next }
    const { content: second } = await call<List>(client, name, following)
    expect(second.data).toHaveLength(4)
    expect(second.data).not.toEqual(first.data)
    const { body } = await server.get(addressOf(operation, following as Record<string, string | number>))
    expect(second).toMatchObject({ data: body.data, pagination: body.pagination })
  })

  test('is told that a list has ended', async () => {
    const { content } = await call<List>(client, 'list_collection_posts', { collectionId: cases.emptyCollection() })
    expect(content).toEqual({ data: [], pagination: { cursor: null, has_more: false }, more: null })
  })

  test.each<[string, Json, string, string, RegExp]>([
    ['list_user_posts', { username: 'maya.nguyen', count: 1_000_000 }, 'INVALID_PARAM', 'count', /from 1 to 100/],
    ['list_place_posts', { placeId: examples.placeId, count: 0 }, 'INVALID_PARAM', 'count', /from 1 to 50/],
    ['list_sound_library', { count: 2.5 }, 'INVALID_PARAM', 'count', /from 1 to 10/],
    ['list_user_posts', { username: 'maya.nguyen', cursor: 'made-up' }, 'INVALID_PARAM', 'cursor', /unchanged/],
    [
      'list_user_posts',
      { username: 'maya.nguyen', limit: 3 },
      'INVALID_PARAM',
      'limit',
      /username, count, cursor, fields/
    ],
    ['get_user', {}, 'INVALID_PARAM', 'username', /is required, for example maya\.nguyen/],
    ['get_user', { username: ['maya.nguyen'] }, 'INVALID_PARAM', 'username', /single text/],
    [
      'get_user',
      { username: 'maya.nguyen', fields: [] },
      'INVALID_PARAM',
      'fields',
      /list of names.*user_id, username/
    ],
    ['get_user', { username: 'maya.nguyen', fields: 'bio' }, 'INVALID_PARAM', 'fields', /list of names/],
    [
      'get_user',
      { username: 'maya.nguyen', fields: ['fans'] },
      'INVALID_PARAM',
      'fields',
      /"fans".*UserProfile.*followers/
    ],
    ['get_user', { username: 'maya.nguyen', fields: [{}] }, 'INVALID_PARAM', 'fields', /which is none/],
    ['get_post', {}, 'INVALID_PARAM', 'videoId', /exactly one/],
    ['get_post', { videoId: examples.postId, url: examples.postUrl }, 'INVALID_PARAM', 'videoId', /exactly one/],
    ['get_post', { videoId: Number(examples.postId) }, 'INVALID_PARAM', 'videoId', /in quotes/],
    ['get_user_playlist', { username: 'maya.nguyen', fields: ['x'] }, 'INVALID_PARAM', 'fields', /it takes username$/],
    ['find_posts', { views: 1 }, 'INVALID_PARAM', 'views', /filter, orderBy, username/],
    ['find_posts', { filter: { views: { min: 1 } } }, 'INVALID_PARAM', 'filter.views', /fields are createdAt, plays/],
    ['find_creators', { filter: { or: [] } }, 'INVALID_PARAM', 'filter.or', /is empty/],
    ['find_creators', { orderBy: 'PLAYS' }, 'INVALID_PARAM', 'orderBy', /one of FOLLOWERS/],
    ['graphql', {}, 'INVALID_PARAM', 'query', /text of a GraphQL document/],
    ['graphql', { query: '{ __typename }', variables: '{}' }, 'INVALID_PARAM', 'variables', /an object/],
    ['graphql', { query: '{ __typename }', operationName: 5 }, 'INVALID_PARAM', 'operationName', /a text/],
    [
      'graphql',
      { query: '{ __typename }', extensions: {} },
      'INVALID_PARAM',
      'extensions',
      /query, variables, operationName/
    ]
  ])('%s with %j is told what to do', async (name, given, code, param, reason) => {
    const error = await failureOf(client, name, given)
    expect(error).toMatchObject({ code, details: { param, reason: expect.stringMatching(reason) } })
    expect(error.message).toBe(`${param} ${error.details.reason}`)
    expect(error.hint).toContain('details.param')
  })

  test('is told what is not there, and what an account does not show', async () => {
    const missing = await failureOf(client, 'get_user', { username: 'nobody.has.this.name' })
    expect(missing).toMatchObject({ code: 'NOT_FOUND', hint: expect.stringContaining('search tools') })
    const hidden = await failureOf(client, 'get_creator_scorecard', { username: cases.privateUser() })
    expect(hidden).toMatchObject({ code: 'ACCOUNT_PRIVATE', hint: expect.stringContaining('get_user') })
  })

  test('is refused what no model reads, with a size that fits', async () => {
    const given = { username: cases.busyUser(), count: 60 }
    const error = await failureOf(client, 'list_user_posts', given)
    expect(error).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'count' } })
    const fitting = Number(/ask for (\d+) or fewer/.exec(error.message)?.[1])
    expect(fitting).toBeGreaterThan(20)
    const { content, length } = await call<List>(client, 'list_user_posts', { ...given, count: fitting - 5 })
    expect(content.data).toHaveLength(fitting - 5)
    expect(length).toBeLessThan(41_000)
    const short = await call<List>(client, 'list_user_posts', { ...given, fields: ['post_id', 'plays'] })
    expect(short.content.data).toHaveLength(60)
  })

  test('that names a tool which is not there hears which are', async () => {
    const refused = client.callTool({ name: 'get_usr', arguments: {} })
    await expect(refused).rejects.toThrow(/no tool "get_usr".*get_user, .*graphql/)
  })

  describe('by the tool graphql', () => {
    const query = `query ($username: String!) { user(by: { username: $username }) { displayName posts(first: 2) { nodes { caption sound { title } } } } }`

    test('gets what the endpoint answers', async () => {
      const variables = { username: examples.username }
      const { content } = await call<{ data: Json; extensions: Json }>(client, 'graphql', { query, variables })
      expect(content.data).toEqual((await server.query(query, variables)).data)
      expect(content.extensions).toMatchObject({ cost: { limit: 1_000 } })
    })

    test('gets what could be read beside what could not', async () => {
      const { content, failed } = await call(client, 'graphql', {
        query: `{ there: user(by: { username: "${examples.username}" }) { username } not: user(by: { username: "nobody.has.this.name" }) { username } }`
      })
      expect(failed).toBe(false)
      expect(content).toMatchObject({
        data: { there: { username: examples.username }, not: null },
        errors: [{ path: ['not'], extensions: { code: 'NOT_FOUND' } }]
      })
    })

    test.each([
      ['a field that is not there', '{ user(by: { username: "a" }) { nam } }', 'GRAPHQL_VALIDATION_FAILED', /nam/],
      ['a text that is no query', 'users please', 'GRAPHQL_PARSE_FAILED', /Syntax Error/],
      ['a variable that is missing', query, 'INVALID_PARAM', /username/],
      [
        'a query that costs too much',
        '{ search(keyword: "a") { posts(first: 50) { nodes { author { posts(first: 100) { nodes { sound { posts(first: 50) { nodes { caption } } } } } } } } } }',
        'INVALID_PARAM',
        /at most 1000 is allowed/
      ],
      ['a change', 'mutation { like }', 'GRAPHQL_VALIDATION_FAILED', /mutation/]
    ])('is told what is wrong with %s', async (_, text, code, message) => {
      const { content, failed } = await call<{ errors: { message: string; extensions: { code: string } }[] }>(
        client,
        'graphql',
        { query: text }
      )
      expect(failed).toBe(true)
      expect(content).toMatchObject({ hint: expect.stringContaining('Correct the query') })
      expect(content.errors[0]).toMatchObject({ message: expect.stringMatching(message), extensions: { code } })
    })

    test('is refused an answer that is too long', async () => {
      const error = await failureOf(client, 'graphql', {
        query: `{ search(keyword: "a") { posts(first: 50) { nodes { ${Array.from({ length: 30 }, (_, at) => `a${at}: caption`).join(' ')} } } } }`
      })
      expect(error).toMatchObject({ code: 'INVALID_PARAM', details: { param: 'query' } })
      expect(error.message).toMatch(/at most 40000 are returned: ask for fewer elements/)
    })
  })

  test('reads the contracts, the guides and the example operations', async () => {
    const { resources } = await client.listResources()
    const textOf = async (uri: string) => {
      const { contents } = await client.readResource({ uri })
      const [first] = contents
      if (contents.length !== 1 || first === undefined || !('text' in first)) throw new Error(`${uri} is no text`)
      return first.text
    }
    const committed = (path: string) => readFileSync(join(project, path), 'utf8')
    expect(await textOf('clipgraph://schema.graphql')).toBe(committed('schema/schema.graphql'))
    expect(JSON.parse(await textOf('clipgraph://openapi.json'))).toEqual(JSON.parse(committed('schema/openapi.json')))
    const files = (folder: string) => readdirSync(join(project, folder))
    const paths = [
      ...['schema.graphql', 'openapi.json'],
      ...files('schema/operations').map((file) => `operations/${file}`),
      ...files('src/surfaces/site/docs/guides').map((file) => `docs/${file}`)
    ]
    expect(resources.map(({ uri }) => uri).sort()).toEqual(paths.map((path) => `clipgraph://${path}`).sort())
    for (const { uri, size, title, description } of resources) {
      expect(Buffer.byteLength(await textOf(uri)), uri).toBe(size)
      expect(title, uri).toMatch(/^\w/)
      expect(description, uri).toMatch(/^\w.+[.?]$/)
    }
    await expect(client.readResource({ uri: 'clipgraph://src/app.ts' })).rejects.toThrow(/not found/)
  })

  test('may ask for many things at once', async () => {
    const answers = await Promise.all(
      operations.map((operation) => call<List>(client, toolOf(operation.id), exampleValues(operation)))
    )
    expect(answers.every(({ failed }) => !failed)).toBe(true)
  })
})
