import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { hasRedisServer, startRedis } from '../own-redis.ts'
import { testKey } from '../server.ts'
import { defaultDataset } from './default-dataset.ts'
import { type Figure, round } from './figure.ts'
import { type Known, mix } from './mix.ts'
import { type Counts, startLoad } from './soak-load.ts'
import { slope } from './trend.ts'
import { type Sample, startWatched } from './watched.ts'
import type { Held } from './watched-hook.ts'

/**
 * Two servers at half of what they can do, one over embedded data and one over that one as its upstream with a Redis, for an hour or for so
 * many `--minutes`, ten of which make docs/soak.md. What they hold must not grow: memory, descriptors, listeners. In half an hour it is by
 * chance on which side of 0.2 MiB a minute the growth of what stays as it is comes out.
 */
const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } }).values
const seconds = Number(minutes) * 60
/**
 * A shorter run is all warm-up, on a machine that may have other work: growth, and what was answered that there is too much to do, are told
 * and not judged. What is not given back shows in a short one too.
 */
const isLong = Number(minutes) >= 10
if (!(seconds > 0 && seconds <= 3_600)) throw new Error('--minutes is a number up to 60')
const say = (text: string) => process.stdout.write(`${text}\n`)

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-soak-'))
const dataset = await defaultDataset(directory)

/** What can be asked for: all of it, so that a cache of a few megabytes is never done. */
const readKnown = (): Known => {
  const db = new DatabaseSync(dataset, { readOnly: true })
  const column = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]))
  const known = {
    handles: column('SELECT username FROM users ORDER BY pk'),
    posts: column('SELECT post_id FROM posts ORDER BY pk'),
    words: ['tea', 'bread', 'run', 'city', 'music', 'dog', 'cake', 'sun', 'travel', 'makeup', 'gym', 'book']
  }
  db.close()
  return known
}
const known = readKnown()

const redis = hasRedisServer() ? await startRedis() : null
const small = { CACHE_MAX_MB: '8', ...(isLong ? {} : { WATCHED_KEEP_ALIVE_MS: '5000' }) }
const embedded = await startWatched(dataset, small)
const over = await startWatched(embedded.url, {
  ...small,
  UPSTREAM_KEY: testKey,
  ...(redis === null ? {} : { CACHE_URL: redis.url })
})
const lines = [
  { name: 'embedded data', server: embedded, load: startLoad(embedded.url, mix(known, 1)) },
  { name: `an upstream${redis === null ? '' : ' and Redis'}`, server: over, load: startLoad(over.url, mix(known, 2)) }
]

/** Longer than a server keeps an idle connection. */
const restMs = isLong ? 70_000 : 12_000

/** What is left when the load has gone, and with it the idle connections of the one server to the other. */
const atRest = async (): Promise<(Sample & Held)[]> => {
  await Promise.all(lines.map(({ load }) => load.rest()))
  await new Promise((done) => setTimeout(done, restMs))
  return Promise.all(lines.map(async ({ server }) => ({ ...server.sample(), ...(await server.held()) })))
}

// Compiled, and what is loaded on demand is loaded. What V8's own threads work in, and its code, grow by some 15 MiB with the first million of
// requests or so: most of that happens here.
const warmUpSeconds = isLong ? 300 : Math.min(20, seconds / 6)
await Promise.all(lines.map(({ load }) => load.closedLoop(16, warmUpSeconds)))
const best = await Promise.all(lines.map(({ load }) => load.closedLoop(32, Math.min(10, seconds / 12))))
say(`Best: ${best.map(round).join(' and ')} requests a second, both at once. Half of that for ${minutes} minutes.`)

const before = await atRest()
// What lay still is slow at first: what was compiled for speed may be gone.
await Promise.all(lines.map(({ load }) => load.closedLoop(8, Math.min(10, seconds / 12))))
const samplesAMinute = 12
const samples: Sample[][] = lines.map(() => [])
const sampling = setInterval(() => {
  for (const [index, { server, name, load }] of lines.entries()) {
    const sample = server.sample()
    samples[index]?.push(sample)
    if ((samples[index]?.length ?? 0) % samplesAMinute === 0)
      say(`${round(sample.minute)} min, ${name}: ${round(sample.resident)} MiB, ${load.counts.failed} 5xx so far`)
  }
}, 60_000 / samplesAMinute)
await Promise.all(lines.map(({ load }, index) => load.pace((best[index] ?? 0) / 2, seconds)))
clearInterval(sampling)
const after = await atRest()
const codes = [await over.stop(), await embedded.stop()]
await redis?.close()
rmSync(directory, { recursive: true, force: true })

