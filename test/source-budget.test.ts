import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { createLog } from '../src/core/log.ts'
import { liveRecords } from '../src/ingest/live-records.ts'
import { Budget, periodAt } from '../src/store/source/budget.ts'
import { openCallFile } from '../src/store/source/call-file.ts'
import { LiveSource } from '../src/store/source/live-source.ts'
import { research as researchTable } from '../src/store/source/tables/research.ts'
import { appTable, startAppVendor, vendorKey } from './app-vendor.ts'
import { commandInProcess } from './command-in-process.ts'
import { isLeftOut } from './ignored-terms.ts'
import { hasRedisServer, startRedis } from './own-redis.ts'
import { clientKey, clientSecret, researchEnv, startResearch } from './research-vendor.ts'
import { startOverSource } from './source-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-calls-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  return folder
}
const env = { SOURCE_KEY: vendorKey }
const budget = { calls: 4, per: 'day', resets: '00:00Z' }

/** A noon, so that no day ends within a test. */
let now = Date.UTC(2026, 4, 4, 12)

describe('the budget of a source', () => {
  test('is never exceeded over restarts, and what is cached is still served', async () => {
    const vendor = await startAppVendor()
    closing.push(vendor.close)
    const folder = temporaryFolder()
    const table = appTable(vendor.url, { budget })
    const first = await startOverSource(table, env, { folder, now: () => now })
    for (const name of ['a', 'b', 'c']) expect((await first.get(`/api/v1/users/${name}`)).status).toBe(404)
    await first.close()
    const second = await startOverSource(table, env, { folder, now: () => now })
    closing.push(second.close)
    const profile = await second.get('/api/v1/users/oak_bench')
    expect(profile.status).toBe(200)
    expect(profile.headers.get('x-source-budget')).toMatch(/^"example";q=4;r=0;t=\d+$/)
    const refused = await second.get('/api/v1/users/d')
    expect(refused.status).toBe(429)
    expect(refused.body.error).toMatchObject({
      code: 'RATE_LIMITED',
      details: { source: 'example', limit: 4, left: 0 }
    })
    expect(Number(refused.headers.get('retry-after'))).toBe(12 * 3_600)
    expect((await second.get('/api/v1/users/oak_bench')).status).toBe(200)
    expect(vendor.calls).toHaveLength(4)
    const { extensions } = await second.query('{ user(by: {username: "oak_bench"}) { username } }')
    expect(extensions?.cost).toMatchObject({
      source: { name: 'example', limit: 4, used: 4, left: 0, resetsAt: '2026-05-05T00:00:00.000Z' }
    })
    expect(await (await fetch(`${second.url}/metrics`)).text()).toContain(
      'clipgraph_source_calls_left{source="example"} 0'
    )
  })

  test('serves what is no longer fresh while nothing is left, and begins anew with its period', async () => {
    const vendor = await startAppVendor()
    closing.push(vendor.close)
    now = Date.UTC(2026, 4, 4, 12)
    const server = await startOverSource(appTable(vendor.url, { budget: { ...budget, calls: 1 } }), env, {
      now: () => now
    })
    closing.push(server.close)
    expect((await server.get('/api/v1/users/oak_bench')).status).toBe(200)
    // Past the time that a profile is fresh and is renewed in.
    now += 2 * 3_600_000
    expect((await server.get('/api/v1/users/oak_bench')).status).toBe(200)
    expect((await server.get('/api/v1/users/a')).status).toBe(429)
    now = Date.UTC(2026, 4, 5, 0, 1)
    expect((await server.get('/api/v1/users/a')).status).toBe(404)
    expect(vendor.calls).toHaveLength(2)
  })

  test('keeps a share for single records, and lists go on where they stopped', async () => {
    const vendor = await startAppVendor()
    closing.push(vendor.close)
    now = Date.UTC(2026, 4, 4, 12)
    const rule = { ...budget, calls: 3, reserve: '34%' }
    const server = await startOverSource(appTable(vendor.url, { budget: rule }), env, { now: () => now })
    closing.push(server.close)
    const first = await server.get<unknown[]>('/api/v1/users/oak_bench/posts?count=100')
    expect(first.body.data).toHaveLength(60)
    const next = `/api/v1/users/oak_bench/posts?count=100&cursor=${first.body.pagination?.cursor}`
    expect(await server.get(next)).toMatchObject({
      status: 429,
      body: { error: { message: expect.stringContaining('34% are kept for single records') } }
    })
    expect((await server.get('/api/v1/users/oak_bench')).status).toBe(200)
    now += 86_400_000
    expect((await server.get<unknown[]>(next)).body.data).toHaveLength(10)
  })

  test('is used up when the source says so', async () => {
    const research = await startResearch({ quota: 1 })
    closing.push(research.close)
    const server = await startOverSource('research', { ...researchEnv, SOURCE_URL: research.url }, { now: () => now })
    closing.push(server.close)
    expect((await server.get('/api/v1/users/oak_bench')).status).toBe(200)
    expect((await server.get('/api/v1/search?keyword=plank')).status).toBe(429)
    const calls = research.dataCalls()
    expect((await server.get('/api/v1/search?keyword=oak')).status).toBe(429)
    expect(research.dataCalls()).toBe(calls)
  })

  test('that cannot be counted any more is used up all the same when the source says so', async () => {
    const research = await startResearch({ quota: 0 })
    closing.push(research.close)
    const gone = () => Promise.reject(new Error('the counter is gone'))
    const counter = { take: () => 1, used: () => 0, exhaust: gone, close: () => {} }
    const rule = { calls: 1_000, per: 'day' as const }
    const source = new LiveSource({
      ...{ table: researchTable, url: new URL(research.url), connections: 1, reader: liveRecords },
      secrets: { 'env.SOURCE_CLIENT_KEY': clientKey, 'env.SOURCE_CLIENT_SECRET': clientSecret },
      budget: new Budget({ source: 'research', rule, owner: '', counter, now: () => now })
    })
    closing.push(source.close)
    const [found] = await source.lookUp('user', ['oak_bench'], new AbortController().signal)
    expect(found).toMatchObject({ code: 'RATE_LIMITED', details: { left: 0 } })
  })

  test('is shared by processes, none of which gives a call away when it is killed', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'calls.db')
    const script = join(folder, 'take.ts')
    const module = JSON.stringify(join(import.meta.dirname, '../src/store/source/call-file.ts'))
    writeFileSync(
      script,
      `import { writeSync } from 'node:fs'
import { openCallFile } from ${module}
const file = openCallFile(${JSON.stringify(path)}, 0)
for (;;) {
  const used = file.take('w', { most: 500, all: 500, known: 0 }, 1)
  if (used === null) break
  writeSync(1, used + '\\n')
}`
    )
    const taken: string[] = []
    const run = async (killAt: number) => {
      const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
      let text = ''
      child.stdout.on('data', (chunk) => {
        text += chunk
        if (text.split('\n').length > killAt) child.kill('SIGKILL')
      })
      await once(child, 'close')
      taken.push(...text.split('\n').filter((line) => /^\d+$/.test(line)))
    }
    await Promise.all([run(40), run(60), run(10_000)])
    // A killed process may have counted a call that it did not make; none was made twice or beyond the bound.
    expect(new Set(taken).size).toBe(taken.length)
    expect(Math.max(...taken.map(Number))).toBeLessThanOrEqual(500)
    expect(taken.length).toBeGreaterThanOrEqual(490)
    const file = openCallFile(path, 0)
    expect(await file.used('w')).toBe(500)
    expect(await file.take('w', { most: 500, all: 500, known: 0 }, 1)).toBeNull()
    await file.close()
  })
})

