import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8')

type Workflow = { jobs: Record<string, { 'timeout-minutes'?: number; steps: { run?: string; uses?: string }[] }> }

const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Scripts of the project that commands run: `npm run check` and `npm test`. */
const scriptsIn = (commands: string) =>
  new Set(
    [...commands.matchAll(/npm (?:run (?:-s )?)?([\w:]+)/g)].flatMap(([, name = '']) => (name in scripts ? [name] : []))
  )

test('the hosted jobs run what .ci/run does, and nothing that is not there', () => {
  const hosted = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
  // The default data set is made once for all parts that run on one machine.
  const own = [...scriptsIn(read('.ci/run'))].filter((name) => name !== 'clipgraph')
  expect([...scriptsIn(hosted.join('\n'))].sort()).toEqual(own.sort())
  const named = hosted.flatMap((command) => [...command.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name))
  expect(named.filter((name) => scripts[name ?? ''] === undefined)).toEqual([])
})

test('every hosted job ends in time', () => {
  for (const [name, job] of Object.entries(jobs)) expect(job['timeout-minutes'], name).toBeLessThanOrEqual(45)
})

test('the job of every night runs a script that is there', () => {
  const nightly = parse(read('.github/workflows/nightly.yml')) as Workflow
  const commands = Object.values(nightly.jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
  expect([...scriptsIn(commands.join('\n'))]).toEqual(['test:thorough'])
})
