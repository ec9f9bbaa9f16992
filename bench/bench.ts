import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { install } from '../packages/install.ts'
import { seedDefaults } from '../src/ingest/seed/seed.ts'
import { hasNoPostgres } from '../test/own-postgres.ts'
import { agree, tellLimit } from './agree.ts'
import { runStatements } from './bare-statements.ts'
import { coldKeys, coldSize } from './cold.ts'
import { type Counts, countable, counted, countRequests } from './counts.ts'
import { loadDataset, makeDataset } from './dataset.ts'
import { measureFacades } from './facades.ts'
import { fillCache } from './full-cache.ts'
import { median, pace, percentile, type Run, saturate } from './load.ts'
import { measurePostgres } from './postgres.ts'
import { leastCold, readsOf } from './reads.ts'
import { render } from './report.ts'
import type { Measurement, Results } from './results.ts'
import {
  before,
  clipgraphEnv,
  type FacadeName,
  facades,
  loadCore,
  outOf,
  pinThisProcess,
  type Running,
  type ServerName,
  type ServerSpec,
  servers,
  showHelp,
  start,
  startNothing
} from './servers.ts'
import { makeWorkloads, nameOf, titles, type Workload } from './workloads.ts'

const usage = `Measures clipgraph beside its peers and writes bench/RESULTS.md.

  --only <pattern>   workloads or servers whose name contains this; may be given again
  --seconds <n>      how long each round of a workload lasts (0.5)
  --rounds <n>       interleaved rounds (11)
  --against <folder> another checkout of clipgraph, with its dependencies installed, to measure beside this one: three times, on servers
                     that are started anew
  --quick            one short round, to see that everything works
  --out <file>       where to write the report; a run with --only, --against or --quick is only printed otherwise

Installs the packages of the peers, in bench/peers, when they are not there.
`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    against: { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    help: { type: 'boolean', default: false }
  }
})

const say = (text: string) => process.stderr.write(`${text}\n`)

// Many short rounds: what else a machine does comes and goes within seconds, and servers are compared within a round.
const seconds = Number(options.seconds ?? 0.5)
const rounds = Number(options.rounds ?? (options.quick ? 1 : 11))
/**
 * How often all servers are started anew. One process of the same code may take a fifth more for a workload than the next, as long as it
 * lives: what is a matter of some hundredths is measured on several.
 */
const generations = options.against === undefined || options.quick ? 1 : 3
// Long enough for the compilers of slow machines: some servers come to a workload with more behind them than others.
const warmUpSeconds = options.quick ? 0.5 : 4
/** Cold reads go on for some times that, until there were as many: an engine of many functions is compiled late. */
const coldWarmUp = { requests: options.quick ? 0 : 20_000, times: 4 }
const paceSeconds = options.quick ? 0.5 : 2
const countedRequests = options.quick ? 2_000 : 20_000

/** What is started under a name: what was before comes out of the other checkout. */
const specOf = <Name extends string>(specs: Readonly<Record<Name, ServerSpec>>, name: Name): ServerSpec =>
  options.against !== undefined && name.startsWith('clipgraph-before')
    ? outOf(options.against, specs[name])
    : specs[name]

/** Next to each clipgraph, the one it is measured against; not in what the two may find differently. */
const withBefore = (workload: Workload): Workload =>
  options.against === undefined || workload.title === titles.search
    ? workload
    : { ...workload, servers: workload.servers.flatMap((name) => [name, before[name] ?? []].flat()) }

/** As much as a server does within a time, or the statements that it would have to ask. */
const run = (name: ServerName, server: Running, { title, traffic }: Workload, limit: number): Promise<Run> =>
  at(server, name === 'statements' ? runStatements(server.url, title, limit) : saturate(server.port, traffic(), limit))

const measureRound = async (name: ServerName, server: Running, workload: Workload, limit: number) => {
  const cpuBefore = server.cpuMs()
  const { requests, seconds } = await run(name, server, workload, limit)
  const cpuAfter = server.cpuMs()
  return {
    perSecond: requests / seconds,
    cpuMicros: cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) * 1000) / requests
  }
}

/** Says which server it was when something goes wrong. */
const at = async <T>(server: Running, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    throw new Error(`${server.title}: ${cause instanceof Error ? cause.message : cause}${server.told()}`, { cause })
  }
}

const postgresName = 'PostgreSQL beside PostGraphile'