test('a count that comes when its period has ended is made anew in the next one', async () => {
  let answer = (_used: number) => {}
  const windows: string[] = []
  const counter = {
    take(window: string) {
      windows.push(window)
      return windows.length === 1 ? new Promise<number>((resolve) => (answer = resolve)) : 1
    },
    used: () => 0,
    exhaust: () => {},
    close: () => {}
  }
  let clock = Date.UTC(2026, 4, 4, 23, 59)
  const rule = { calls: 10, per: 'day' as const }
  const shared = new Budget({ source: 'example', rule, owner: 'x', counter, now: () => clock })
  const taken = shared.take(false)
  clock += 120_000
  answer(10)
  await taken
  expect(windows).toEqual([`x:${Date.UTC(2026, 4, 4)}`, `x:${Date.UTC(2026, 4, 5)}`])
  expect(shared.state).toMatchObject({ used: 1, left: 9 })
})

test.each<[string, (path: string) => string]>([
  ['a record', (name) => `/api/v1/users/${name}`],
  ['a list', (name) => `/api/v1/users/${name}/posts`]
])('a count that cannot be written leaves %s unasked for, and says for how long', async (_, path) => {
  const vendor = await startAppVendor()
  closing.push(vendor.close)
  const folder = temporaryFolder()
  const server = await startOverSource(appTable(vendor.url, { budget }), env, { folder, now: () => now })
  closing.push(server.close)
  const other = new DatabaseSync(join(folder, 'calls.db'))
  closing.push(() => other.close())
  other.exec('DROP TABLE calls')
  const refused = await server.get(path('nobody'))
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(vendor.calls).toEqual([])
})

