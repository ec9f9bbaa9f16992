import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from './bare-environment.ts'
import type { Finished } from './checkout.ts'
import { runInProcess } from './command-in-process.ts'

const main = fileURLToPath(new URL('../src/commands/main.js', import.meta.url))

const alive = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

export type Command = {
  /** What it wrote so far. */
  stdout(): string
  stderr(): string
  kill(signal: NodeJS.Signals): void
  /** The code is null for a process that a signal ended. */
  finished: Promise<Finished>
}

export type CommandOptions = { env?: Readonly<Record<string, string>>; input?: string; cwd?: string }

/** Starts a command of clipgraph in a process of its own, away from anybody's `.env`. */
export const start = (args: readonly string[], { env = {}, input, cwd = tmpdir() }: CommandOptions = {}): Command => {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...bareEnvironment(), DATA_URL: 'sqlite:none.db', ...env }
  })
  alive.add(child)
  let [stdout, stderr] = ['', '']
  // A character may come in two pieces.
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  child.stdin.end(input)
  const finished = new Promise<Finished>((done) => child.once('close', (code) => done({ code, stdout, stderr })))
  void finished.then(() => alive.delete(child))
  return { stdout: () => stdout, stderr: () => stderr, kill: (signal) => child.kill(signal), finished }
}

/** Runs a command in a process of its own to its end, for what is about processes and what they read from standard input. */
export const commandAlone = (args: readonly string[], options: CommandOptions = {}): Promise<Finished> =>
  start(args, options).finished

/** Runs a command to its end in this process, after those that came before it. */
export const command = (
  args: readonly string[],
  { env = {}, cwd = tmpdir() }: Omit<CommandOptions, 'input'> = {}
): Promise<Finished> => runInProcess(args, cwd, { DATA_URL: 'sqlite:none.db', ...env })
