import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../src/core/log.ts'
import type { Post } from '../src/records/post.ts'
import { exampleValues } from '../src/surfaces/rest/example-values.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { failureOf, overHttp } from './agent.ts'
import type { VendorAnswer, VendorCall } from './fake-vendor.ts'
import { type LiveList, type LiveVendor, liveVendors } from './live-vendors.ts'
import { addressOf } from './rest-address.ts'
import type { GraphQLAnswer } from './server.ts'
import { type SourceServer, startOverSource } from './source-server.ts'

const withParameters = (path: string, parameters: Readonly<Record<string, unknown>>): string => {
  const text = Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return `${path}${path.includes('?') ? '&' : '?'}${text}`
}

/** More pages than any list has. */
const manyPages = 300

const walkRest = async (server: SourceServer, path: string, count: number): Promise<(string | null)[]> => {
  const ids: (string | null)[] = []
  let cursor: unknown = null
  for (let pages = 0; pages < manyPages; pages += 1) {
    const { body } = await server.get<Post[]>(withParameters(path, { count, cursor }))
    expect(body.error).toBeNull()
    ids.push(...body.data.map(({ post_id }) => post_id))
    cursor = body.pagination?.cursor ?? null
    if (cursor === null) return ids
  }
  throw new Error(`the list ${path} does not end`)
}

