import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { install } from '../packages/install.ts'
import { loadDataset, makeDataset } from './dataset.ts'
import { median, saturate } from './load.ts'
import {
  clipgraphEnv,
  type FacadeName,
  facades,
  key,
  loadCore,
  outOf,
  pinThisProcess,
  type Running,
  type ServerSpec,
  start
} from './servers.ts'

/**
 * What a query costs facades over one REST upstream that answers at once, or so many milliseconds later: processor time, in alternating
 * rounds, for keys that no facade has met, and for the same keys again. Their answers must be equal. The tables are Markdown. With
 * `--clipgraph` the upstream is clipgraph itself, which clipgraph asks by its graph (rows c and d, over 200,000 posts).
 *
 * `node bench/facade-load.ts [--quick] [--rows a,b,c,d] [--delay 100 | --clipgraph] [--against FOLDER] [--only clipgraph,mercurius-rest]`
 */

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rows: { type: 'string' },
    only: { type: 'string' },
    delay: { type: 'string', default: '0' },
    clipgraph: { type: 'boolean', default: false },
    against: { type: 'string' }
  }
})
const rounds = options.quick ? 3 : 7
/** Of a round, for an upstream that is far away. */
const longestSeconds = 30
const delayMs = Number(options.delay)
const names = (['clipgraph', 'clipgraph-before', 'apollo-rest', 'yoga-rest', 'mercurius-rest'] as const).filter(
  (name) =>
    (options.only?.split(',').includes(name) ?? true) && (name !== 'clipgraph-before' || options.against !== undefined)
)

// So many that no server is asked for a key twice until its code is compiled.
const folder = makeDataset(options.clipgraph ? { users: 50_000, posts: 200_000 } : { users: 200, posts: 2_000 })
const startClipgraph = () => start(facades.clipgraph, clipgraphEnv(`sqlite:${folder.path}`), loadCore)
const keysOf = (sql: string): readonly string[] => {
  const db = new DatabaseSync(folder.path, { readOnly: true })
  const keys = db.prepare(sql).all()
  db.close()
  return keys.map(({ key }) => String(key))
}
/** Whom clipgraph knows: creators, and hashtags with a page of posts. */
const existing = options.clipgraph
  ? {
      users: keysOf('SELECT handle AS key FROM users ORDER BY pk'),
      hashtags: keysOf(`SELECT hashtag_id AS key FROM hashtags h
        WHERE (SELECT count(*) FROM hashtag_posts p WHERE p.hashtag_pk = h.pk) >= 20 ORDER BY pk`)
    }
  : null

/** Asked of clipgraph itself, and then given for any key. */
const readTemplates = async () => {
  const { creators } = await loadDataset(folder.path)
  const [username] = [...creators].find(([, { posts }]) => posts.length >= 20) ?? []
  if (username === undefined) throw new Error('some creator has 20 posts')
  const upstream = await startClipgraph()
  const textOf = async (path: string) =>
    (await fetch(`${upstream.url}/api/v1${path}`, { headers: { 'x-gateway-key': key } })).text()
  const profile = await textOf(`/users/${username}`)
  const posts = await textOf(`/users/${username}/posts?count=20`)
  await upstream.stop()
  return { profile: profile.split(username), posts }
}

type Envelope = { data: Record<string, unknown>[] }

