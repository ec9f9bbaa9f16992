import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { writeQuery } from '../src/engines/filters/query.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { anyPostQuery, anyUserQuery, readWorld } from '../test/brute-force-filters.ts'
import { questions } from '../test/questions.ts'
import { makeDataset } from './dataset.ts'
import { median } from './load.ts'
import { clipgraphEnv, key, type Running, servers, start } from './servers.ts'
import { endOf, unrepeated } from './sets-questions.ts'

/**
 * What filtered lists cost by the size of the data: the questions of the guide "Filter and sort" through a server, random filters over
 * everything, and how long others wait meanwhile.
 *
 *   node bench/sets.ts                         20,000 and 200,000 posts
 *   node bench/sets.ts --posts 2000000         another size, with a tenth as many creators
 *   node bench/sets.ts --data FILE             a data set that is there
 */
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '20000,200000' },
    data: { type: 'string', multiple: true },
    filters: { type: 'string', default: '400' }
  }
})

const repetitions = 20
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const warmUps = 4

const ask = async (url: string, body: unknown): Promise<number> => {
  const began = performance.now()
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'x-gateway-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  const { errors } = (await response.json()) as { errors?: unknown }
  if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 1_000))
  return performance.now() - began
}

/** Processor time and wall time of each question, asked differently each time so that no answer is cached. */
const measureQuestions = async (server: Running, end: Date) => {
  for (const { name, text, query, variables } of questions(end)) {
    const times: number[] = []
    let before = 0
    for (let turn = 0; turn < warmUps + repetitions; turn += 1) {
      if (turn === warmUps) before = server.cpuMs() ?? 0
      const ms = await ask(server.url, unrepeated({ query, variables }, turn))
      if (turn >= warmUps) times.push(ms)
    }
    const cpuMs = ((server.cpuMs() ?? 0) - before) / repetitions
    print(
      `  ${name.padEnd(32)} ${cpuMs.toFixed(1).padStart(7)} ms CPU ${median(times).toFixed(1).padStart(8)} ms   ${text}`
    )
  }
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? 0

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Random filters and orders over everything, made of what the small data set has. */
const randomKeys = async (
  small: string,
  count: number
): Promise<{ kind: 'filteredPosts' | 'filteredUsers'; key: string }[]> => {
  const db = new DatabaseSync(small, { readOnly: true })
  const world = await readWorld(async (sql) => db.prepare(sql).all())
  db.close()
  const posts = fc.sample(anyPostQuery(world), { numRuns: count, seed: 7 })
  const users = fc.sample(anyUserQuery(world), { numRuns: Math.ceil(count / 4), seed: 7 })
  return [
    ...posts.map((query) => ({ kind: 'filteredPosts' as const, key: writeQuery({ ...query, of: null }) })),
    ...users.map((query) => ({ kind: 'filteredUsers' as const, key: writeQuery(query) }))
  ]
}

const measureRandom = async (path: string, keys: Awaited<ReturnType<typeof randomKeys>>) => {
  const source = openSqlite({ path, mediaBase: () => null })
  const times: number[] = []
  for (const { kind, key } of keys) {
    const before = processorMs()
    await source.page(kind, key, { count: 20, after: null }, AbortSignal.timeout(60_000))
    times.push(processorMs() - before)
  }
  await source.close()
  const sorted = times.toSorted((a, b) => a - b)
  const shown = [0.5, 0.95, 0.99, 1].map((share) => quantile(sorted, share).toFixed(1))
  print(
    `  ${keys.length} random filters over everything, ms CPU: p50 ${shown[0]}, p95 ${shown[1]}, p99 ${shown[2]}, max ${shown[3]}`
  )
}

const dearest = `query Dearest {
  posts(filter: { plays: { min: 1 } }, orderBy: ENGAGEMENT_RATE, first: 50) {
    totalCount
    facets { plays { median } top(by: HASHTAG, first: 50) { count } }
    nodes { postId }
  }
}`

/** How long health and a cached answer take while eight clients keep asking for what is dearest. */
const measureOthers = async (server: Running) => {
  let isOver = false
  let turn = 0
  let asked = 0
  const dear = async () => {
    while (!isOver) {
      turn += 1
      await ask(server.url, unrepeated({ query: dearest, variables: {} }, turn))
      asked += 1
    }
  }
  const clients = Array.from({ length: 8 }, dear)
  const health: number[] = []
  const cached: number[] = []
  const until = performance.now() + 5_000
  while (performance.now() < until) {
    const began = performance.now()
    await (await fetch(`${server.url}/healthz`)).arrayBuffer()
    health.push(performance.now() - began)
    cached.push(await ask(server.url, { query: '{ user(by: { username: "maya.nguyen" }) { displayName } }' }))
  }
  isOver = true
  await Promise.all(clients)
  const shown = (times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return `p50 ${quantile(sorted, 0.5).toFixed(1)}, p99 ${quantile(sorted, 0.99).toFixed(1)}, max ${quantile(sorted, 1).toFixed(1)} ms`
  }
  print(
    `  while 8 clients ask for facets over everything (${asked} answers in 5 s): /healthz ${shown(health)}; a cached answer ${shown(cached)}`
  )
}

const small = makeDataset({ users: 1_000, posts: 20_000 })
const keys = await randomKeys(small.path, Number(values.filters))
const sizes = values.data === undefined ? values.posts.split(',').map(Number) : []
const made = sizes.map((posts) => (posts === 20_000 ? small : makeDataset({ users: Math.ceil(posts / 10), posts })))
const paths = [...(values.data ?? []), ...made.map(({ path }) => path)]
for (const path of paths) {
  const db = new DatabaseSync(path, { readOnly: true })
  const posts = Number(db.prepare('SELECT count(*) AS n FROM all_posts').get()?.n)
  const bytes = Number(db.prepare('SELECT sum(length(data)) AS n FROM column_chunks').get()?.n)
  db.close()
  const share = ((100 * bytes) / statSync(path).size).toFixed(1)
  print(`${posts.toLocaleString('en')} posts; columns ${(bytes / 2 ** 20).toFixed(1)} MiB, ${share} % of the file`)
  const server = await start(servers.clipgraph, { ...clipgraphEnv(`sqlite:${path}`), MAX_QUERY_COST: '100000' })
  try {
    await measureQuestions(server, endOf(path))
    await measureOthers(server)
    print(`  memory of the server: ${Math.round(server.memoryMiB() ?? 0)} MiB`)
  } finally {
    await server.stop()
  }
  await measureRandom(path, keys)
}
for (const { remove } of new Set([small, ...made])) remove()
process.exit(0)