type GraphPage = {
  at: { list: { nodes: { postId: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
}

const walkGraph = async (server: SourceServer, query: string, first: number): Promise<string[]> => {
  const ids: string[] = []
  let after: string | null = null
  for (let pages = 0; pages < manyPages; pages += 1) {
    const answer: GraphQLAnswer<GraphPage> = await server.query<GraphPage>(query, { first, after })
    expect(answer.errors).toBeUndefined()
    const { nodes, pageInfo }: GraphPage['at']['list'] = answer.data?.at.list ?? expect.fail('there is a list')
    ids.push(...nodes.map(({ postId }) => postId))
    if (!pageInfo.hasNextPage) return ids
    after = pageInfo.endCursor
  }
  throw new Error('the list does not end')
}

type Change = (answer: VendorAnswer, call: VendorCall) => VendorAnswer | undefined
const text =
  (change: (text: string) => string): Change =>
  (answer) => ({ ...answer, text: change(answer.text) })
const instead =
  (answer: VendorAnswer): Change =>
  () =>
    answer

const isFirst = ({ query, body }: VendorCall): boolean =>
  !/"(?:cursor)":\d/.test(body) && [...query.keys()].every((name) => !name.includes('cursor'))
/** The list of an answer without its elements. */
const emptied = text((each) => each.replace(/"(videos|aweme_list|search_item_list)":\[.*\](?=,"\w*cursor)/s, '"$1":[]'))

describe.each(liveVendors)('a live source: %s', (_, start) => {
  let vendor: LiveVendor
  let server: SourceServer
  let lists: readonly LiveList[]
  beforeAll(async () => {
    vendor = await start()
    server = await startOverSource(vendor.table, vendor.env)
    lists = vendor.lists
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })
  afterEach(() => vendor.alter(null))

  /** A server that has read nothing yet. */
  const anew = async <T>(use: (server: SourceServer) => Promise<T>, config = {}, logged: string[] = []): Promise<T> => {
    const log = createLog('trace', { write: (line: string) => logged.push(line) })
    const own = await startOverSource(vendor.table, vendor.env, { config, log })
    try {
      return await use(own)
    } finally {
      await own.close()
    }
  }

  test('has lists without repeats or gaps, whatever the size of a page, and reads nothing twice', async () => {
    for (const { path, ids } of lists) {
      const most = path.startsWith('/api/v1/users') ? 100 : 50
      expect(await walkRest(server, path, most), path).toEqual(ids)
      const calls = vendor.dataCalls()
      for (const count of [7, 30, most]) expect(await walkRest(server, path, count), `${path} by ${count}`).toEqual(ids)
      expect(vendor.dataCalls(), path).toBe(calls)
    }
  })

  test('has the same by GraphQL', async () => {
    for (const { path, graph, ids } of lists) {
      if (graph === '') continue
      expect(await walkGraph(server, graph, 40), path).toEqual(ids)
    }
  })

  test('refuses a cursor that is made up, of another list, or of a server with other keys', async () => {
    const [{ path, graph } = expect.fail('it has lists'), ...others] = lists
    const cursorOf = async (from: SourceServer, of: string) =>
      (await from.get(withParameters(of, { count: 2 }))).body.pagination?.cursor
    const foreign = [
      'abc',
      String(await cursorOf(server, path)).slice(0, -2),
      ...(await Promise.all(others.map((other) => cursorOf(server, other.path)))),
      await startOverSource(vendor.table, vendor.env, { config: { gatewayKeys: ['another-key'] } }).then(
        async (own) => {
          const headers = { 'x-gateway-key': 'another-key' }
          const { body } = await own.get(withParameters(path, { count: 2 }), { headers })
          await own.close()
          return body.pagination?.cursor
        }
      )
    ]
    for (const cursor of foreign) {
      expect(cursor).toEqual(expect.any(String))
      expect(await server.get(withParameters(path, { cursor }))).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_PARAM', details: { param: 'cursor' } } }
      })
      const { data, errors } = await server.query(graph, { first: 5, after: cursor })
      expect(data).toMatchObject({ at: { list: null } })
      expect(errors?.[0]).toMatchObject({ path: ['at', 'list'], extensions: { code: 'INVALID_PARAM' } })
    }
  })

  test.each<[string, Change, number, string]>([
    ['answers with a web page', instead({ text: '<html>secret words</html>' }), 502, 'UPSTREAM_ERROR'],
    ['answers with half a body', text((each) => each.slice(0, each.length / 2)), 502, 'UPSTREAM_ERROR'],
    ['answers with something else', instead({ text: '{"secret words":1}' }), 502, 'UPSTREAM_ERROR'],
    ['answers with nothing', instead({ text: '' }), 502, 'UPSTREAM_ERROR'],
    ['calls its keys otherwise', text((each) => each.replace(/"(\w+)":/g, '"x_$1":')), 502, 'UPSTREAM_ERROR'],
    ['refuses the key', instead({ status: 401, text: '{"error":{"code":"secret words"}}' }), 502, 'UPSTREAM_ERROR'],
    ['fails', instead({ status: 503, text: 'secret words' }), 502, 'UPSTREAM_ERROR'],
    ['limits bursts', instead({ status: 429, headers: { 'retry-after': '7' }, text: '{}' }), 429, 'RATE_LIMITED']
  ])('that %s says so by both surfaces, and shows nothing of it', async (_, change, status, code) => {
    const [{ path, graph } = expect.fail('it has lists')] = lists
    vendor.alter(change)
    const logged: string[] = []
    const answer = await anew((own) => own.get(path), {}, logged)
    expect(answer).toMatchObject({ status, body: { error: { code } } })
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('7')
    const [asked, metrics] = await anew(
      async (own) => [await own.query(graph, { first: 5 }), await (await fetch(`${own.url}/metrics`)).text()] as const,
      {},
      logged
    )
    if (status === 502) expect(logged.join('')).toContain('"operation":"listUserPosts"')
    expect(asked.errors?.map(({ extensions }) => extensions?.code)).toContain(code)
    for (const secret of vendor.secrets) {
      expect(JSON.stringify(answer.body)).not.toContain(secret)
      expect(JSON.stringify(asked)).not.toContain(secret)
      expect(logged.join('')).not.toContain(secret)
      expect(metrics).not.toContain(secret)
    }
  })

  test('that limits bursts is asked by nobody until then, and everybody hears the same', async () => {
    const [{ path } = expect.fail('it has lists')] = lists
    vendor.alter(instead({ status: 429, headers: { 'retry-after': '60' }, text: '{}' }))
    await anew(async (own) => {
      expect(await own.get(path)).toMatchObject({ status: 429 })
      const calls = vendor.dataCalls()
      const next = await own.get(path)
      expect(next).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
      expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(30)
      expect(vendor.dataCalls()).toBe(calls)
    })
  })

  test('that does not answer ends with a timeout', async () => {
    const [{ path } = expect.fail('it has lists')] = lists
    await anew(
      async (own) => {
        vendor.alter(() => undefined)
        expect(await own.get(path)).toMatchObject({ status: 504 })
      },
      { requestTimeoutMs: 300 }
    )
  })

  test.each<[string, Change]>([
    ['never ends', text((each) => each.replace(/"has_more":(?:false|0)/, '"has_more":true'))],
    [
      'has a cursor that does not move',
      text((each) => each.replace(/"(\w*cursor)":\d+/, '"$1":7').replace(/"has_more":(?:false|0)/, '"has_more":true'))
    ],
    ['promises more in empty pages', (answer, call) => (isFirst(call) ? answer : emptied(answer, call))]
  ])('whose list %s is walked to an end, without repeats', async (_, change) => {
    const [{ path, ids } = expect.fail('it has lists')] = lists
    await anew(async (own) => {
      vendor.alter(change)
      const walked = await walkRest(own, path, 50)
      expect(new Set(walked).size).toBe(walked.length)
      expect(ids).toEqual(expect.arrayContaining(walked))
      expect(walked).toEqual(ids.filter((id) => walked.includes(id)))
    })
  })

  test('says beforehand what it lacks: to agents, in the docs and on the first page', async () => {
    const lacking: string[] = []
    for (const operation of operations) {
      const calls = vendor.dataCalls()
      const { status, body } = await server.get(addressOf(operation, exampleValues(operation)))
      if (status !== 501 || !/^The source [\w-]+ has no /.test(body.error?.message ?? '')) continue
      expect(vendor.dataCalls()).toBe(calls)
      lacking.push(operation.id)
    }
    expect(lacking.length).toBeGreaterThan(0)
    const toolOf = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

    const agent = await overHttp(server.url)
    const { tools } = await agent.listTools()
    const instructions = agent.getInstructions()
    expect(operations.filter(({ id }) => !tools.some(({ name }) => name === toolOf(id))).map(({ id }) => id)).toEqual(
      lacking
    )
    // What needs lists of everything, or counts over time that nobody records.
    for (const name of ['find_creators', 'get_history', 'find_trending']) {
      expect(tools.map((tool) => tool.name)).not.toContain(name)
      expect(instructions).not.toContain(name)
    }
    expect(instructions).toMatch(/live from the source [\w-]+\..* effect, /)
    const lists = tools.find(({ name }) => name === 'find_posts')?.inputSchema.properties ?? {}
    expect(Object.keys(lists).includes('placeId')).toBe(!lacking.includes('listPlacePosts'))
    expect(Object.keys(lists)).toContain('username')
    // Lists of tools that clients keep from before do no harm.
    expect(await failureOf(agent, 'get_effect', { effectId: '1' })).toMatchObject({ code: 'UNSUPPORTED' })
    await agent.close()

    const before = vendor.dataCalls()
    for (const page of ['/docs', '/docs.md', '/docs/map', '/docs/map.md']) {
      const text = await (await fetch(server.url + page)).text()
      expect(text.match(/Not available on this server/g), page).toHaveLength(lacking.length)
    }
    const [, written = ''] = /data-lacks="([^"]+)"/.exec(await (await fetch(server.url)).text()) ?? []
    // Without a key nobody uses up calls.
    expect(vendor.dataCalls()).toBe(before)
    expect(Object.keys(JSON.parse(written.replaceAll('&quot;', '"')).operations).sort()).toEqual(lacking.toSorted())
  })
})