/** Posts of a creator are of that creator; each post of a hashtag is of a creator of its own. */
const startFake = async () => {
  const { profile, ...templates } = await readTemplates()
  const pages = new Map<string, string[]>()
  const pageOf = (count: number, isOfOne: boolean): string[] => {
    const name = `${count}${isOfOne}`
    const known = pages.get(name)
    if (known !== undefined) return known
    // The project's own answer.
    const page = JSON.parse(templates.posts) as Envelope
    const data = page.data.slice(0, count).map((post, index) => ({
      ...post,
      author_username: isOfOne ? '{key}' : `{key}.${index}`
    }))
    const parts = JSON.stringify({ ...page, data, pagination: { cursor: null, has_more: false } }).split('{key}')
    pages.set(name, parts)
    return parts
  }
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    const [, kind, asked = '', isPosts] = /\/(users|challenges)\/([^/?]+)(\/posts)?/.exec(request.url ?? '') ?? []
    const count = Number(/count=(\d+)/.exec(request.url ?? '')?.[1] ?? 20)
    const body = (isPosts === undefined ? profile : pageOf(count, kind === 'users')).join(asked)
    const answer = () => {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body)
      })
      response.end(body)
    }
    if (delayMs === 0) answer()
    else setTimeout(answer, delayMs)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close, calls: () => calls }
}

const startUpstream = async () => {
  if (!options.clipgraph) return startFake()
  const { url, stop } = await startClipgraph()
  return { url, close: stop, calls: () => Number.NaN }
}

/** `requests`: of a round; about the same work in each row, however busy the machine. */
type Row = { title: string; requests: number; query: string; variables: (asked: number) => Record<string, unknown> }

const rows: Readonly<Record<string, Row>> = {
  a: {
    title: 'a: one user, 1 call',
    requests: 1200,
    query: 'query A($key: String!) { user(by: {username: $key}) { username displayName verified followersCount bio } }',
    variables: (asked) => ({ key: `a${asked}` })
  },
  b: {
    title: 'b: user + 20 posts with author and sound, 2 calls',
    requests: 600,
    query: `query B($key: String!) {
      user(by: {username: $key}) {
        username displayName followersCount
        posts(first: 20) {
          nodes { caption plays likes author { username displayName verified } sound { title author } }
        }
      }
    }`,
    variables: (asked) => ({ key: `b${asked}` })
  },
  c: {
    title: 'c: 20 users, 20 calls',
    requests: 200,
    query:
      'query C($keys: [String!]!) { usersByUsername(usernames: $keys) { username displayName verified followersCount bio } }',
    variables: (asked) => ({
      keys: Array.from({ length: 20 }, (_, index) => existing?.users[asked * 20 + index] ?? `c${asked}.${index}`)
    })
  },
  d: {
    title: 'd: hashtag → 20 posts → authors → 5 posts, 21 calls',
    requests: 150,
    query: `query D($key: ID!) {
      hashtag(by: {hashtagId: $key}) {
        posts(first: 20) {
          nodes { caption plays likes author { username posts(first: 5) { nodes { caption plays likes } } } }
        }
      }
    }`,
    variables: (asked) => ({ key: existing?.hashtags[asked] ?? String(1_000_000 + asked) })
  }
}

