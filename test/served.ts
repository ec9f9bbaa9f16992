import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from './bare-environment.ts'
import { testKey } from './server.ts'

export const main = fileURLToPath(new URL('../src/commands/main.js', import.meta.url))

export type Served = {
  url: string
  pid: number
  stdout(): string
  /** What it logged so far, and what Node said. */
  stderr(): string
  /** Asks what was loaded before the server, which answers `process` 'message'. */
  ask(question: string): Promise<unknown>
  kill(signal: NodeJS.Signals): void
  /** The exit code, once all it said is there; null for a process that a signal ended. */
  exited: Promise<number | null>
  /** Ends it at once. */
  stop(): Promise<void>
}

const alive = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/**
 * A server in a process of its own, for what is about the whole process, as `npm start` starts one but for its settings. `data` is the path
 * of a data set or the address of an upstream.
 */
export const serve = async (
  data: string,
  settings: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = []
): Promise<Served> => {
  const child = spawn(process.execPath, [...nodeOptions, main, 'serve'], {
    // Away from anybody's `.env`.
    cwd: tmpdir(),
    env: {
      ...bareEnvironment(),
      DATA_URL: data.startsWith('http://') ? data : `sqlite:${data}`,
      GATEWAY_KEYS: testKey,
      PORT: '0',
      ...settings
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  alive.add(child)
  const exited = new Promise<number | null>((gone) => child.once('close', (code) => gone(code)))
  void exited.then(() => alive.delete(child))
  let stdout = ''
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const url = await new Promise<string>((ready, fail) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk
      // The last line of what it says when it starts.
      const said = /ready at (\S+)[\s\S]+ curl .+\n/.exec(stdout)?.[1]
      if (said !== undefined) ready(said)
    })
    void exited.then(() => fail(new Error(`the server ended: ${stderr}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    async ask(question) {
      const answer = once(child, 'message')
      child.send(question)
      return (await answer)[0]
    },
    kill: (signal) => child.kill(signal),
    exited,
    async stop() {
      child.kill('SIGKILL')
      await exited
    }
  }
}
