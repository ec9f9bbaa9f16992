import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '..')

/** A folder like a fresh clone after `npm ci`: the project's files, no data yet. */
export const freshCheckout = () => {
  const path = mkdtempSync(join(tmpdir(), 'clipgraph-checkout-'))
  for (const name of ['package.json', 'README.md', 'tsconfig.json']) cpSync(join(project, name), join(path, name))
  for (const name of ['src', 'schema', 'node_modules']) symlinkSync(join(project, name), join(path, name))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export type Finished = { code: number | null; stdout: string; stderr: string }

/** Runs a command line as a person would type it. */
export const run = (command: string, cwd: string, env: Record<string, string> = {}): Promise<Finished> =>
  new Promise((done) => {
    const child = spawn('bash', ['-c', command], { cwd, env: { ...process.env, ...env } })
    let stdout = ''
    let stderr = ''
    // A character may come in two pieces.
    child.stdout.setEncoding('utf8')
    child.stderr.setEncoding('utf8')
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('close', (code) => done({ code, stdout, stderr }))
  })

export type Started = { url: string; key: string | null; output: string; stop(): Promise<void> }

/** Starts a server by a command line and waits until it says that it is ready. */
export const start = (command: string, cwd: string, env: Record<string, string> = {}): Promise<Started> =>
  new Promise((done, fail) => {
    // A group of its own, so that what npm starts is stopped too.
    const child: ChildProcess = spawn('bash', ['-c', command], {
      cwd,
      // Nobody else is sending anything.
      env: { ...process.env, PORT: '0', SHUTDOWN_GRACE_MS: '0', MAX_WAIT_MS: '60000', ...env },
      detached: true
    })
    let output = ''
    const closed = new Promise<void>((gone) => child.once('close', () => gone()))
    const stop = async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
      await closed
    }
    const read = (chunk: Buffer) => {
      output += chunk
      const url = /ready at (http:\/\/\S+)/.exec(output)?.[1]
      if (url === undefined || !/curl .+/.test(output)) return
      done({ url, key: /Key\s+(\S+)/.exec(output)?.[1] ?? null, output, stop })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void closed.then(() => fail(new Error(`the server ended: ${output}`)))
  })
