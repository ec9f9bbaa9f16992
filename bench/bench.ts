import { writeFileSync } from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { loadDataset, makeDataset } from './dataset.ts'
import { measureFacades } from './facades.ts'
import { median, pace, percentile, saturate } from './load.ts'
import { measureLookups } from './lookups.ts'
import { type Measurement, type Results, render } from './report.ts'
import {
  arePeersInstalled,
  clipgraphEnv,
  type FacadeName,
  facades,
  key,
  loadCore,
  pinThisProcess,
  type Running,
  type ServerName,
  servers,
  start
} from './servers.ts'
import { type Ask, makeWorkloads, nameOf, type Workload } from './workloads.ts'

const usage = `Measures clipgraph beside its peers and writes bench/RESULTS.md.

  --only <pattern>   workloads or servers whose name contains this; may be given again
  --seconds <n>      how long each round of a workload lasts (0.5)
  --rounds <n>       interleaved rounds (11)
  --quick            one short round, to see that everything works
  --out <file>       where to write the report; a run with --only or --quick is only printed otherwise

Install the peers beforehand: npm run bench:install
`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    help: { type: 'boolean', default: false }
  }
})

const say = (text: string) => process.stderr.write(`${text}\n`)

// Many short rounds: what else a machine does comes and goes within seconds, and servers are compared within a round.
const seconds = Number(options.seconds ?? 0.5)
const rounds = Number(options.rounds ?? (options.quick ? 1 : 11))
// Long enough for the compilers of slow machines: some servers come to a workload with more behind them than others.
const warmUpSeconds = options.quick ? 0.5 : 4
const paceSeconds = options.quick ? 0.5 : 2

/** What one server says to one request, and the part of it that all servers must agree on. */
const answer = async (server: Running, ask: Ask): Promise<{ text: string; agreed: unknown }> => {
  const headers = { 'x-gateway-key': key, 'content-type': 'application/json' }
  const response = await ('path' in ask
    ? fetch(server.url + ask.path, { headers })
    : fetch(`${server.url}/graphql`, { method: 'POST', headers, body: ask.body }))
  const text = await response.text()
  const { data, errors, pagination } = JSON.parse(text) as {
    data?: unknown
    errors?: unknown
    pagination?: { has_more: boolean } | null
  }
  if (response.status !== 200 || data == null || errors !== undefined) {
    throw new Error(`${server.title} answers ${response.status} to ${JSON.stringify(ask)}: ${text.slice(0, 500)}`)
  }
  // Cursors are each server's own.
  return { text, agreed: { data, hasMore: pagination?.has_more } }
}

/** Where two values differ first. */
const difference = (ours: unknown, theirs: unknown, path = ''): string => {
  if (typeof ours === 'object' && typeof theirs === 'object' && ours !== null && theirs !== null) {
    for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      const [a, b] = [ours[name as never], theirs[name as never]]
      if (!isDeepStrictEqual(a, b)) return difference(a, b, `${path}.${name}`)
    }
  }
  return `${path}: ${JSON.stringify(ours)} and ${JSON.stringify(theirs)}`.slice(0, 500)
}

/** Some of many, evenly spread. */
const spread = <T>(all: readonly T[], count: number): readonly T[] =>
  Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor((index * all.length) / count)] as T)

/** Fails unless all servers say what clipgraph says; tells the limit what to write. */
const agree = async (workload: Workload, reference: Running, running: ReadonlyMap<ServerName, Running>) => {
  const bare = workload.servers.includes('bare') ? running.get('bare') : undefined
  const checked = new Set(spread(workload.samples, 50))
  const prepared: Record<string, string> = {}
  for (const ask of workload.samples) {
    if (bare === undefined && !checked.has(ask)) continue
    const expected = await answer(reference, ask)
    prepared['path' in ask ? ask.path : ask.body] = expected.text
    if (!checked.has(ask)) continue
    for (const name of workload.servers) {
      const server = running.get(name)
      if (server === undefined || server === bare) continue
      const { agreed } = await answer(server, ask)
      if (isDeepStrictEqual(agreed, expected.agreed)) continue
      throw new Error(
        `${nameOf(workload)}: ${server.title} and ${reference.title} disagree over ${JSON.stringify(ask)}\n` +
          `at ${difference(agreed, expected.agreed)}`
      )
    }
  }
  if (bare !== undefined) await fetch(bare.url, { method: 'PUT', body: JSON.stringify(prepared) })
}

const measureRound = async (server: Running, traffic: ReturnType<Workload['traffic']>, limit: number) => {
  const cpuBefore = server.cpuMs()
  const run = await at(server, saturate(server.port, traffic, limit))
  const cpuAfter = server.cpuMs()
  return {
    perSecond: run.requests / run.seconds,
    cpuMicros: cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) * 1000) / run.requests
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

