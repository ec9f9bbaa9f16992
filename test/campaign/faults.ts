import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDeployment } from '../chain.ts'
import { faultCases, faultTable, observe, temperatures } from '../fault-cases.ts'
import { database } from './database.ts'
import { defaultDataset } from './default-dataset.ts'
import type { Figure } from './figure.ts'
import { memory } from './memory.ts'
import { outage } from './outage.ts'
import { overload } from './overload.ts'
import { redis } from './redis.ts'
import { resident } from './resident.ts'
import { restart } from './restart.ts'

/**
 * Measures what the fault table and the figures promise, and writes docs/faults.md. Takes about ten minutes. Names of parts as
 * arguments (overload, outage, redis, database, memory, resident, restart, table) run those alone and write nothing.
 */
const parts = process.argv.slice(2)
const wanted = (part: string) => parts.length === 0 || parts.includes(part)
const say = (text: string) => process.stdout.write(`${text}\n`)

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-campaign-'))
const dataset = await defaultDataset(directory)

const broken: string[] = []

const measureTable = async (): Promise<string> => {
  const deployment = await startDeployment({ dataset })
  const [post] = (await deployment.get<{ author_username: string }[]>('/api/v1/search?q=a&count=1')).body.data
  const path = `/api/v1/users/${post?.author_username}`
  const took = new Map<string, string>()
  for (const faultCase of faultCases) {
    for (const temperature of temperatures) {
      const seen = await observe(deployment, faultCase, temperature, path)
      const { status, cached, calls, withinMs } = faultCase.expected[temperature]
      const holds =
        seen.status === status &&
        seen.cached === cached &&
        seen.ms <= withinMs &&
        seen.calls >= calls[0] &&
        seen.calls <= calls[1]
      const name = `${faultCase.name}, ${temperature}`
      took.set(name, `${seen.ms} ms`)
      say(`${holds ? 'ok    ' : 'BROKEN'} ${name}: ${JSON.stringify(seen)}`)
      if (!holds) broken.push(name)
    }
  }
  await deployment.close()
  const { head, rows } = faultTable((faultCase, temperature) => took.get(`${faultCase.name}, ${temperature}`) ?? '')
  return [head, ...rows].join('\n')
}

const measureFigures = async (): Promise<string> => {
  const figures: Figure[] = []
  for (const [part, run] of Object.entries({ overload, outage, redis, database, memory, resident, restart })) {
    if (!wanted(part)) continue
    await run(dataset, (figure) => {
      say(`${figure.holds ? 'ok    ' : 'BROKEN'} ${figure.what}: ${figure.must}. Seen: ${figure.seen}`)
      if (!figure.holds) broken.push(figure.what)
      figures.push(figure)
    })
  }
  const rows = figures.map(
    ({ what, must, seen, holds }) => `| ${what} | ${must} | ${holds ? '' : '**not held:** '}${seen} |`
  )
  return ['| case | must | seen |', '|---|---|---|', ...rows].join('\n')
}

// Before there is anything in this process that garbage is collected for: overload is measured by milliseconds.
const figures = await measureFigures()
const table = wanted('table') ? await measureTable() : ''
if (parts.length === 0) {
  const page = `# When something fails

Written by \`npm run campaign -- faults\` from what it measured; a test holds the expectations in the tables to the code.

One request for a profile, in every situation: \`cold\`, nothing in the cache; \`warm\`, a fresh answer in it; \`stale\`, one that is
past its freshness and served while it is renewed behind the scenes; \`old\`, one that is served only when renewing
fails. Upstream calls are counted at the upstream's end of the line, renewals behind the scenes included. A cold read of
something that does not answer is tried again while the retry budget lasts.

${table}

Limits behind the table: 10 s a request; for each call 1 s to connect, 2 s for the headers, 3 s for the body; two retries with full
jitter, which earn themselves a tenth of a retry with each call; a circuit breaker that opens when more than half of at least 20
calls in 10 s failed, and lets one call through after 5 s. An upstream is left alone for as long as its \`Retry-After\` says, 60 s at
most; one that says 503 and answered others within the last second, for the call it refused alone. Who waits while an older answer
is at hand waits 1 s at most. Older answers serve for 24 hours, live data for 2 minutes.

Pages of an upstream that repeats itself: within a walk none of the last 64 elements is shown again, and circles of up to 32 pages end
before anything is. Longer circles, pages without end that hold nothing new (30 in a row) and cursors that do not move end
the walk too. One request reads at most 6 upstream pages to fill its own.

## Figures

${figures}
`
  writeFileSync(new URL('../../docs/faults.md', import.meta.url), page)
  say('wrote docs/faults.md')
}
rmSync(directory, { recursive: true, force: true })
if (broken.length > 0) {
  say(`${broken.length} broken: ${broken.join('; ')}`)
  process.exitCode = 1
}
