import { readFileSync } from 'node:fs'
import { settings } from '../../config/settings.ts'
import { type Config, environment } from '../../config.ts'
import { commandLine } from '../../core/command-line.ts'
import type { Finding } from './finding.ts'

export const runtime = (): Finding => {
  const manifest: { engines: { node: string } } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  )
  const needed = Number(/\d+/.exec(manifest.engines.node)?.[0])
  const found = `Node ${process.versions.node}; ${needed} or newer is needed`
  if (Number.parseInt(process.versions.node, 10) >= needed) return { state: 'ok', what: 'runtime', found }
  return {
    state: 'wrong',
    what: 'runtime',
    found,
    todo: 'Run it through npm after npm ci, which installs the right version.'
  }
}

export const configurationProblem = (problem: string): Finding => {
  const name = /^\w+/.exec(problem)?.[0]
  if (name === undefined)
    return { state: 'wrong', what: 'configuration', found: problem, todo: 'Correct or remove .env.' }
  const place = process.env[name] === undefined ? 'in .env' : 'in the environment'
  return { state: 'wrong', what: 'configuration', found: problem, todo: `Correct ${name} ${place}.` }
}

/** Shorter names are too similar to unrelated variables. */
const shortestJudged = 6

/** Unknown variables whose names are close to a setting's. */
export function* misspelt(): Generator<Finding, void, undefined> {
  for (const name of Object.keys(environment())) {
    if (name in settings || name.length < shortestJudged) continue
    const meant = Object.keys(settings).find((setting) => slips(name, setting) <= 2)
    if (meant === undefined) continue
    const found = `${name} is set, but no setting has this name`
    yield { state: 'note', what: 'configuration', found, todo: `Rename it if you mean ${meant}.` }
  }
}

/** Edit distance between two names. */
const slips = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let place = 1; place <= from.length; place += 1) {
    const next = [place]
    for (let index = 1; index <= to.length; index += 1) {
      const change = (row[index - 1] ?? 0) + (from[place - 1] === to[index - 1] ? 0 : 1)
      next.push(Math.min(change, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

const shortestGoodKey = 16

export function* keys({ gatewayKeys, keyFile }: Config): Generator<Finding, void, undefined> {
  const what = 'keys'
  if (gatewayKeys.length === 0) {
    // All keys are in the file then.
    if (keyFile !== null) return
    yield { state: 'ok', what, found: 'none set: the server listens on loopback only and generates a key for each run' }
    return
  }
  const short = gatewayKeys.filter((key) => key.length < shortestGoodKey).length
  const found = `${gatewayKeys.length} in GATEWAY_KEYS`
  if (short === 0) yield { state: 'ok', what, found }
  else {
    yield {
      state: 'note',
      what,
      found: `${found}, ${short} of them shorter than ${shortestGoodKey} characters, which can be guessed`,
      todo: `Generate longer ones: ${commandLine('keys new')}`
    }
  }
}
