import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { testKey } from './server.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type Served = {
  url: string
  pid: number
  /** What it said so far, on both outputs. */
  output(): string
  kill(signal: NodeJS.Signals): void
  /** The exit code; null for a process that a signal ended. */
  exited: Promise<number | null>
}

const alive = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** A server in a process of its own, for what is about the whole process. `preload` is run in it first. */
export const serve = async (
  dataset: string,
  env: Readonly<Record<string, string>> = {},
  preload = ''
): Promise<Served> => {
  const before = preload === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
  const child = spawn(process.execPath, [...before, main, 'serve'], {
    // Away from anybody's `.env`.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, DATA_URL: `sqlite:${dataset}`, GATEWAY_KEYS: testKey, PORT: '0', ...env }
  })
  alive.add(child)
  const exited = new Promise<number | null>((gone) => child.once('exit', (code) => gone(code)))
  void exited.then(() => alive.delete(child))
  let output = ''
  const url = await new Promise<string>((ready, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk
      // The last line of what it says when it starts.
      const said = /ready at (\S+)[\s\S]+ curl .+\n/.exec(output)?.[1]
      if (said !== undefined) ready(said)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then(() => fail(new Error(`the server ended: ${output}`)))
  })
  return { url, pid: child.pid ?? 0, output: () => output, kill: (signal) => child.kill(signal), exited }
}
