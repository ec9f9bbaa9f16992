import { vi } from 'vitest'
import { run } from '../src/commands/program.ts'
import { settings } from '../src/config/settings.ts'
import type { Finished } from './checkout.ts'

/** What was set where the tests run must not reach the commands. */
const unset = ['NO_COLOR', 'FORCE_COLOR', ...Object.keys(settings)]

/**
 * A command in this process, typed in some folder: what it says, and the code that the process would end with. For all that is not about a
 * process: to start one takes longer than what most commands do. One at a time. `isTerminal`: as if a terminal showed what it says.
 */
export const commandInProcess = async (
  commandLine: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
  { isTerminal = false } = {}
): Promise<Finished> => {
  const { argv, exitCode } = process
  const here = process.cwd()
  const streams = [process.stdout, process.stderr]
  const listeners = streams.map((stream) => stream.listeners('error'))
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
  process.argv = [...argv.slice(0, 2), ...words(commandLine)]
  process.exitCode = undefined
  process.chdir(folder)
  try {
    await run()
    return { code: Number(process.exitCode ?? 0), ...said }
  } finally {
    process.chdir(here)
    for (const [index, stream] of streams.entries()) stream.isTTY = before[index] ?? false
    Object.assign(process, { argv, exitCode })
    for (const spy of spies) spy.mockRestore()
    for (const [index, stream] of streams.entries()) {
      for (const listener of stream.listeners('error')) {
        if (!listeners[index]?.includes(listener)) stream.off('error', listener as () => void)
      }
    }
    vi.unstubAllEnvs()
  }
}

/** As a shell takes them apart. */
const words = (commandLine: string): string[] =>
  [...commandLine.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
