import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testKey } from '../../server.ts'

export type Target = {
  url: string
  /** Milliseconds of processor time used, by all threads that still run. */
  processorMs(): number
  /** MiB in memory. */
  resident(): number
  log(): string
  stop(): Promise<void>
}

const main = join(import.meta.dirname, '../../../src/main.ts')

/** A server in a process of its own, as `npm start` starts one, with the settings given. Needs Linux, which tells about processes in files. */
export const startTarget = async (settings: Readonly<Record<string, string>>): Promise<Target> => {
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', GATEWAY_KEYS: testKey, LOG_LEVEL: 'debug', ...settings },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  let log = ''
  let said = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const url = await new Promise<string>((ready, fail) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const found = /ready at (http:\/\/\S+)/.exec(said)?.[1]
      if (found !== undefined) ready(found)
    })
    child.once('exit', () => fail(new Error(`the server ended: ${log}`)))
  })
  const about = `/proc/${child.pid}`
  return {
    url,
    processorMs() {
      const threads = readdirSync(`${about}/task`)
      const nanoseconds = threads.map((thread) =>
        Number(readFileSync(`${about}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
      )
      return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
    },
    resident: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`${about}/status`, 'utf8'))?.[1]) / 1_024,
    log: () => log,
    async stop() {
      process.off('exit', end)
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await gone
    }
  }
}
