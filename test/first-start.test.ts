import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { isLeftOut } from './ignored-terms.ts'
import { testKey } from './server.ts'

const main = fileURLToPath(new URL('../src/commands/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'clipgraph-first-start-'))
const children = new Set<ReturnType<typeof spawn>>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const codes = { SIGTERM: 143, SIGINT: 130 }

/** Runs in a process before the server does: one that stays at the look-up of its address, and is sent a signal at some moment. */
const preload = (moment: string, signal: string) => `
  import dns from 'node:dns'
  import fs, { readFileSync, renameSync } from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  import { DatabaseSync } from 'node:sqlite'
  import { isMainThread } from 'node:worker_threads'
  const [read, rename, { exec }] = [readFileSync, renameSync, DatabaseSync.prototype]
  const now = (moment) => {
    if (moment === '${moment}') process.kill(process.pid, '${signal}')
    return moment === '${moment}'
  }
  fs.readFileSync = (path, ...rest) => {
    if (path === '.env') now('reads its settings')
    return read(path, ...rest)
  }
  DatabaseSync.prototype.exec = function (sql) {
    if (!isMainThread) now('makes a data set')
    return exec.call(this, sql)
  }
  fs.renameSync = (...paths) => {
    rename(...paths)
    // Before it can tell anybody.
    if (now('has just made a data set')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  dns.lookup = () => {
    setInterval(() => {}, 1_000)
    now('has its data open')
  }
  syncBuiltinESMExports()
`

/** How a server ends that is stopped in the middle of its start, and what it leaves behind. */
const stoppedStart = async (
  before: readonly string[],
  moment: string,
  signal: string,
  DATA_URL: string,
  command: readonly string[] = ['serve']
) => {
  const cwd = mkdtempSync(join(folder, 'start-'))
  const source = `data:text/javascript,${encodeURIComponent(preload(moment, signal))}`
  const child = spawn('/usr/bin/env', [...before, process.execPath, '--import', source, main, ...command], {
    cwd,
    env: { PATH: process.env.PATH, PORT: '0', HOST: 'clips.test', GATEWAY_KEYS: testKey, DATA_URL },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  children.add(child)
  const [[code, by], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null, NodeJS.Signals]>,
    text(child.stdout),
    text(child.stderr)
  ])
  // What a signal ended has the code that a shell gives it.
  return { code: code ?? 128 + constants.signals[by], stdout, stderr, files: readdirSync(cwd, { recursive: true }) }
}

// No signal ends the first process of a container that it does not listen for.
const first = ['unshare', process.getuid?.() === 0 ? '-pf' : '-rpf', '--kill-child']
const haveNone = isLeftOut(
  spawnSync('/usr/bin/env', [...first, 'true']).status === 0,
  'the first process of a container, as this machine makes no namespaces',
  { evenInCi: true }
)
const kinds = [
  ['any process', []] as const,
  ...(haveNone ? [] : [['the first process of a container', first] as const])
]

describe.each(kinds)('a start that is stopped, %s', (_, before) => {
  // Each signal at some moment: what becomes of one does not hang on the moment, nor of a moment on the signal.
  test.each([
    ['SIGTERM', 'reads its settings'],
    ['SIGINT', 'has its data open']
  ] as const)('by %s ends without a word while it %s', async (signal, moment) => {
    const end = await stoppedStart(before, moment, signal, `sqlite:${inject('defaultDataset')}`)
    expect(end).toEqual({ code: codes[signal], stdout: '', stderr: '', files: [] })
  })

  test('by SIGTERM leaves nothing of a data set that it was making', async () => {
    const { stderr, ...end } = await stoppedStart(before, 'makes a data set', 'SIGTERM', 'demo:')
    expect(end).toEqual({ code: codes.SIGTERM, stdout: '', files: ['data'] })
    expect(stderr).toMatch(/Stopped\. \.\/data\/demo\.db was not written\.\n$/)
  })
})

const own = 'sqlite:./data/clipgraph.db'

test('an import that is stopped when it has just begun leaves nothing', async () => {
  const feed = join(folder, 'feed.json')
  writeFileSync(feed, JSON.stringify([{ id: '7000000000000000001', text: 'a', authorMeta: { name: 'one' } }]))
  const { stderr, ...end } = await stoppedStart([], 'makes a data set', 'SIGTERM', own, ['import', feed])
  expect(end).toEqual({ code: 143, stdout: '', files: ['data'] })
  expect(stderr).toMatch(/Stopped\. \.\/data\/clipgraph\.db was not written\.\n$/)
})

test('a start that is stopped when it has just made a data set says so', async () => {
  // A small one: the first start makes its own in the same way.
  const small = ['seed', '--users', '10', '--posts', '20']
  const { files, ...end } = await stoppedStart([], 'has just made a data set', 'SIGTERM', own, small)
  expect(end).toMatchObject({ code: 143, stdout: '' })
  expect(end.stderr).toMatch(/Stopped\. \.\/data\/clipgraph\.db was written\.\n$/)
  expect(files.toSorted()).toEqual(['data', 'data/clipgraph.db'])
})