/** What `--only` leaves. A pattern that fits the name of a workload chooses workloads; any other chooses servers. */
const select = (patterns: readonly string[], all: readonly Workload[]) => {
  const fits = (name: string) => (pattern: string) => name.toLowerCase().includes(pattern.toLowerCase())
  const someOf = (chosen: readonly string[]) => (name: string) => chosen.length === 0 || chosen.some(fits(name))
  const names = [...all.map(nameOf), 'facades']
  const isWorkload = someOf(patterns.filter((pattern) => names.some((name) => fits(name)(pattern))))
  const isServer = someOf(patterns.filter((pattern) => !names.some((name) => fits(name)(pattern))))
  const known = [...new Set([...Object.keys(servers), ...Object.keys(facades)])]
  if (!known.some(isServer))
    throw new Error(`--only: there is no workload and no server of that name; servers: ${known.join(', ')}`)
  return {
    workloads: all.filter((workload) => isWorkload(nameOf(workload)) && workload.servers.some(isServer)),
    withFacades: isWorkload('facades'),
    isServer
  }
}

const measureWorkload = async (
  { workload, measurements }: { workload: Workload; measurements: readonly Measurement[] },
  running: ReadonlyMap<ServerName, Running>,
  env: Record<string, string>
) => {
  const { traffic, warmUp, rate } = workload
  const serverOf = ({ server }: Measurement) => running.get(server) as Running
  for (let round = 0; round < rounds; round += 1) {
    for (const measurement of measurements) {
      if (warmUp === undefined) {
        const server = serverOf(measurement)
        await at(server, saturate(server.port, traffic(), round === 0 ? warmUpSeconds : 0.1))
        measurement.rounds.push(await measureRound(server, traffic(), seconds))
      } else {
        const server = await start(servers[measurement.server], env)
        await at(server, saturate(server.port, warmUp(), 60))
        measurement.rounds.push(await measureRound(server, traffic(), 60))
        await server.stop()
      }
    }
  }
  for (const measurement of rate > 0 ? measurements : []) {
    const server = serverOf(measurement)
    const times = await at(server, pace(server.port, traffic(), rate, paceSeconds))
    measurement.latency = { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
  }
}

/** Fills in the results, so that what was measured is not lost when something goes wrong later. */
const measure = async (results: Results) => {
  const dataset = makeDataset()
  process.once('exit', dataset.remove)
  const data = await loadDataset(dataset.path)
  const { workloads, withFacades, isServer } = select(options.only, makeWorkloads(data))
  const env = { ...clipgraphEnv(`sqlite:${dataset.path}`), BENCH_DATASET: dataset.path }

  const wanted = (Object.keys(servers) as ServerName[]).filter((name) =>
    workloads.some((workload) => workload.servers.includes(name) && isServer(name))
  )
  const running = new Map<ServerName, Running>()
  // One after the other, so that each has the core for itself; clipgraph always, for all are compared with it.
  for (const name of workloads.length === 0 ? [] : new Set<ServerName>(['clipgraph', ...wanted])) {
    say(`starting ${servers[name].title}`)
    const startTimes: number[] = []
    for (let round = name === 'clipgraph' ? 0 : rounds; round < rounds; round += 1) {
      const server = await start(servers[name], env)
      startTimes.push(server.startMs)
      await server.stop()
    }
    const server = await start(servers[name], env)
    running.set(name, server)
    results.footprints.push({ server: name, startMs: median([...startTimes, server.startMs]), memoryMiB: null })
  }

  const reference = running.get('clipgraph')
  for (const workload of workloads) {
    if (reference === undefined) break
    say(nameOf(workload))
    const measurements = workload.servers
      .filter(isServer)
      .map((server): Measurement => ({ workload, server, rounds: [], latency: null }))
    await agree(workload, reference, running)
    results.measurements.push(...measurements)
    await measureWorkload({ workload, measurements }, running, env)
    // They still do.
    await agree(workload, reference, running)
  }

  for (const footprint of results.footprints) footprint.memoryMiB = running.get(footprint.server)?.memoryMiB() ?? null
  for (const server of running.values()) await server.stop()
  if (workloads.some(({ group }) => group === 'REST cold')) {
    say('look-ups through the service')
    results.lookups = measureLookups(dataset.path)
  }
  if (!withFacades) return
  const names = (Object.keys(facades) as FacadeName[]).filter((name) => name === 'clipgraph' || isServer(name))
  results.facades.push(...(await measureFacades({ path: dataset.path, data }, names, options.quick ? 10 : 60, say)))
}

const main = async () => {
  if (options.help) return say(usage)
  if (!arePeersInstalled()) throw new Error('the peers are not installed: npm run bench:install')
  pinThisProcess()
  if (loadCore === null)
    say('Server and load share the cores here, the figures mean little: two cores and taskset are needed.')

  const results: Results = {
    date: new Date(),
    rounds,
    seconds,
    measurements: [],
    footprints: [],
    facades: [],
    lookups: null
  }
  try {
    await measure(results)
  } catch (error) {
    if (results.measurements.length > 0) process.stdout.write(`\n${render(results)}`)
    throw error
  }
  const report = render(results)
  process.stdout.write(`\n${report}`)
  const isWhole = options.only.length === 0 && !options.quick
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
