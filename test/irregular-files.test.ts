import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bareEnvironment } from './bare-environment.ts'
import { changingFeed } from './changing-feed.ts'
import { run } from './checkout.ts'
import { commandInProcess } from './command-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-irregular-'))
const at = (name: string) => join(folder, name)
const sockets = createServer()
beforeAll(async () => {
  execFileSync('mkfifo', [at('pipe')])
  symlinkSync(at('pipe'), at('link'))
  symlinkSync('/dev/null', at('null'))
  mkdirSync(at('folder'))
  writeFileSync(at('feed.json'), JSON.stringify(changingFeed(0, 510)))
  await new Promise<void>((listening) => sockets.listen(at('socket'), listening))
})
afterAll(() => {
  sockets.close()
  rmSync(folder, { recursive: true })
})

/** Opens the pipe at both ends now and then, so that a command that waits for its other end fails here and does not wait for ever. */
const opener = spawn('sh', ['-c', 'while sleep 5; do : <>"$0"; done', at('pipe')])
afterAll(() => opener.kill())

const kinds = [
  ['pipe', 'a named pipe'],
  ['link', 'a named pipe'],
  ['socket', 'a socket'],
  ['null', 'a device'],
  ['folder', 'a folder']
] as const

describe('what is no regular file is refused at once', () => {
  test.each(kinds)('as data to read: %s', async (name, kind) => {
    const { code, stderr } = await commandInProcess('serve', folder, { DATA_URL: `sqlite:${at(name)}` })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`${at(name)} cannot be opened`) })
    expect(stderr).toContain(kind)
    expect(stderr).not.toContain('    at ')
  })

  test.each(kinds)('as a file of keys: %s', async (name, kind) => {
    const { code, stderr } = await commandInProcess('serve', folder, {
      DATA_URL: `sqlite:${inject('defaultDataset')}`,
      KEY_FILE: at(name)
    })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`KEY_FILE ${at(name)}: is ${kind}`) })
  })

  test.each([
    ['doctor', 'doctor', { DATA_URL: `sqlite:${at('pipe')}` }],
    ['the server of an agent', 'mcp', { DATA_URL: `sqlite:${at('pipe')}` }],
    ['an export', 'export user:a/posts', { DATA_URL: `sqlite:${at('pipe')}` }],
    ['a backup', `backup copy.db --from sqlite:${at('pipe')}`, {}],
    ['a list of keys', 'keys list', { KEY_FILE: at('pipe') }],
    ['a new key', 'keys new --name some', { KEY_FILE: at('pipe') }],
    ['an import into it', `import feed.json --into ${at('pipe')}`, {}],
    ['an import in place of it', `import feed.json --replace --into ${at('pipe')}`, {}],
    ['a data set made there', `seed --users 5 --posts 50 --out ${at('pipe')}`, {}]
  ])('by %s', async (_, args, env) => {
    const { code, stdout, stderr } = await commandInProcess(args, folder, env)
    expect(code).toBe(1)
    expect(stdout + stderr).toContain('a named pipe')
    expect(statSync(at('pipe')).isFIFO()).toBe(true)
  })
})

const main = resolve(import.meta.dirname, '../src/commands/main.js')

test('an import reads standard input, named pipes and what a shell makes of a command', {
  timeout: 120_000
}, async () => {
  const commands = [
    'cat feed.json | CLIPGRAPH import - --into piped.db',
    'CLIPGRAPH import <(cat feed.json) --into substituted.db',
    // A pipe of its own: nothing else opens it.
    'mkfifo feed; cat feed.json > feed & CLIPGRAPH import feed --into named.db',
    // The first process makes the standard input that both share non-blocking.
    `(head -c 999 feed.json; sleep 1; tail -c +1000 feed.json) | ${process.execPath} -e 'process.stdin.pause(); require("node:child_process").spawn("sh", ["-c", process.argv[1]], { stdio: "inherit" }).on("exit", process.exit)' 'CLIPGRAPH import - --into shared.db'`
  ]
  for (const command of commands) {
    const line = command.replace('CLIPGRAPH', `timeout 60 ${process.execPath} ${main}`)
    const { code, stdout } = await run(line, folder, bareEnvironment())
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Read 510 posts') })
  }
})
