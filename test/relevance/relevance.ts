import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { install } from '../../packages/install.ts'
import { importFiles } from '../../src/ingest/import.ts'
import { seedDataset, seedDefaults } from '../../src/ingest/seed/seed.ts'
import { defaultDataset } from '../campaign/default-dataset.ts'
import type { Engine } from './engine.ts'
import { clipgraph } from './engines/clipgraph.ts'
import { fts5, plainFts5, tunedFts5 } from './engines/fts5.ts'
import { miniSearch, orama } from './engines/peers.ts'
import { readEverything } from './indexed.ts'
import { judgedRows } from './judged.ts'
import { processorMs } from './measures.ts'
import { type Outcome, outcomesOf, summaryOf } from './outcome.ts'
import { classesOf, type Measured, type MeasuredSet, reportOf, worstOf } from './report.ts'
import { readWorld } from './world.ts'

/**
 * Asks a judged set of queries of clipgraph, and the same of other search engines, over the default data set and over collected feeds where they
 * lie beside the project. Writes docs/relevance.md. `--tune` asks clipgraph alone, shows each class and the worst rows of the half that may be looked at
 * (`--worst` says how many, `--class` and `--kind` narrow them down), and writes nothing.
 */
const { values: options } = parseArgs({
  options: {
    tune: { type: 'boolean', default: false },
    worst: { type: 'string', default: '10' },
    class: { type: 'string' },
    kind: { type: 'string' }
  }
})

const say = (text: string) => process.stdout.write(`${text}\n`)
const directory = mkdtempSync(join(tmpdir(), 'clipgraph-relevance-'))
process.once('exit', () => rmSync(directory, { recursive: true, force: true }))

/** Processor time that a data set took from the step on in which what is searched is made. */
const searchTime = () => {
  let began: number | null = null
  return {
    onProgress: (step: string) => {
      if (!['read', 'decode', 'posts', 'followers', 'profiles', 'indexes', 'counts'].includes(step))
        began ??= processorMs()
    },
    ms: () => processorMs() - (began ?? Number.NaN)
  }
}

const measure = async (name: string, path: string, buildMs: number, isDefault: boolean): Promise<MeasuredSet> => {
  const world = readWorld(path)
  const rows = judgedRows(world, { isDefault })
  if (isDefault && rows.length < 300) throw new Error(`only ${rows.length} queries: too few to judge by`)
  const everything = readEverything(path, world)
  const makers: (() => Promise<Engine> | Engine)[] = [() => clipgraph(path, buildMs)]
  if (!options.tune) {
    makers.push(
      () => fts5(everything, `${path}.fts5`, plainFts5),
      () => fts5(everything, `${path}.tuned.fts5`, tunedFts5),
      () => miniSearch(everything),
      () => orama(everything)
    )
  }
  const engines: Measured[] = []
  for (const make of makers) {
    const engine = await make()
    const outcomes = await outcomesOf(engine, rows, world)
    await engine.close()
    const { name: called, buildMs: made, size } = engine
    engines.push({ engine: { name: called, buildMs: made, size }, outcomes })
    const { ndcg, emptyShare, p99Ms } = summaryOf(outcomes)
    say(
      `${name}, ${called}: nDCG@10 ${ndcg.toFixed(3)}, nothing found ${(emptyShare * 100).toFixed(1)} %, p99 ${p99Ms.toFixed(1)} ms`
    )
  }
  const { top, users, live, suggestions } = world.records
  const sizes = `${top.length.toLocaleString('en')} posts, ${users.length.toLocaleString('en')} users, ${live.length} live rooms on the air, ${suggestions.length.toLocaleString('en')} things to suggest.`
  return { name, sizes, engines }
}

if (!options.tune) install('bench/peers')
/** Its path, and how long its search index took. The latter is unknown where the data set already exists, and only a report shows it. */
const seeded = async (): Promise<[path: string, buildMs: number]> => {
  if (options.tune) return [await defaultDataset(directory), Number.NaN]
  const path = join(directory, 'default.db')
  const seedTime = searchTime()
  await seedDataset({ path, ...seedDefaults, onProgress: seedTime.onProgress })
  return [path, seedTime.ms()]
}
const sets = [await measure('The default data set', ...(await seeded()), true)]

const samples = resolve(import.meta.dirname, '../../../shared/samples')
for (const [file, name] of [
  ['collector_500.json', 'A collected feed of many creators'],
  ['collector_user_40.json', 'A collected feed of one creator']
] as const) {
  if (!existsSync(join(samples, file))) {
    say(`${name}: left out, ${file} is not in ../shared/samples`)
    continue
  }
  const path = join(directory, `${file}.db`)
  const importTime = searchTime()
  await importFiles({ inputs: [join(samples, file)], path, onProgress: importTime.onProgress })
  sets.push(await measure(name, path, importTime.ms(), false))
}

if (options.tune) {
  const isWanted = ({ row }: Outcome) =>
    (options.class === undefined || row.class === options.class) &&
    (options.kind === undefined || row.kind === options.kind)
  for (const { name, engines } of sets) {
    const outcomes = (engines[0]?.outcomes ?? []).filter(isWanted)
    const tuned = outcomes.filter(({ row }) => !row.isHeldOut)
    say(`\n${name}: ${tuned.length} rows, nDCG@10 ${summaryOf(tuned).ndcg.toFixed(3)}, by class:`)
    say(classesOf(outcomes))
    say('The worst of them:')
    say(worstOf(outcomes, Number(options.worst)))
  }
} else {
  const report = reportOf(sets, new Date().toISOString().slice(0, 10))
  writeFileSync(resolve(import.meta.dirname, '../../docs/relevance.md'), report)
  say(`\n${report}`)
}
