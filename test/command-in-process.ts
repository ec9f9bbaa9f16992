import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import threads from 'node:worker_threads'
import { vi } from 'vitest'
import { run } from '../src/commands/program.ts'
import { settings } from '../src/core/config/settings.ts'
import { work } from '../src/ingest/dataset-worker.ts'
import type { Finished } from './checkout.ts'

/** What was set where the tests run must not reach the commands. */
const unset = ['NO_COLOR', 'FORCE_COLOR', ...Object.keys(settings)]

const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * A command in this process, typed in some folder: what it says, and the code that the process would end with. For all that is not about a
 * process: to start one takes longer than what most commands do. `isTerminal`: as if a terminal showed what it says.
 */
export const commandInProcess = (
  commandLine: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
  options: { isTerminal?: boolean } = {}
): Promise<Finished> => runInProcess(words(commandLine), folder, env, options)

const { Worker } = threads

/** In place of the thread that makes a data set, which would load all modules anew each time. */
class NoThread extends EventEmitter {
  constructor(data: Parameters<typeof work>[0]) {
    super()
    work(structuredClone(data), (message) => this.emit('message', structuredClone(message))).then(
      () => this.emit('exit', 0),
      (error) => this.emit('error', error)
    )
  }
}
const putInPlace = (worker: typeof Worker) => {
  threads.Worker = worker
  syncBuiltinESMExports()
}
const withoutThread = new Proxy(Worker, {
  construct: (_, [url, options]) =>
    /dataset-worker/.test(String(url)) ? new NoThread(options.workerData) : new Worker(url, options)
})

let running: Promise<unknown> = Promise.resolve()

/** The same with the arguments one by one. It waits for those that came before it. */
export const runInProcess = (...given: Parameters<typeof runNow>): Promise<Finished> => {
  const finished = running.then(() => runNow(...given))
  running = finished.catch(() => {})
  return finished
}

const runNow = async (
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
  { isTerminal = false }: { isTerminal?: boolean } = {}
): Promise<Finished> => {
  const { argv, exitCode } = process
  const here = process.cwd()
  const streams = [process.stdout, process.stderr]
  const listeners = streams.map((stream) => stream.listeners('error'))
  const onSignals = stops.map((signal) => process.listeners(signal))
  for (const name of unset) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const said = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, ...rest: unknown[]) => {
      said[name] += text
      const written = rest.at(-1)
      if (typeof written === 'function') written()
      return true
    })
  )
  const before = streams.map(({ isTTY }) => isTTY)
  for (const stream of streams) stream.isTTY = isTerminal
  process.argv = [...argv.slice(0, 2), ...args]
  process.exitCode = undefined
  process.chdir(folder)
  putInPlace(withoutThread)
  try {
    await run()
    return { code: Number(process.exitCode ?? 0), ...said }
  } finally {
    putInPlace(Worker)
    // A command that makes a data set lets the heap of its process grow slowly.
    setFlagsFromString('--heap-growing-percent=0')
    process.chdir(here)
    for (const [index, stream] of streams.entries()) stream.isTTY = before[index] ?? false
    Object.assign(process, { argv, exitCode })
    for (const spy of spies) spy.mockRestore()
    for (const [index, stream] of streams.entries()) {
      for (const listener of stream.listeners('error')) {
        if (!listeners[index]?.includes(listener)) stream.off('error', listener as () => void)
      }
    }
    // A command that is over hears of signals until its process ends.
    for (const [index, signal] of stops.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!onSignals[index]?.includes(listener)) process.off(signal, listener)
      }
    }
    vi.unstubAllEnvs()
  }
}

/** As a shell takes them apart. */
const words = (commandLine: string): string[] =>
  [...commandLine.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
