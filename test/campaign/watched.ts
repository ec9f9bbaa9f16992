import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { testKey } from '../server.ts'
import type { Held } from './watched-hook.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What the system says of a process: resident memory in MiB, open descriptors. */
export type Sample = { minute: number; resident: number; descriptors: number }

/** A server as `npm start` has it, in a process of its own that can be looked into. */
export const startWatched = async (settings: Readonly<Record<string, string>>) => {
  const child = fork(at('../../src/main.ts'), ['serve'], {
    env: { PATH: process.env.PATH, PORT: '0', GATEWAY_KEYS: testKey, LOG_LEVEL: 'silent', ...settings },
    execArgv: ['--expose-gc', '--import', at('watched-hook.ts')],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  // However this process ends, what it started ends with it.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  const url = await new Promise<string>((done, fail) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk
      const [, found] = /ready at (http:\/\/\S+)/.exec(said) ?? []
      if (found !== undefined) done(found)
    })
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    child.once('exit', () => fail(new Error(said)))
  })
  said = ''
  const began = performance.now()
  return {
    url,
    /** What it said since it was ready, which can be nothing but warnings of Node, such as those of too many listeners. */
    said: () => said,
    sample(): Sample {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return {
        minute: (performance.now() - began) / 60_000,
        resident: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024,
        descriptors: readdirSync(`/proc/${child.pid}/fd`).length
      }
    },
    async held(): Promise<Held> {
      child.send('what do you hold?')
      const [held] = await once(child, 'message')
      return held
    },
    /** Tells it to end; its exit code. */
    async stop(): Promise<number | null> {
      process.off('exit', end)
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code
    }
  }
}