test('less than nothing is never left, though the bound was lowered', async () => {
  const counter = { take: () => null, used: () => 80, exhaust: () => {}, close: () => {} }
  const lowered = new Budget({
    ...{ source: 'example', rule: { calls: 50, per: 'day' as const }, owner: 'x', counter, now: () => now }
  })
  await lowered.load()
  expect(lowered.state).toMatchObject({ used: 80, left: 0 })
})

test('a source that says just after a reset that calls are used up says it of the period before', async () => {
  const research = await startResearch({ quota: 0 })
  closing.push(research.close)
  let clock = Date.UTC(2026, 4, 5, 0, 0, 2)
  const server = await startOverSource('research', { ...researchEnv, SOURCE_URL: research.url }, { now: () => clock })
  const early = await server.get('/api/v1/users/oak_bench')
  expect(early.status).toBe(429)
  expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(early.headers.get('x-source-budget')).toContain('r=999;')
  await server.close()
  clock += 3_600_000
  const later = await startOverSource('research', { ...researchEnv, SOURCE_URL: research.url }, { now: () => clock })
  closing.push(later.close)
  const { status, headers } = await later.get('/api/v1/users/oak_bench')
  expect({ status, seconds: Number(headers.get('retry-after')) }).toEqual({ status: 429, seconds: 23 * 3_600 - 2 })
})

const hasNoRedis = isLeftOut(hasRedisServer(), 'budgets in a Redis that stops, as there is no redis-server to start')

