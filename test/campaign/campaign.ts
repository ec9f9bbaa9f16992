import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { hasPostgresServer, startCluster } from '../own-cluster.ts'
import { defaultDataset } from './default-dataset.ts'

/**
 * Runs one campaign by its name, with the arguments after it: `npm run campaign -- soak --minutes 10`. Without a name it lists them.
 * `--smallest` runs each in its smallest form, which writes nothing: CI tries that way that all of them still work.
 */
type Campaign = { script: string; about: string; smallest: readonly string[] }

const campaigns: Readonly<Record<string, Campaign>> = {
  attack: {
    script: 'test/campaign/attack.ts',
    about: 'sends every known attack and measures its cost; 3 minutes; docs/attacks.md',
    smallest: ['key']
  },
  bench: {
    script: 'bench/bench.ts',
    about: 'compares the speed with other servers; 40 minutes; bench/RESULTS.md',
    smallest: ['--quick', '--only', 'REST hot: one user', '--only', 'bare']
  },
  clients: {
    script: 'test/clients/clients.ts',
    about: 'tries third-party generators, clients and linters on the contracts; 2 minutes; docs/clients.md',
    smallest: ['--generators']
  },
  faults: {
    script: 'test/campaign/faults.ts',
    about: 'fails the upstream and Redis, overloads and restarts servers; 10 minutes; docs/faults.md',
    smallest: ['memory']
  },
  filters: {
    script: 'test/campaign/filters.ts',
    about: 'compares 10,000 random filters and orders with loops over all rows, over every store; 10 minutes',
    smallest: ['--filters', '25']
  },
  fuzz: {
    script: 'test/campaign/fuzz.ts',
    about: 'compares 10,000 queries in both executors and sends 100,000 random requests; 5 minutes',
    smallest: ['--requests', '200']
  },
  mutation: {
    script: 'test/mutation/mutation.ts',
    about: 'breaks the code in small ways and counts what the tests notice; 30 minutes; docs/mutation.md',
    smallest: ['--only', 'cache/entry', '--count', '1', '--workers', '1']
  },
  'page-speed': {
    script: 'test/campaign/page-speed.ts',
    about: 'measures bytes, first paint, time to use and axe findings of every page; 5 minutes',
    smallest: ['0']
  },
  relevance: {
    script: 'test/relevance/relevance.ts',
    about: 'judges search beside FTS5, MiniSearch and Orama; 2 minutes; docs/relevance.md',
    smallest: ['--tune', '--worst', '1']
  },
  scale: {
    script: 'test/campaign/scale.ts',
    about:
      'measures reads over 20,000 to 2,000,000 posts; 30 minutes; docs/scale.md, with --store postgres docs/scale-postgresql.md',
    smallest: ['--quick']
  },
  soak: {
    script: 'test/campaign/soak.ts',
    about: 'checks that memory, descriptors and listeners do not grow; 70 minutes, or --minutes; docs/soak.md',
    smallest: ['--minutes', '0.2']
  }
}

const project = resolve(import.meta.dirname, '../..')

const run = async (name: string, { script }: Campaign, args: readonly string[]): Promise<boolean> => {
  const began = performance.now()
  const child = spawn(process.execPath, [join(project, script), ...args], { cwd: project, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  process.stderr.write(
    `${name}: ${code === 0 ? 'done' : 'failed'} after ${Math.round((performance.now() - began) / 1_000)} s\n`
  )
  return code === 0
}

/** A soak mostly waits for idle connections to end; the others run meanwhile. */
const waiting: readonly string[] = ['soak']

const runSmallest = async (): Promise<boolean> => {
  const directory = mkdtempSync(join(tmpdir(), 'clipgraph-campaigns-'))
  process.env.TEST_DATASET = await defaultDataset(directory)
  const cluster = hasPostgresServer() ? await startCluster({ isOpen: true }) : undefined
  if (cluster !== undefined) process.env.TEST_POSTGRES ??= cluster.url
  const runAll = async (entries: readonly (readonly [string, Campaign])[]) => {
    let passed = true
    for (const [name, campaign] of entries) passed = (await run(name, campaign, campaign.smallest)) && passed
    return passed
  }
  const all = Object.entries(campaigns)
  const results = await Promise.all([
    runAll(all.filter(([name]) => waiting.includes(name))),
    runAll(all.filter(([name]) => !waiting.includes(name)))
  ])
  await cluster?.close()
  rmSync(directory, { recursive: true, force: true })
  return results.every(Boolean)
}

const list = Object.entries(campaigns).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
const [name = '', ...args] = process.argv.slice(2)
const campaign = Object.hasOwn(campaigns, name) ? campaigns[name] : undefined
if (name === '--smallest') process.exitCode = (await runSmallest()) ? 0 : 1
else if (campaign !== undefined) process.exitCode = (await run(name, campaign, args)) ? 0 : 1
else {
  if (name !== '') process.stderr.write(`There is no campaign ${name}.\n`)
  process.stdout.write(`npm run campaign -- <name> [arguments]\n\n${list.join('\n')}\n`)
  process.exitCode = name === '' ? 0 : 1
}
