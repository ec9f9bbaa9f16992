import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seedDataset, seedDefaults } from '../../src/ingest/seed/seed.ts'
import { whyEquivalent } from './equivalent.ts'
import { type Mutant, mutantsOf } from './mutants.ts'

/**
 * Changes the code in small ways and looks whether the tests notice: what they do not notice they do not test. A sample of all changes is
 * tried, always the same for one `--seed`; `--count` says how many, `--only` picks files by a part of their path, `--list` tries nothing.
 * Writes docs/mutation.md, unless `--only` was given. Works on copies; the files here stay as they are.
 *
 * Stryker is not used: it cannot try a sample, and all changes to these files, each with servers to start, are hours.
 */
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '160' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false }
  }
})

/** Test files that are to notice a change, the quickest to do so first. */
const queries = ['query-plans', 'plans', 'budgets', 'no-n-plus-one', 'graphql', 'calls', 'bad-input']
const subjects: Readonly<Record<string, readonly string[]>> = {
  'src/surfaces/graphql/query/compile.ts': queries,
  'src/surfaces/graphql/query/plan.ts': queries,
  'src/surfaces/graphql/query/run.ts': queries,
  'src/surfaces/graphql/query/outcomes.ts': queries,
  'src/surfaces/graphql/query/cost.ts': queries,
  'src/surfaces/graphql/query/inputs.ts': queries,
  'src/surfaces/graphql/query/documents.ts': queries,
  'src/services/cursors.ts': ['cursors', 'walks'],
  'src/services/feed-page.ts': ['walks', 'cursors', 'graphql'],
  'src/cache/cache.ts': ['cache'],
  'src/core/single-flight.ts': ['cache'],
  'src/cache/reads.ts': ['cache', 'no-n-plus-one', 'budgets'],
  'src/cache/entry.ts': ['shared-cache']
}

