import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mostResidentMiB } from '../process-figures.ts'
import { serve } from '../served.ts'
import { openWays } from '../two-ways.ts'
import { defaultDataset } from './default-dataset.ts'
import { fuzz } from './fuzz/fuzz.ts'

/**
 * Compares both executors on random queries, and sends random requests to a server in a process of its own. Takes some minutes. `--requests 2000`
 * sends that many; `--seed 7` sends others; `--from 812 --requests 1` repeats one of them.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' }
  }
})
const requests = Number(values.requests)
const seed = Number(values.seed)
const maxMemory = 600
const say = (text: string) => process.stdout.write(`${text}\n`)

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-fuzz-'))
const dataset = await defaultDataset(directory)
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

const { tallies, findings, late, seconds, asked } = report
say(`${asked.toLocaleString('en')} requests over 32 connections in ${Math.round(seconds)} s:`)
for (const [kind, { requests: sent, statuses, unanswered, slowestMs }] of tallies)
  say(
    `${kind}: ${sent} requests, 2xx to 5xx ${statuses.join(', ')}, no answer ${unanswered}, slowest ${Math.round(slowestMs)} ms`
  )
const expectations: readonly (readonly [string, boolean])[] = [
  [`${findings.length} answers in the wrong form, missing, or 500 and above`, findings.length === 0],
  [`${late.length} answers after more than 2 s`, late.length === 0],
  [`the process is ${isAlive ? 'healthy' : 'gone'}`, isAlive],
  [`${mostMiB} MiB resident of ${maxMemory}, with CACHE_MAX_MB=64`, mostMiB <= maxMemory]
]
for (const [text, holds] of expectations) say(`${holds ? 'ok    ' : 'BROKEN'} ${text}`)
if (!isAlive) say(served.stderr())
if (expectations.some(([, holds]) => !holds)) process.exitCode = 1
