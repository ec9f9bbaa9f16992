import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest'
import { bareEnvironment } from './bare-environment.ts'
import { commandAlone } from './command.ts'
import { freePort } from './free-port.ts'
import { keepAliveClient, type Outcome } from './keep-alive-client.ts'
import { metricOf, metricsOf } from './metric.ts'
import { ownKeyFile } from './own-key-file.ts'
import { main, type Served, serve } from './served.ts'
import { startServer, testKey } from './server.ts'

const path = '/api/v1/users/maya.nguyen'
const answered = 'clipgraph_requests_total{surface="rest",operation="getUser",status="200",code="OK"}'
/** A start of a process takes seconds beside other work. */
const patience = { timeout: 30_000, interval: 50 }

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-workers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const start = async (settings: Readonly<Record<string, string>> = {}, data = inject('defaultDataset')) => {
  const server = await serve(data, { WORKERS: '2', MAX_WAIT_MS: '60000', SHUTDOWN_GRACE_MS: '0', ...settings })
  closing.push(() => server.stop())
  return server
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .sort((one, other) => one - other)

/** Kills the worker that was started first, and returns its number. */
const killOne = async (server: Served): Promise<number> => {
  await expect.poll(() => childrenOf(server.pid).length, patience).toBeGreaterThan(0)
  const [pid] = childrenOf(server.pid)
  // The number 0 would stand for this group of processes.
  if (pid === undefined) throw new Error('no worker runs')
  process.kill(pid, 'SIGKILL')
  return pid
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}`)

/** Lines of the log. */
const loggedBy = (server: Served): Record<string, unknown>[] =>
  server
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** One request over a connection of its own: these go to the workers in turn. */
const askOnce = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent: false, headers: { 'x-gateway-key': testKey } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })

/** What comes of a new connection: an error code, or null. One that comes when the last worker stops may be left waiting. */
const connecting = (url: string): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.destroy()
      resolve(null)
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })

/** Clients that ask all the time, each over a connection that it keeps. `outcomes`: by client. */
const askingAllTheTime = (url: string, clients: number) => {
  const outcomes: Outcome[][] = Array.from({ length: clients }, () => [])
  let isOver = false
  const asking = outcomes.map(async (own) => {
    const client = keepAliveClient(url)
    let before = performance.now()
    while (!isOver) {
      const askedAt = performance.now()
      const outcome = await client.ask(path)
      // A server that ends may close what was quiet for a second, as it is while this process stands still: clients ask again then.
      const stoodStill = askedAt - before > 1_000
      if ('status' in outcome || !stoodStill) own.push(outcome)
      before = askedAt
    }
    client.close()
  })
  const end = async () => {
    isOver = true
    await Promise.all(asking)
  }
  closing.push(end)
  return { outcomes, end }
}

const failed = (outcomes: readonly Outcome[]) =>
  outcomes.filter((outcome) => !('status' in outcome && outcome.status === 200))

describe('two workers', () => {
  test('answer on one port, and each line of the log says which', async () => {
    const server = await start({ LOG_REQUESTS: 'all' })
    expect(childrenOf(server.pid)).toHaveLength(2)
    for (let asked = 0; asked < 10; asked += 1) expect(await askOnce(server.url + path)).toBe(200)
    await expect
      .poll(
        () =>
          Map.groupBy(
            loggedBy(server).filter(({ operation }) => operation === 'getUser'),
            ({ worker }) => worker
          ),
        patience
      )
      .toEqual(new Map([1, 2].map((worker) => [worker, Array.from({ length: 5 }, () => expect.anything())])))
  })

  test('are counted together, whoever is asked, and what ended ones counted stays', async () => {
    const server = await start()
    for (let asked = 0; asked < 6; asked += 1) await askOnce(server.url + path)
    for (let asked = 0; asked < 4; asked += 1) expect(await metricOf(server, answered)).toBe(6)
    const first = await killOne(server)
    await expect.poll(() => childrenOf(server.pid).filter((pid) => pid !== first), patience).toHaveLength(2)
    await expect.poll(() => server.stderr(), patience).toContain('a worker is ready')
    await askOnce(server.url + path)
    expect(await metricOf(server, answered)).toBe(7)
    expect(await metricsOf(server)).toMatch(/^process_start_time_seconds \d+$/m)
  })

  test('keep the limit of a key together', async () => {
    const server = await start({ RATE_LIMIT: '50/600s' })
    const statuses: number[] = []
    for (let asked = 0; asked < 120; asked += 1) statuses.push(await askOnce(server.url + path))
    const given = statuses.filter((status) => status === 200).length
    // Each worker may hold a point that it leased ahead.
    expect(given).toBeGreaterThanOrEqual(48)
    expect(given).toBeLessThanOrEqual(50)
    expect(statuses.slice(60)).toEqual(statuses.slice(60).map(() => 429))
  })

  test('go on while one is killed, which is replaced', async () => {
    const server = await start()
    const { outcomes, end } = askingAllTheTime(server.url, 8)
    await expect.poll(() => outcomes.every((own) => own.length > 20), patience).toBe(true)
    const [, other] = childrenOf(server.pid)
    const killed = await killOne(server)
    await expect.poll(() => server.stderr(), patience).toContain('a worker is ready')
    const asked = outcomes.map((own) => own.length)
    await expect.poll(() => outcomes.every((own, at) => own.length > (asked[at] ?? 0) + 20), patience).toBe(true)
    await end()
    const pids = childrenOf(server.pid)
    expect(pids).toHaveLength(2)
    expect(pids).toContain(other)
    expect(pids).not.toContain(killed)
    // Connections go to the workers in turn: some were with the other one.
    expect(outcomes.filter((own) => failed(own).length === 0).length).toBeGreaterThanOrEqual(1)
    expect(outcomes.flatMap((own, at) => failed(own.slice(asked[at])))).toEqual([])
    expect(loggedBy(server)).toContainEqual(expect.objectContaining({ pid: killed, signal: 'SIGKILL', level: 'error' }))
  })

  test('are replaced at SIGHUP without losing a request', async () => {
    const server = await start()
    const before = childrenOf(server.pid)
    const { outcomes, end } = askingAllTheTime(server.url, 4)
    const short: Promise<number>[] = []
    await expect.poll(() => outcomes.every((own) => own.length > 20), patience).toBe(true)
    server.kill('SIGHUP')
    while (!server.stderr().includes('workers are replaced"')) {
      short.push(askOnce(server.url + path))
      await short.at(-1)
    }
    await end()
    const after = childrenOf(server.pid)
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect(before.filter(isRunning)).toEqual([])
    expect(failed(outcomes.flat())).toEqual([])
    expect(new Set(await Promise.all(short))).toEqual(new Set([200]))
  })

  test('are replaced once more for a SIGHUP that comes meanwhile', async () => {
    const server = await start()
    server.kill('SIGHUP')
    await expect.poll(() => server.stderr(), patience).toContain('workers are replaced one by one')
    server.kill('SIGHUP')
    await expect.poll(() => server.stderr().match(/workers are replaced"/g)?.length, patience).toBe(2)
  })

  test('are as many when one is killed while others are replaced', async () => {
    const server = await start()
    const [, second = 0] = childrenOf(server.pid)
    server.kill('SIGHUP')
    await expect.poll(() => server.stderr(), patience).toContain('workers are replaced one by one')
    process.kill(second, 'SIGKILL')
    await expect.poll(() => server.stderr(), patience).toContain('workers are replaced"')
    await expect.poll(() => childrenOf(server.pid), patience).toHaveLength(2)
  })

  test('are not said to be replaced where a new one does not start', async () => {
    const keys = ownKeyFile({ key: testKey })
    closing.push(keys.remove)
    const valid = readFileSync(keys.path)
    const server = await start({ GATEWAY_KEYS: '', KEY_FILE: keys.path })
    writeFileSync(keys.path, '{')
    server.kill('SIGHUP')
    await expect.poll(() => server.stderr(), patience).toContain('the old ones stay')
    writeFileSync(keys.path, valid)
    server.kill('SIGHUP')
    const said = () => server.stderr().match(/one by one|old ones stay|workers are replaced(?=")/g)
    const failed = ['one by one', 'old ones stay']
    await expect.poll(said, patience).toEqual([...failed, 'one by one', 'workers are replaced'])
  })

  test('stay where a new one hangs at its start, which is ended', async () => {
    const hangs = join(folder, 'hangs')
    // A worker stands still, and the minutes that it has for its start are over at once.
    const loaded = `import { existsSync } from 'node:fs'
      const hangs = () => existsSync(${JSON.stringify(hangs)})
      if (process.env.CLIPGRAPH_WORKER && hangs()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      const { setTimeout } = globalThis
      globalThis.setTimeout = (run, ms, ...rest) => setTimeout(run, ms >= 60_000 && hangs() ? 500 : ms, ...rest)`
    const server = await serve(inject('defaultDataset'), { WORKERS: '2' }, [
      `--import=data:text/javascript,${encodeURIComponent(loaded)}`
    ])
    closing.push(() => server.stop())
    const before = childrenOf(server.pid)
    writeFileSync(hangs, '')
    server.kill('SIGHUP')
    await expect.poll(() => server.stderr(), patience).toContain('the old ones stay')
    expect(server.stderr()).toContain('is not ready after five minutes and is ended')
    expect(childrenOf(server.pid)).toEqual(before)
    rmSync(hangs)
    server.kill('SIGHUP')
    await expect.poll(() => server.stderr(), patience).toContain('workers are replaced"')
  })

  test('answer what they have begun at SIGTERM, and the process ends with 0', async () => {
    const server = await start()
    const begun = [await beginQuery(server.url), await beginQuery(server.url)]
    server.kill('SIGTERM')
    await expect.poll(() => connecting(server.url), patience).toBe('ECONNREFUSED')
    expect(await Promise.all(begun.map(({ finish }) => finish()))).toEqual([200, 200])
    expect(await server.exited).toBe(0)
  })

  test('record what both read once', async () => {
    const store = await startServer()
    closing.push(store.close)
    const file = join(folder, 'history.db')
    const server = await start({ UPSTREAM_KEY: testKey, HISTORY: `sqlite:${file}` }, store.url)
    expect(await Promise.all([askOnce(server.url + path), askOnce(server.url + path)])).toEqual([200, 200])
    await expect.poll(() => metricOf(server, 'clipgraph_reads_total{kind="user",result="miss"}'), patience).toBe(2)
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    const db = new DatabaseSync(file, { readOnly: true })
    expect(db.prepare('SELECT count(*) AS things FROM things').get()).toEqual({ things: 1 })
    db.close()
  })

  test('end with the process that started them', async () => {
    const server = await start()
    const pids = childrenOf(server.pid)
    await server.stop()
    await expect.poll(() => pids.filter(isRunning), patience).toEqual([])
  })

  test('are replaced more slowly when they fail again and again', async () => {
    const server = await start()
    const pauses = () => loggedBy(server).flatMap(({ pauseMs }) => (typeof pauseMs === 'number' ? [pauseMs] : []))
    for (const pauseMs of [500, 1_000, 2_000]) {
      await killOne(server)
      await expect.poll(() => pauses().at(-1), patience).toBe(pauseMs)
    }
    expect(await askOnce(server.url + path).catch(() => 0)).toBeOneOf([0, 200])
  })
})

describe('a start with workers', () => {
  test('that fails says why once, and ends', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    closing.push(() => other.close())
    const { code, stdout, stderr } = await commandAlone(['serve'], {
      env: { WORKERS: '2', PORT: String(port), DATA_URL: `sqlite:${inject('defaultDataset')}`, GATEWAY_KEYS: testKey }
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.match(/127\.0\.0\.1:\d+ is in use/g)).toHaveLength(1)
  })

  test('that is ended before it is complete ends', async () => {
    const port = String(await freePort())
    const child = spawn(process.execPath, [main, 'serve'], {
      cwd: tmpdir(),
      env: { ...settings(port), WORKERS: '2', SHUTDOWN_GRACE_MS: '500' },
      stdio: 'ignore'
    })
    closing.push(() => child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    await expect.poll(() => connecting(`http://127.0.0.1:${port}`), { ...patience, interval: 1 }).toBe(null)
    child.kill('SIGTERM')
    // 0 where it was complete already.
    expect((await ended)[0]).toBeOneOf([143, 0])
  })

  test('is that of one process under a process manager that starts workers itself', async () => {
    const port = String(await freePort())
    const manager = `import cluster from 'node:cluster'
      cluster.setupPrimary({ exec: ${JSON.stringify(main)}, args: ['serve'], execArgv: [], silent: true })
      cluster.fork()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', manager], {
      cwd: tmpdir(),
      env: settings(port),
      stdio: 'ignore'
    })
    closing.push(() => child.kill('SIGKILL'))
    await expect.poll(() => askOnce(`http://127.0.0.1:${port}${path}`).catch(() => 0), patience).toBe(200)
  })

  test('says one address and one key, and is ready once all workers are', async () => {
    const server = await start({ GATEWAY_KEYS: '', WORKERS: '3' })
    expect(childrenOf(server.pid)).toHaveLength(3)
    const key = /cg_[\w-]+/.exec(server.stdout())?.[0] ?? ''
    expect(server.stdout().match(/ready at/g)).toHaveLength(1)
    for (let asked = 0; asked < 6; asked += 1) {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect((await fetch(server.url + path, { headers: { 'x-gateway-key': key, connection: 'close' } })).status).toBe(
        200
      )
    }
  })
})

const settings = (port: string) => ({
  ...bareEnvironment(),
  PORT: port,
  DATA_URL: `sqlite:${inject('defaultDataset')}`,
  GATEWAY_KEYS: testKey
})

/** A query of which the server has the head, until its body is sent. */
const beginQuery = async (url: string): Promise<{ finish: () => Promise<number> }> => {
  const body = '{"query":"{ __typename }"}'
  const asking = request(`${url}/graphql`, {
    agent: false,
    method: 'POST',
    headers: {
      'x-gateway-key': testKey,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue'
    }
  })
  const answered = new Promise<number>((resolve, reject) => {
    asking.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
  })
  asking.flushHeaders()
  await once(asking, 'continue')
  return {
    finish() {
      asking.end(body)
      return answered
    }
  }
}

vi.setConfig({ testTimeout: 120_000 })