/** What `--only` leaves. A pattern that fits the name of a workload chooses workloads; any other chooses servers. */
const select = (patterns: readonly string[], all: readonly Workload[]) => {
  const fits = (name: string) => (pattern: string) => name.toLowerCase().includes(pattern.toLowerCase())
  const someOf = (chosen: readonly string[]) => (name: string) => chosen.length === 0 || chosen.some(fits(name))
  const names = [...all.map(nameOf), 'facades', postgresName]
  const isWorkload = someOf(patterns.filter((pattern) => names.some((name) => fits(name)(pattern))))
  const isServer = someOf(patterns.filter((pattern) => !names.some((name) => fits(name)(pattern))))
  const known = [...new Set([...Object.keys(servers), ...Object.keys(facades)])]
  if (!known.some(isServer))
    throw new Error(`--only: there is no workload and no server of that name; servers: ${known.join(', ')}`)
  return {
    workloads: all.filter((workload) => isWorkload(nameOf(workload)) && workload.servers.some(isServer)),
    withFacades: isWorkload('facades'),
    withPostgres: isWorkload(postgresName) && !hasNoPostgres,
    isServer
  }
}

/** What a server needs in its environment. */
type EnvironmentOf = (name: ServerName) => Record<string, string>

const isCold = (name: ServerName) => (servers[name] as ServerSpec).isCold === true

/** The server whose answers the others must agree on. */
const referenceOf = (workload: Workload): ServerName => (workload.servers.some(isCold) ? 'clipgraph-cold' : 'clipgraph')

const warmUp = async (name: ServerName, server: Running, workload: Workload) => {
  let { requests } = await run(name, server, workload, warmUpSeconds)
  if (!workload.servers.some(isCold)) return
  for (let time = 1; time < coldWarmUp.times && requests < coldWarmUp.requests; time += 1) {
    requests += (await run(name, server, workload, warmUpSeconds)).requests
  }
}