describe.skipIf(hasNoRedis)('replicas that share a budget through Redis', () => {
  const calls = 20
  const replicas = async () => {
    const redis = await startRedis()
    closing.push(redis.close)
    const vendor = await startAppVendor()
    closing.push(vendor.close)
    const lines: string[] = []
    const start = async () => {
      const server = await startOverSource(appTable(vendor.url, { budget: { ...budget, calls } }), env, {
        now: () => now,
        config: { cache: { kind: 'redis', url: redis.url } },
        log: createLog('warn', { write: (line: string) => lines.push(line) })
      })
      closing.push(server.close)
      return server
    }
    const servers = [await start(), await start()] as const
    let asked = 0
    /** Statuses of so many accounts that nobody has asked for. */
    const ask = (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          asked += 1
          return (await servers[asked % 2 === 0 ? 0 : 1].get(`/api/v1/users/nobody${asked}`)).status
        })
      )
    /** Each replica has a connection. */
    const connected = async () => {
      await expect.poll(async () => (await servers[0].get('/api/v1/users/first')).status).toBe(404)
      await expect.poll(async () => (await servers[1].get('/api/v1/users/second')).status).toBe(404)
    }
    now = Date.UTC(2026, 4, 4, 12)
    await connected()
    return { redis, vendor, servers, start, ask, lines }
  }
  const tally = (statuses: readonly number[]) =>
    Object.fromEntries(
      [...new Set(statuses)].sort().map((each) => [each, statuses.filter((status) => status === each).length])
    )

  test('make as many calls as the source allows, and no more', async () => {
    const { vendor, servers, ask } = await replicas()
    const before = vendor.calls.length
    expect(tally(await ask(60))).toEqual({ 404: calls - before, 429: 60 - (calls - before) })
    expect(vendor.calls).toHaveLength(calls)
    now += 86_400_000
    expect(await ask(1)).toEqual([404])
    expect((await servers[0].get('/api/v1/users/oak_bench')).status).toBe(200)
  })

  test('make none while Redis is away, serve what is cached, and say so', async () => {
    const { redis, vendor, servers, ask, lines } = await replicas()
    for (const server of servers) expect((await server.get('/api/v1/users/oak_bench')).status).toBe(200)
    const before = vendor.calls.length
    redis.stop()
    const refused = await servers[0].get('/api/v1/users/nobody')
    expect(refused).toMatchObject({
      status: 503,
      body: { error: { code: 'UNAVAILABLE', message: expect.stringMatching(/calls .* cannot be counted/) } }
    })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await servers[0].get('/api/v1/users/oak_bench')).status).toBe(200)
    expect(vendor.calls).toHaveLength(before)
    redis.goOn()
    await expect.poll(() => ask(1)).toEqual([404])
    await ask(60)
    expect(vendor.calls.length).toBeLessThanOrEqual(calls)
    await redis.kill()
    await expect.poll(() => lines.join('')).toContain('no call of the source is made without it')
    expect(lines.join('')).toContain('each process caches by itself')
  })

  test('make none after Redis has lost their counts, until the period ends', async () => {
    const { redis, vendor, ask, lines } = await replicas()
    const before = vendor.calls.length
    await redis.kill()
    await redis.restart()
    // While a connection is missing it is 503, then it is known that counts are lost.
    await expect.poll(async () => tally(await ask(2))).toEqual({ 429: 2 })
    expect(vendor.calls).toHaveLength(before)
    expect(lines.join('')).toContain('has lost how many calls of the source were made')
    now += 86_400_000
    expect(await ask(2)).toEqual([404, 404])
  })

  test('with commands, which make no call beside those of the servers', async () => {
    const { redis, vendor, servers, ask } = await replicas()
    // Theirs is no other clock.
    now = Date.now()
    const before = vendor.calls.length
    const run = (command: string) =>
      commandInProcess(`${command} --from source:mine.json`, servers[0].folder, { ...env, CACHE_URL: redis.url })
    expect(await run('export user:oak_bench')).toMatchObject({ code: 0, stdout: expect.stringContaining('oak_bench') })
    expect(await run('query {user(by:{username:"oak_bench"}){username}}')).toMatchObject({ code: 0 })
    const collected = await run('collect user:oak_bench --into own.db')
    expect(collected).toMatchObject({ code: 0, stdout: expect.stringContaining('Written to') })
    const checked = await run('sources check --user oak_bench')
    expect(checked.stdout).toMatch(/^partly +getUser /m)
    expect(vendor.calls.length).toBeGreaterThan(before + 3)
    await ask(60)
    expect(vendor.calls.length - before).toBe(calls)
  })

  test('say from their start how many are left', async () => {
    const { servers, start, ask } = await replicas()
    await ask(10)
    const late = await start()
    const left = async (server: { url: string }) =>
      /calls_left\{[^}]*\} (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
    expect(await left(late)).toBe(String(calls - 12))
    expect(servers).toHaveLength(2)
  })
})

test('a period begins when its rule says', () => {
  const at = Date.UTC(2026, 4, 4, 6)
  expect(periodAt({ calls: 1, per: 'day', resets: '07:30Z' }, at)).toEqual({
    from: Date.UTC(2026, 4, 3, 7, 30),
    to: Date.UTC(2026, 4, 4, 7, 30)
  })
  expect(periodAt({ calls: 1, per: 'month' }, at)).toEqual({ from: Date.UTC(2026, 4, 1), to: Date.UTC(2026, 5, 1) })
  expect(periodAt({ calls: 1, per: 'hour' }, at + 1)).toEqual({ from: at, to: at + 3_600_000 })
})