const requestOf = ({ query, variables }: Row, asked: number): string => {
  const body = JSON.stringify({ query, variables: variables(asked) })
  return [
    'POST /graphql HTTP/1.1',
    'host: 127.0.0.1',
    `x-gateway-key: ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body
  ].join('\r\n')
}

await install('bench/peers')
pinThisProcess()
const upstream = await startUpstream()
// All are to be answered, however busy the machine.
const env = { ...clipgraphEnv(upstream.url), MAX_WAIT_MS: '60000', BENCH_UPSTREAM: upstream.url, BENCH_KEY: key }

const specOf = (name: FacadeName): ServerSpec =>
  name === 'clipgraph-before' && options.against !== undefined ? outOf(options.against, facades[name]) : facades[name]

type Measured = {
  name: FacadeName
  server: Running
  cold: number[]
  hot: number[]
  rates: number[]
  calls: number[]
  asked: number
}
const servers: { name: FacadeName; server: Running }[] = []
for (const name of names) servers.push({ name, server: await start(specOf(name), env) })

const answerOf = async ({ query, variables }: Row, { url }: Running): Promise<unknown> => {
  const headers = { 'x-gateway-key': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ query, variables: variables(0) })
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
  // A graph answers so.
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown }
  if (errors !== undefined) throw new Error(`errors: ${JSON.stringify(errors).slice(0, 500)}`)
  return data
}

const cpuOf = ({ cpuMs }: Running): number => cpuMs() ?? Number.NaN

const lines: { cold: string[]; hot: string[]; rates: string[] } = { cold: [], hot: [], rates: [] }
const cell = (us: number, ours: number) => `${(us / ours).toFixed(2)} (${Math.round(us).toLocaleString('en')} µs)`
for (const letter of (options.rows ?? (options.clipgraph ? 'c,d' : 'a,b,c,d')).split(',')) {
  const row = rows[letter]
  if (row === undefined) throw new Error(`no row ${letter}`)
  const measured: Measured[] = servers.map((each) => ({ ...each, cold: [], hot: [], rates: [], calls: [], asked: 0 }))
  const answers = await Promise.all(servers.map(({ server }) => answerOf(row, server)))
  for (const [index, answer] of answers.entries()) {
    if (!isDeepStrictEqual(answer, answers[0])) {
      throw new Error(`${names[index]} answers ${row.title} otherwise:\n${JSON.stringify([answer, answers[0]])}`)
    }
  }
  const requests = Math.round(row.requests / (options.quick ? 2 : 1))
  /** Requests for keys that a server was not asked for. */
  const coldOnes = (of: Measured, left: number) => () => {
    if (left === 0) return undefined
    left -= 1
    of.asked += 1
    return requestOf(row, of.asked)
  }
  const sameOnes = (left: number, request: string) => () => {
    left -= 1
    return left < 0 ? undefined : request
  }
  for (const each of measured) {
    await saturate(each.server.port, coldOnes(each, requests * 2), longestSeconds)
    await saturate(each.server.port, sameOnes(requests * 2, requestOf(row, each.asked)), longestSeconds)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const each of round % 2 === 0 ? measured : measured.toReversed()) {
      const { server, cold: costs, hot, rates, calls } = each
      const [cpuBefore, callsBefore] = [cpuOf(server), upstream.calls()]
      const run = await saturate(server.port, coldOnes(each, requests), longestSeconds)
      costs.push(((cpuOf(server) - cpuBefore) * 1_000) / run.requests)
      rates.push(run.requests / run.seconds)
      calls.push((upstream.calls() - callsBefore) / run.requests)
      if (delayMs > 0) continue
      const again = requestOf(row, each.asked)
      const hotBefore = cpuOf(server)
      const hotRun = await saturate(server.port, sameOnes(requests, again), longestSeconds)
      hot.push(((cpuOf(server) - hotBefore) * 1_000) / hotRun.requests)
    }
  }
  const [ours] = measured
  if (ours === undefined) throw new Error('nothing is measured')
  lines.cold.push(`| ${row.title} | ${measured.map(({ cold }) => cell(median(cold), median(ours.cold))).join(' | ')} |`)
  lines.hot.push(`| ${row.title} | ${measured.map(({ hot }) => cell(median(hot), median(ours.hot))).join(' | ')} |`)
  const rate = ({ rates, calls }: Measured) =>
    Math.round(median(rates)).toLocaleString('en') + (options.clipgraph ? '' : ` (${median(calls).toFixed(1)} calls)`)
  lines.rates.push(`| ${row.title} | ${measured.map(rate).join(' | ')} |`)
}
for (const { server } of servers) await server.stop()
await upstream.close()
folder.remove()

const table = (title: string, lines: readonly string[]) => [
  `| ${title} | ${names.map((name) => facades[name].title).join(' | ')} |`,
  `|---|${names.map(() => '--:|').join('')}`,
  ...lines,
  ''
]
process.stdout.write(
  [
    ...table('no key twice: cost ÷ clipgraph’s (processor time)', lines.cold),
    ...(delayMs > 0 ? [] : table('one key again and again: cost ÷ clipgraph’s (processor time)', lines.hot)),
    ...table(`no key twice${delayMs > 0 ? `, upstream ${delayMs} ms away` : ''}: queries a second`, lines.rates)
  ].join('\n')
)
