import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { agentEnvironment } from '../../agent.ts'
import { testKey } from '../../server.ts'

/** A server in a process of its own, with what it takes there. */
export type Served = {
  url: string
  isAlive: () => boolean
  /** What it wrote so far. */
  output: () => string
  /** Resident memory in MiB, at its worst so far. */
  worstMemory: () => number
  stop(): Promise<void>
}

const project = resolve(import.meta.dirname, '../../..')

export const startProcess = async (
  dataset: string,
  settings: Readonly<Record<string, string>> = {}
): Promise<Served> => {
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd: project,
    env: agentEnvironment({
      PORT: '0',
      DATA_URL: `sqlite:${dataset}`,
      GATEWAY_KEYS: testKey,
      LOG_LEVEL: 'error',
      ...settings
    })
  })
  let output = ''
  const closed = new Promise<void>((done) => child.once('close', () => done()))
  const url = await new Promise<string>((found, fail) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000)
      const at = /ready at (http:\/\/\S+)/.exec(output)?.[1]
      if (at !== undefined) found(at)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    closed.then(() => fail(new Error(`the server ended: ${output}`)))
  })
  let worst = 0
  const look = () => {
    if (child.exitCode === null) worst = Math.max(worst, residentMiB(child.pid ?? 0))
  }
  const looking = setInterval(look, 250)
  return {
    url,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    worstMemory: () => worst,
    async stop() {
      clearInterval(looking)
      child.kill()
      await closed
    }
  }
}

/** As Linux tells it, in pages of 4 KiB. */
const residentMiB = (pid: number): number => {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return Math.round(Number(pages) / 256)
}
