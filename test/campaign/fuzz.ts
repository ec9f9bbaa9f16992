import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seedDataset, seedDefaults } from '../../src/seed/seed.ts'
import { mostResidentMiB } from '../process-figures.ts'
import { serve } from '../served.ts'
import { openWays } from '../two-ways.ts'
import { fuzz } from './fuzz/fuzz.ts'

/**
 * Asks both ways of answering any queries, sends any requests to a server in a process of its own, and writes docs/fuzz.md. Takes some minutes. `--requests 2000` sends so many
 * and writes nothing; `--seed 7` sends others; `--from 812 --requests 1` sends one of them again.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' }
  }
})
const requests = Number(values.requests ?? 100_000)
const seed = Number(values.seed)
const maxMemory = 600
const say = (text: string) => process.stdout.write(`${text}\n`)

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-fuzz-'))
const dataset = join(directory, 'data.db')
await seedDataset({ path: dataset, ...seedDefaults })
// Where the cases of the data set are looked for.
process.env.TEST_DATASET = dataset

const compared = Math.min(requests, 10_000)
const ways = await openWays(dataset)
await ways.compare(compared, seed)
await ways.close()
say(`${compared} queries are answered alike by plan and by the general executor`)

const served = await serve(dataset, { CACHE_MAX_MB: '64', MAX_WAIT_MS: '60000', LOG_LEVEL: 'error' })
say(`seed ${seed}`)
const { value: report, mostMiB } = await mostResidentMiB(served.pid, () =>
  fuzz({ url: served.url, requests, seed, from: Number(values.from), timeMs: 20 * 60_000 })
)
const isAlive = await fetch(`${served.url}/healthz`).then(
  ({ ok }) => ok,
  () => false
)
await served.stop()
rmSync(directory, { recursive: true, force: true })

for (const { index, kind, problem, command } of [...report.findings, ...report.late])
  say(`\n${index}, ${kind}: ${problem}\n${command}`)

const page = (): string => {
  const { tallies, findings, late, seconds, asked } = report
  const rows = [...tallies].map(([kind, { requests: sent, statuses, unanswered, slowestMs }]) =>
    ['', kind, sent, ...statuses, unanswered, `${Math.round(slowestMs)} ms`, ''].join(' | ').trim()
  )
  const held = (holds: boolean, text: string) => `${holds ? '' : '**not held:** '}${text}`
  return `# Any request

Written by \`npm run test:fuzz\` from what it saw: ${asked.toLocaleString('en')} requests of seed ${seed} to a server in a process of its own, over 32
connections, in ${Math.round(seconds)} s. Each request follows from the seed and its number; one that fails is printed as a command.

| sent | requests | 2xx | 3xx | 4xx | 5xx | no answer | slowest |
|---|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}

No answer is what a client has no claim to that sent broken bytes and hung up behind them.

| must | seen |
|---|---|
| an answer to every whole request, in the form of its surface, and below 500 | ${held(findings.length === 0, findings.length === 0 ? 'all are so' : `${findings.length} are not so`)} |
| within 2 s | ${held(late.length === 0, late.length === 0 ? 'all came in time' : `${late.length} came later`)} |
| the process lives, and is healthy afterwards | ${held(isAlive, isAlive ? 'it does' : 'it does not')} |
| at most ${maxMemory} MiB resident, with \`CACHE_MAX_MB=64\` | ${held(mostMiB <= maxMemory, `${mostMiB} MiB`)} |
`
}

const text = page()
say(text)
if (!isAlive) say(served.stderr())
if (values.requests === undefined) writeFileSync(new URL('../../docs/fuzz.md', import.meta.url), text)
if (text.includes('not held')) process.exitCode = 1