/**
 * How much garbage lies around differs by more than what may be kept in a quarter of an hour. Within two minutes all of it is collected once:
 * of each two when there was least of it.
 */
const lowest = (list: readonly Sample[]): Sample[] => {
  const size = 2 * samplesAMinute
  return Array.from({ length: Math.floor(list.length / size) }, (_, index) =>
    list
      .slice(index * size, (index + 1) * size)
      .reduce((lowest, sample) => (sample.resident < lowest.resident ? sample : lowest))
  )
}

const MiB = 2 ** 20
const figures = lines.flatMap(({ name, server, load }, index): Figure[] => {
  const half = samples[index]?.slice(Math.floor((samples[index]?.length ?? 0) / 2)) ?? []
  const growth = slope(lowest(half).map(({ minute, resident }) => ({ x: minute, y: resident })))
  const resident = half.map((sample) => sample.resident)
  const [first, last] = [before[index], after[index]] as [Sample & Held, Sample & Held]
  const counts: Counts = load.counts
  const said = server.said().trim()
  for (const [why, times] of load.failures) say(`${name}: ${times} × ${why}`)
  if (said !== '') say(`${name} said: ${said.slice(0, 2_000)}`)
  const figure = (what: string, must: string, seen: string, holds: boolean) => ({
    what: `${name}: ${what}`,
    must,
    seen,
    holds
  })
  return [
    figure(
      'answers',
      `no 500, none lost${isLong ? ', no more than one in 1,000 told to come again' : ''}`,
      `${counts.answered} answered, ${counts.refused} refused as they had to be, ${counts.failed} 5xx (${counts.broken} of them 500), ${counts.lost} lost; ${counts.givenUp} given up by the client, ${counts.late} not sent in time`,
      counts.broken === 0 && counts.lost === 0 && (!isLong || counts.failed * 1_000 <= counts.answered)
    ),
    figure(
      'resident memory, last half',
      isLong ? 'grows by less than 0.2 MiB a minute' : 'told: less than ten minutes are all warm-up',
      `${growth.toFixed(2)} MiB a minute; ${round(Math.min(...resident))} to ${round(Math.max(...resident))} MiB`,
      !isLong || growth < 0.2
    ),
    figure(
      'heap in use, at rest before and after',
      'grows by less than 16 MiB, twice the cache',
      `${round(first.heap / MiB)} and ${round(last.heap / MiB)} MiB`,
      last.heap - first.heap < 16 * MiB
    ),
    figure(
      'descriptors, at rest',
      'none more than before',
      `${first.descriptors} and ${last.descriptors}; under load up to ${Math.max(...half.map((sample) => sample.descriptors))}`,
      last.descriptors <= first.descriptors
    ),
    figure(
      'listeners, and what keeps the process busy, at rest',
      'none more than before, no warning',
      `${first.listeners} and ${last.listeners}; ${first.resources} and ${last.resources}; ${said === '' ? 'nothing said' : 'something said'}`,
      last.listeners <= first.listeners && last.resources <= first.resources && said === ''
    )
  ]
})
figures.push({
  what: 'both: SIGTERM',
  must: 'exit code 0',
  seen: codes.join(' and '),
  holds: codes.every((code) => code === 0)
})

for (const { what, must, seen, holds } of figures) say(`${holds ? 'ok    ' : 'BROKEN'} ${what}: ${must}. Seen: ${seen}`)
const rows = figures.map(
  ({ what, must, seen, holds }) => `| ${what} | ${must} | ${holds ? '' : '**not held:** '}${seen} |`
)
const page = `# A long run

Written by \`npm run campaign -- soak\` from what it measured.

Two servers, each in a process of its own with a cache of 8 MiB that never holds all that is asked for: one over the embedded data, one
over the first as its upstream${redis === null ? '' : ', with Redis'}. ${minutes} minutes at half of what both took at once before (${best.map(round).join(' and ')} requests a second, on the
machine that also sends them): REST, GraphQL, agents and pages; keys that are asked for often, seldom and never before; what is wrong or
has a wrong key; connections that are kept, that are new each time, and that are given up before or after the request was sent.
Before that ${warmUpSeconds / 60} minutes of all that they took. Growth is the median of the slopes between any two samples, the lowest of each two
minutes: garbage lies around until it is collected; from and to
are those of all samples, taken every ${60 / samplesAMinute} seconds. At rest means ${restMs / 1000} seconds after the last request, with all garbage collected.

| case | must | seen |
|---|---|---|
${rows.join('\n')}
`
if (isLong) {
  writeFileSync(new URL('../../docs/soak.md', import.meta.url), page)
  say('wrote docs/soak.md')
}
if (figures.some(({ holds }) => !holds)) process.exitCode = 1
