import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Keyv from 'keyv'
import { Pool } from 'undici'
import { Cache } from '../src/cache/cache.ts'
import { Reads } from '../src/cache/reads.ts'
import { Memory } from '../src/core/memory.ts'
import { Scope } from '../src/core/scope.ts'
import { seedDataset, seedDefaults } from '../src/ingest/seed/seed.ts'
import { examples } from '../src/services/examples.ts'
import type { Source } from '../src/store/source.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'

/** Prints the figures of docs/packages.md: `npx node bench/packages.ts`. Medians of interleaved rounds. */

const rounds = 15
const warmUpRounds = 3

const say = (text: string) => process.stdout.write(`${text}\n`)

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Processor time of one call of each, in microseconds. */
const compare = async (title: string, times: number, work: Readonly<Record<string, () => unknown>>) => {
  const taken = new Map(Object.keys(work).map((name) => [name, [] as number[]]))
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const [name, call] of Object.entries(work)) {
      const began = process.cpuUsage()
      for (let index = 0; index < times; index += 1) await call()
      const { user, system } = process.cpuUsage(began)
      if (round >= warmUpRounds) taken.get(name)?.push((user + system) / times)
    }
  }
  for (const [name, values] of taken) say(`${title}; ${name}: ${median(values).toPrecision(3)} µs`)
}

/** Look-ups by key that are in no cache, for one request. */
const lookUps = async (path: string) => {
  const source = openSqlite({ path, mediaBase: () => null })
  const { now: _, ...withoutShortCut } = source
  const scope = () => new Scope({ requestId: 'bench', startedAt: 0, signal: new AbortController().signal })
  // Without room nothing is cached.
  const readsOf = (from: Source) =>
    new Reads({ source: from, cache: new Cache({ memory: new Memory(1), shared: null }) })
  const [direct, batched] = [readsOf(source), readsOf(withoutShortCut)]
  const page = await source.page(
    'userPosts',
    examples.username,
    { count: 20, after: null },
    AbortSignal.timeout(60_000),
    null
  )
  const ids = page?.items.map(({ post_id }) => post_id ?? '') ?? []
  for (const count of [1, 20]) {
    const keys = ids.slice(0, count)
    const all = (reads: Reads) => {
      const own = scope()
      return Promise.all(keys.map((key) => reads.lookUp(own, 'post', key)))
    }
    await compare(`posts from SQLite, ${count} in a request`, 400, {
      'at once': () => all(direct),
      'through DataLoader': () => all(batched)
    })
  }
  await source.close()
}

/** A hit in the process's own memory. */
const hits = async () => {
  const signal = AbortSignal.timeout(60_000)
  const value = { text: 'x'.repeat(500) }
  const lifetime = { freshMs: 60_000, revalidateMs: 0, onErrorMs: 0 }
  const cache = new Cache({ memory: new Memory(1_000_000), shared: null })
  cache.keep('key', value, lifetime)
  const keyv = new Keyv()
  await keyv.set('key', value)
  if (cache.peek('key') === undefined || signal.aborted) throw new Error('nothing was kept')
  await compare('a hit in memory', 20_000, {
    'own cache': () => cache.peek('key'),
    Keyv: () => keyv.get('key')
  })
}

/** Calls to a server in another process. */
const calls = async () => {
  const server = fork(import.meta.filename, ['serve'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [url]: string[] = await once(server, 'message')
  if (url === undefined) throw new Error('no server')
  const pool = new Pool(url)
  await compare('a call over HTTP', 400, {
    undici: async () => (await pool.request({ path: '/', method: 'GET' })).body.text(),
    fetch: async () => (await fetch(url)).text()
  })
  await pool.close()
  server.kill()
}

/** Time to load modules in a process of their own, less that of a process that loads none. */
const loading = (title: string, specifiers: readonly string[]) => {
  const script = `const began = performance.now(); ${specifiers.map((name) => `await import('${name}')`).join(';')}; process.stdout.write(String(performance.now() - began))`
  const ms = Array.from({ length: 9 }, () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: join(import.meta.dirname, '..') })
    )
  )
  say(`loading ${title}: ${median(ms).toPrecision(3)} ms`)
}

if (process.argv[2] === 'serve') {
  const body = JSON.stringify({ text: 'x'.repeat(2_000) })
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body))
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
} else {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-packages-'))
  try {
    const path = join(folder, 'default.db')
    seedDataset({ path, ...seedDefaults })
    await lookUps(path)
    await hits()
    await calls()
    loading('keyv with @keyv/redis and @redis/client', ['keyv', '@keyv/redis', '@redis/client'])
    loading('undici', ['undici'])
    loading('graphql-yoga', ['graphql-yoga'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
