import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { trendWindows } from '../src/engines/history/growth.ts'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { trendKinds } from '../src/records/trending.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import type { Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { createDatabase, hasNoPostgres, onPostgres } from '../test/own-postgres.ts'
import { median, percentile } from './load.ts'
import { makeSeries } from './series-dataset.ts'
import { clipgraphEnv, key, servers, start } from './servers.ts'

/**
 * What counts over time cost: bytes a sample, the history of one thing, rankings of what rises, and how long others wait for a ranking.
 *
 *   node bench/series.ts                                   10 million samples: 200,000 posts each day, 50,000 creators each week
 *   node bench/series.ts --posts 2000000 --samples 5       as many of more posts
 */
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '200000' },
    samples: { type: 'string', default: '48' },
    creators: { type: 'string', default: '50000' },
    'creator-samples': { type: 'string', default: '20' }
  }
})

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const never = new AbortController().signal
const mediaBase = () => null

const shown = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.95, 1].map((share) => percentile(sorted, share).toFixed(2)).join(', ')
}

const histories = 1_000

/** Keys from all over the data set. */
const keysOf = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  const some = (sql: string) =>
    db
      .prepare(`${sql} ORDER BY (pk * 7919) % 100003 LIMIT ${histories}`)
      .all()
      .map(({ key }) => String(key))
  const keys = {
    postHistory: some('SELECT post_id AS key, pk FROM posts'),
    userHistory: some('SELECT handle AS key, pk FROM users')
  }
  db.close()
  return keys
}

/** Each history for the first time in this source. */
const measureHistories = async (name: string, source: Source, keys: ReturnType<typeof keysOf>): Promise<void> => {
  for (const kind of ['postHistory', 'userHistory'] as const) {
    const times: number[] = []
    for (const key of keys[kind]) {
      const began = performance.now()
      await source.lookUp(kind, [key], never)
      times.push(performance.now() - began)
    }
    print(`  ${kind} of ${times.length} in ${name}: ${shown(times)} ms`)
  }
}

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Processor time of each ranking, which a source computes once: of a new source each time, and the median of a few. */
const measureRankings = async (name: string, open: () => Promise<Source>): Promise<void> => {
  for (const kind of trendKinds) {
    for (const window of Object.keys(trendWindows)) {
      const times: number[] = []
      const waits: number[] = []
      let entries = 0
      for (let turn = 0; turn < 5; turn += 1) {
        const source = await open()
        const before = processorMs()
        const began = performance.now()
        const [found] = await source.lookUp('trending', [`${kind}:${window}`], never)
        times.push(processorMs() - before)
        waits.push(performance.now() - began)
        entries = found === null || found === undefined || found instanceof Error ? 0 : found.entries.length
        await source.close()
      }
      print(
        `  trending ${kind} ${window} in ${name}: ${median(times).toFixed(1)} ms CPU, ${median(waits).toFixed(1)} ms to the answer, ${entries} entries`
      )
    }
  }
}

const rankings = `query {
  ${trendKinds
    .flatMap((kind) =>
      Object.keys(trendWindows).map(
        (window) => `${kind}${window}: trending(kind: ${kind}, window: ${window}, first: 20) { edges { rate } }`
      )
    )
    .join('\n  ')}
}`

/** How long health takes while a fresh server computes all rankings. */
const measureOthers = async (path: string): Promise<void> => {
  const idle: number[] = []
  const waits: number[] = []
  let took = 0
  for (let turn = 0; turn < 3; turn += 1) {
    const server = await start(servers.clipgraph, { ...clipgraphEnv(`sqlite:${path}`), MAX_QUERY_COST: '100000' })
    let isOver = false
    const ask = async (query: string) => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'x-gateway-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query })
      })
      const { errors } = (await response.json()) as { errors?: unknown }
      if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 1_000))
    }
    // A server's first answers load what all later ones use.
    for (const first of [1, 2, 3]) await ask(`{ posts(first: ${first}) { nodes { postId } } }`)
    const health = async (times: number[]) => {
      const before = performance.now()
      await (await fetch(`${server.url}/healthz`)).arrayBuffer()
      times.push(performance.now() - before)
    }
    for (let request = 0; request < 50; request += 1) await health(idle)
    const began = performance.now()
    const asked = ask(rankings).finally(() => {
      took = Math.max(took, performance.now() - began)
      isOver = true
    })
    while (!isOver) await health(waits)
    await asked
    await server.stop()
  }
  print(`  /healthz of an idle server: ${shown(idle)} ms`)
  print(`  /healthz while a fresh server computes all rankings (${took.toFixed(0)} ms): ${shown(waits)} ms`)
}

const bytesInFile = (path: string): number => {
  const db = new DatabaseSync(path, { readOnly: true })
  const bytes = Number(
    db.prepare("SELECT sum(pgsize) AS n FROM dbstat WHERE name IN ('post_samples', 'user_samples')").get()?.n
  )
  db.close()
  return bytes
}

const began = performance.now()
const { path, samples, remove } = makeSeries({
  posts: Number(values.posts),
  samples: Number(values.samples),
  creators: Number(values.creators),
  creatorSamples: Number(values['creator-samples'])
})
print(
  `${samples.toLocaleString('en')} samples of ${values.posts} posts and ${values.creators} creators, made in ${((performance.now() - began) / 1_000).toFixed(0)} s`
)
print('  times: median, 95th percentile, longest')
try {
  const keys = keysOf(path)
  print(`  SQLite: ${(bytesInFile(path) / samples).toFixed(1)} bytes a sample`)
  const file = openSqlite({ path, mediaBase })
  await measureHistories('SQLite', file, keys)
  await file.close()
  await measureRankings('SQLite', async () => openSqlite({ path, mediaBase }))
  await measureOthers(path)
  if (hasNoPostgres) print('  PostgreSQL: skipped, as none runs')
  else {
    const database = await createDatabase()
    try {
      await migrate(database.url, null)
      await copyDataset(path, database.url, () => {})
      const [size] = await onPostgres(
        database.url,
        "SELECT (pg_total_relation_size('clipgraph.post_samples') + pg_total_relation_size('clipgraph.user_samples'))::text AS n"
      )
      print(`  PostgreSQL: ${(Number(size?.n) / samples).toFixed(1)} bytes a sample`)
      const open = async () => {
        const source = openPostgres({ urls: [database.url], mediaBase })
        await source.ready(never)
        return source
      }
      const source = await open()
      await measureHistories('PostgreSQL', source, keys)
      await source.close()
      await measureRankings('PostgreSQL', open)
    } finally {
      await database.close()
    }
  }
} finally {
  remove()
}
process.exit(0)
