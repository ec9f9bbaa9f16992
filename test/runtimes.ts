import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isLeftOut } from './ignored-terms.ts'
import { isThorough } from './thorough.ts'

export type Runtime = { name: string; path: string; major: number }

const installed = resolve(import.meta.dirname, '../packages/runtimes/node_modules')
/** The oldest that may use the client, and the oldest that may use the server; in between in a thorough run. */
const lines = isThorough ? ['node-20', 'node-22', 'node-24'] : ['node-20', 'node-24']

/** In a thorough run the Node of the machine too, past those that packages bring along. */
const ownNode = (): string[] =>
  (isThorough ? (process.env.PATH ?? '') : '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .slice(0, 1)

/**
 * The Nodes to try the packages on: the oldest of lines that may use them, and this one. Those that are
 * not installed are left out; there are packages of them for Linux on x64.
 */
export const runtimes: readonly Runtime[] = [
  ...lines
    .map((line) => join(installed, line, 'bin/node'))
    .filter((path, index) => {
      const why = `the packages on ${lines[index]}; install it: node packages/install.ts packages/runtimes`
      return !isLeftOut(existsSync(path), why, { evenInCi: `${process.platform} ${process.arch}` !== 'linux x64' })
    }),
  process.execPath,
  ...ownNode()
].map((path) => {
  const version = execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
  return { name: `Node ${version}`, path, major: Number.parseInt(version, 10) }
})

const linuxOnly = { evenInCi: `${process.platform} ${process.arch}` !== 'linux x64' }
const otherRuntimes = { Bun: '@oven/bun-linux-x64/bin/bun', Deno: '@deno/linux-x64-glibc/deno' } as const

/** The other runtimes that may embed it, by the commands that run a file. */
export const otherCommands = Object.entries(otherRuntimes).flatMap(([name, file]) => {
  const path = join(installed, file)
  const why = `the package on ${name}; install it: node packages/install.ts packages/runtimes`
  return isLeftOut(existsSync(path), why, linuxOnly)
    ? []
    : [{ name, command: name === 'Deno' ? `${path} run -A` : path }]
})