const project = resolve(import.meta.dirname, '../..')
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Numbers from 0 to 1 that are the same for one seed. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** So many of all, in an order that depends on the seed alone. */
const sampleOf = (mutants: readonly Mutant[], count: number): Mutant[] => {
  const random = randomOf(Number(options.seed))
  return mutants
    .map((mutant) => ({ mutant, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

const sources = new Map(Object.keys(subjects).map((file) => [file, readFileSync(join(project, file), 'utf8')]))
const lineOf = ({ file, line }: Mutant): string => sources.get(file)?.split('\n')[line - 1]?.trim() ?? ''
const all = [...sources].flatMap(([file, source]) => mutantsOf(file, source))
const equivalent = new Map(all.map((mutant) => [mutant, whyEquivalent(mutant, lineOf(mutant))]))
const sample = sampleOf(all, Number(options.count)).filter(
  (mutant) => equivalent.get(mutant) === undefined && mutant.file.includes(options.only ?? '')
)

const inCode = (text: string) => `\`${text.replace(/\s+/g, ' ').replaceAll('`', "'")}\``
const told = (text: string) => (text.length > 80 ? `${text.slice(0, 77)}…` : text)
const describe = (mutant: Mutant) => `${inCode(told(mutant.before))} → ${inCode(told(mutant.after))}`

if (options.list) {
  for (const mutant of sample) say(`${mutant.file}:${mutant.line} ${describe(mutant)}`)
  process.exit()
}

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-mutation-'))
const dataset = join(directory, 'data.db')
await seedDataset({ path: dataset, ...seedDefaults })

const running = new Set<ChildProcess>()
/** Test runners leave workers behind: the whole group ends. */
const end = (child: ChildProcess) => {
  running.delete(child)
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
process.once('exit', () => {
  for (const child of running) end(child)
  rmSync(directory, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** A copy of the project, to be changed. */
const copyOf = (name: string): string => {
  const copy = join(directory, name)
  const left = ['.git', 'node_modules', 'bench', 'data'].map((each) => join(project, each))
  cpSync(project, copy, { recursive: true, filter: (path) => !left.includes(path) && !path.endsWith('/node_modules') })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Far above what a run takes: what has not ended by then goes round in a circle. */
const maxWaitMs = 180_000

/** Whether one test file passes on a copy. */
const passes = (copy: string, test: string): Promise<boolean> => {
  const { promise, resolve: settle } = Promise.withResolvers<boolean>()
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'server',
      '--bail',
      '1',
      '--maxWorkers',
      '1',
      `/${test}.test.ts`
    ],
    {
      cwd: copy,
      env: { ...process.env, TEST_DATASET: dataset, NODE_OPTIONS: '--import ./test/mutation/end-on-failure.ts' },
      stdio: 'ignore',
      detached: true
    }
  )
  running.add(child)
  const timer = setTimeout(end, maxWaitMs, child)
  child.on('exit', (code) => {
    clearTimeout(timer)
    end(child)
    settle(code === 0)
  })
  return promise
}

const killerOf = async (copy: string, mutant: Mutant): Promise<string | null> => {
  const path = join(copy, mutant.file)
  writeFileSync(path, mutant.text)
  try {
    for (const test of subjects[mutant.file] ?? []) if (!(await passes(copy, test))) return test
    return null
  } finally {
    writeFileSync(path, sources.get(mutant.file) ?? '')
  }
}

const started = Date.now()
const minutes = () => `${((Date.now() - started) / 60_000).toFixed(1)} min`
const copies = Array.from({ length: Number(options.workers) }, (_, index) => copyOf(`copy-${index}`))
const killers = new Map<Mutant, string | null>()

const files = new Set(sample.map(({ file }) => file))
for (const test of new Set([...files].flatMap((file) => subjects[file] ?? []))) {
  if (!(await passes(copies[0] ?? '', test))) throw new Error(`${test} fails without any change`)
}
say(`${sample.length} of ${all.length} changes are tried; unchanged, all tests pass`)
const waiting = [...sample]
await Promise.all(
  copies.map(async (copy) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const killer = await killerOf(copy, mutant)
      killers.set(mutant, killer)
      say(
        `${minutes()} ${killer === null ? 'SURVIVED' : `killed by ${killer}`}: ${mutant.file}:${mutant.line} ${describe(mutant)}`
      )
    }
  })
)

const share = (killed: number, tried: number) => (tried === 0 ? '' : `${Math.floor((killed / tried) * 100)} %`)
const tally = (mutants: readonly Mutant[]) => {
  const killed = mutants.filter((mutant) => killers.get(mutant) !== null).length
  return { killed, text: `${mutants.length} | ${killed} | ${share(killed, mutants.length)}` }
}
const rows = [...sources.keys()].map((file) => {
  const of = (mutants: readonly Mutant[]) => mutants.filter((mutant) => mutant.file === file)
  return `| ${file} | ${of(all).length} | ${tally(of(sample)).text} |`
})
const survivors = sample
  .filter((mutant) => killers.get(mutant) === null)
  .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
const report = `# What the tests notice

Written by \`npm run campaign -- mutation\`, which changes the code in small ways – a comparison turned round, a condition always true, a number one
higher, a statement left out – and runs the tests of the file each time. A change is killed when a test fails or does not end. Of
${all.length} changes ${sample.length} were tried (\`--seed ${options.seed} --count ${options.count}\`).

| file | changes | tried | killed | share |
|---|---|---|---|---|
${rows.join('\n')}
| all | ${all.length} | ${tally(sample).text} |

## What they did not notice

${survivors.length === 0 ? 'Nothing.' : survivors.map((mutant) => `- ${mutant.file}:${mutant.line} ${describe(mutant)} in ${inCode(told(lineOf(mutant)))}`).join('\n')}

## What nobody can notice

Left out of the count: with these changes the code does the same.

${[...equivalent]
  .flatMap(([mutant, why]) =>
    why === undefined ? [] : [`- ${mutant.file}:${mutant.line} ${describe(mutant)}: ${why}`]
  )
  .join('\n')}
`
if (options.only === undefined) writeFileSync(join(project, 'docs/mutation.md'), report)
const { killed } = tally(sample)
say(`${killed} of ${sample.length} killed, ${share(killed, sample.length)}, in ${minutes()}`)
if (killed < 0.85 * sample.length) process.exitCode = 1