/** All rounds of workloads whose servers are compared with each other. */
const measureTogether = async (measurements: readonly Measurement[], running: ReadonlyMap<ServerName, Running>) => {
  const serverOf = ({ server }: Measurement) => running.get(server) as Running
  for (let round = 0; round < rounds; round += 1) {
    // Nobody is always the first.
    for (const measurement of round % 2 === 0 ? measurements : measurements.toReversed()) {
      const { server: name, workload } = measurement
      const server = serverOf(measurement)
      if (round === 0) await warmUp(name, server, workload)
      else await run(name, server, workload, 0.1)
      measurement.rounds.push(await measureRound(name, server, workload, seconds))
    }
  }
  for (const measurement of measurements) {
    const { traffic, rate } = measurement.workload
    if (rate === 0) continue
    const server = serverOf(measurement)
    const times = await at(server, pace(server.port, traffic(), rate, paceSeconds))
    measurement.latency = { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
  }
}

/** On servers of its own, so that what they have met before is always the same. */
const countOn = async (
  name: ServerName,
  { traffic }: Workload,
  recorded: Parameters<typeof tellLimit>[1],
  envOf: EnvironmentOf
): Promise<Counts> => {
  const server = await start(countable(specOf(servers, name)), envOf(name))
  if (name === 'bare') await tellLimit(server, recorded)
  const counts = await at(server, countRequests(server, traffic(), countedRequests))
  await server.stop()
  return counts
}

/** In turn: Node with nothing to run, a command of this clipgraph, its server, and that of the one before. */
const measureStarts = async (envOf: EnvironmentOf) => {
  const names = options.against === undefined ? (['clipgraph'] as const) : (['clipgraph', 'clipgraph-before'] as const)
  const starts = {
    nothing: [] as number[],
    help: [] as number[],
    servers: new Map<ServerName, number[]>(names.map((name) => [name, []]))
  }
  for (let round = 0; round < rounds; round += 1) {
    starts.nothing.push(await startNothing())
    starts.help.push(await showHelp())
    for (const [name, times] of starts.servers) {
      const server = await start(specOf(servers, name), envOf(name))
      times.push(server.startMs)
      await server.stop()
    }
  }
  return starts
}

/** Fills in the results, so that what was measured is not lost when something goes wrong later. */
const measure = async (results: Results) => {
  const dataset = makeDataset(seedDefaults, options.against)
  process.once('exit', dataset.remove)
  const data = await loadDataset(dataset.path)
  let cold = dataset
  const all = makeWorkloads(data, () => coldKeys(cold.path))
  const { workloads, withFacades, withPostgres, isServer } = select(options.only, all.map(withBefore))
  const isPeer = (name: ServerName) => isServer(name) && servers[name].file.startsWith('peers/')
  if (withFacades || withPostgres || workloads.some((workload) => workload.servers.some(isPeer))) install('bench/peers')
  if (withPostgres || workloads.some((workload) => workload.servers.some(isCold))) {
    say('making the data set of cold reads')
    cold = makeDataset(options.quick ? seedDefaults : coldSize, options.against)
    process.once('exit', cold.remove)
  }
  const envOf: EnvironmentOf = (name) => {
    const { path, before } = isCold(name) ? cold : dataset
    return { ...clipgraphEnv(`sqlite:${name.startsWith('clipgraph-before') ? before : path}`), BENCH_DATASET: path }
  }

  // A query and its twin without an error are compared with each other, all else with the same on another server.
  const sets = Map.groupBy(workloads, (workload) =>
    workload.group === 'GraphQL with a located error' ? workload.group : nameOf(workload)
  )
  const measured = [...sets].map(([name, set]) => ({
    name,
    set,
    measurements: set.flatMap((workload) =>
      workload.servers.filter(isServer).map((server): Measurement => ({ workload, server, rounds: [], latency: null }))
    )
  }))
  if (workloads.length > 0) {
    say('starts')
    results.starts = await measureStarts(envOf)
  }
  for (let generation = 1; generation <= generations; generation += 1) {
    // What all are compared with always.
    const wanted = new Set(
      workloads.flatMap((workload) => [referenceOf(workload), ...workload.servers.filter(isServer)])
    )
    const running = new Map<ServerName, Running>()
    // One after the other, so that each has the core for itself.
    for (const name of (Object.keys(servers) as ServerName[]).filter((name) => wanted.has(name))) {
      say(`starting ${servers[name].title}`)
      const server = await start(specOf(servers, name), envOf(name))
      running.set(name, server)
      if (isCold(name) && name.startsWith('clipgraph')) await at(server, fillCache(server, coldKeys(cold.path)))
    }
    for (const { name, set, measurements } of measured) {
      say(name)
      const [one] = set
      const reference = one === undefined ? undefined : running.get(referenceOf(one))
      if (reference === undefined) break
      for (const workload of set) await agree(workload, reference, running)
      if (generation === 1) results.measurements.push(...measurements)
      const before = await readsOf(reference)
      await measureTogether(measurements, running)
      const after = await readsOf(reference)
      const share = (after.missed - before.missed) / (after.all - before.all)
      if (set.some(({ servers }) => servers.some(isCold)) && !(share >= leastCold || options.quick))
        throw new Error(`${name}: of what ${reference.title} reads only ${Math.round(100 * share)} % are cold`)
      for (const workload of set) {
        // They still do.
        const recorded = await agree(workload, reference, running)
        if (workload.isCounted !== true || generation < generations) continue
        for (const server of workload.servers.filter((name) => isServer(name) && counted.has(name))) {
          results.counted.push({ workload, server, counts: await countOn(server, workload, recorded, envOf) })
        }
      }
    }
    for (const [server, { startMs, memoryMiB }] of running) {
      const startTimes = results.starts?.servers.get(server) ?? [startMs]
      if (generation === 1) results.footprints.push({ server, startMs: median(startTimes), memoryMiB: memoryMiB() })
    }
    for (const server of running.values()) await server.stop()
  }
  if (withPostgres) {
    const how = { rounds, seconds, warmUpSeconds, isQuick: options.quick }
    results.postgres.push(...(await measurePostgres({ path: cold.path, keys: coldKeys(cold.path) }, how, say)))
  }
  if (!withFacades) return
  const names = (Object.keys(facades) as FacadeName[]).filter((name) =>
    name === 'clipgraph-before' ? options.against !== undefined : name === 'clipgraph' || isServer(name)
  )
  const chosen = names.map((name) => ({ name, spec: specOf(facades, name) }))
  results.facades.push(...(await measureFacades({ path: dataset.path, data }, chosen, options.quick ? 10 : 60, say)))
}

const main = async () => {
  if (options.help) return say(usage)
  pinThisProcess()
  if (loadCore === null)
    say('Server and load share the cores here, the figures mean little: two cores and taskset are needed.')

  const results: Results = {
    date: new Date(),
    rounds,
    generations,
    seconds,
    measurements: [],
    counted: [],
    starts: null,
    footprints: [],
    facades: [],
    postgres: []
  }
  try {
    await measure(results)
  } catch (error) {
    if (results.measurements.length + results.postgres.length > 0) process.stdout.write(`\n${render(results)}`)
    throw error
  }
  const report = render(results)
  process.stdout.write(`\n${report}`)
  const isWhole = options.only.length === 0 && options.against === undefined && !options.quick
  const out = options.out ?? (isWhole ? new URL('RESULTS.md', import.meta.url) : undefined)
  if (out !== undefined) writeFileSync(out, report)
}

try {
  await main()
  process.exit()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
