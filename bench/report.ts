import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { FacadeResult } from './facades.ts'
import { median } from './load.ts'
import type { LookupResult } from './lookups.ts'
import { type FacadeName, facades, loadCore, type ServerName, servers } from './servers.ts'
import { type Group, nameOf, titles, type Workload } from './workloads.ts'

export type Round = { perSecond: number; cpuMicros: number | null }
export type Measurement = {
  workload: Workload
  server: ServerName
  rounds: Round[]
  latency: { p50: number; p99: number } | null
}
export type Footprint = { server: ServerName; startMs: number; memoryMiB: number | null }
export type Results = {
  date: Date
  rounds: number
  seconds: number
  measurements: Measurement[]
  footprints: Footprint[]
  facades: FacadeResult[]
  lookups: LookupResult | null
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const fixed = (digits: number) => (value: number) => value.toFixed(digits)

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** One table of a group of workloads: servers down, workloads across. */
const matrix = (measurements: readonly Measurement[], cell: (measurement: Measurement) => string | null): string => {
  const columns = unique(measurements.map(({ workload }) => workload))
  const rows = unique(measurements.map(({ server }) => server)).map((server) => [
    servers[server].title,
    ...columns.map((workload) => {
      const found = measurements.find((one) => one.workload === workload && one.server === server)
      return (found === undefined ? null : cell(found)) ?? '—'
    })
  ])
  return table(['', ...columns.map(({ title }) => title)], rows)
}

type Target = { what: string; target: string; reached: string; byProcessor: string; isMet: boolean | null }

/** The figures that are asked for, and how far they were reached; null where something was not measured. */
export const targetsOf = ({ measurements, footprints, facades, lookups }: Results): readonly Target[] => {
  const find = (group: Group, title: string, server: ServerName) =>
    measurements.find(({ workload, server: name }) => name === server && nameOf(workload) === nameOf({ group, title }))

  /** Each round's ratio, and the middle one of them: rounds next to each other saw the same machine. */
  const ratio = (group: Group, title: string, ours: ServerName, theirs: ServerName, least: number): Target => {
    const [a, b] = [find(group, title, ours), find(group, title, theirs)]
    const ratios = a?.rounds.map((round, index) => round.perSecond / (b?.rounds[index]?.perSecond ?? Number.NaN)) ?? []
    const [ourCpu, theirCpu] = [cpuOf(a), cpuOf(b)]
    const target = row(`${group}, ${title} / ${servers[theirs].title}`, median(ratios), least, fixed(2), true)
    return Number.isNaN(theirCpu / ourCpu) ? target : { ...target, byProcessor: fixed(2)(theirCpu / ourCpu) }
  }
  const row = (
    what: string,
    value: number,
    bound: number,
    show: (value: number) => string,
    atLeast: boolean
  ): Target => ({
    what,
    target: `${atLeast ? '≥' : '≤'} ${show(bound)}`,
    reached: Number.isNaN(value) ? '—' : show(value),
    byProcessor: '',
    isMet: Number.isNaN(value) ? null : atLeast ? value >= bound : value <= bound
  })

  const cpuOf = (measurement: Measurement | undefined) =>
    median(measurement?.rounds.map(({ cpuMicros }) => cpuMicros ?? Number.NaN) ?? [])
  const micros = (value: number) => `${value.toFixed(0)} µs`
  const oneRound = facades.slice(0, 2).map(({ query, upstreamMs, answers }) => {
    const ours = answers.find(({ facade }) => facade === 'clipgraph')?.medianMs ?? Number.NaN
    return row(`Upstream 20 ms away, cold: ${query} / upstream`, ours / upstreamMs, 1.1, fixed(2), false)
  })
  const calls = facades.map(({ query, answers }) => {
    const ours = answers.find(({ facade }) => facade === 'clipgraph')?.coldCalls ?? Number.NaN
    const fewest = Math.min(...answers.filter(({ facade }) => facade !== 'clipgraph').map(({ coldCalls }) => coldCalls))
    return row(`Upstream calls, cold: ${query} (fewest of the others)`, ours, fewest, fixed(0), false)
  })
  const queries = [titles.user, titles.userPosts, titles.authors, titles.everything]
  return [
    ratio('REST hot', titles.user, 'clipgraph', 'bare', 0.85),
    ratio('REST hot', titles.posts, 'clipgraph', 'bare', 0.7),
    ...queries.map((title) => ratio('GraphQL repeated', title, 'clipgraph', 'bare', 0.6)),
    ...queries.map((title) => ratio('GraphQL vary', title, 'clipgraph-unkept', 'mercurius', 1.1)),
    ...queries.map((title) => ratio('GraphQL vary', title, 'clipgraph-unkept', 'apollo', 4)),
    ...queries.map((title) => ratio('GraphQL vary', title, 'clipgraph-unkept', 'yoga', 5)),
    ...[titles.user, titles.userPosts].map((title) => ratio('GraphQL first sight', title, 'clipgraph', 'yoga', 1)),
    ...oneRound,
    ...calls,
    row(
      'Start to first answer, data set present',
      footprints.find(({ server }) => server === 'clipgraph')?.startMs ?? Number.NaN,
      1_000,
      (value) => `${value.toFixed(0)} ms`,
      false
    ),
    row(
      'SQLite look-up through the service, cold, processor time above hot',
      lookups === null ? Number.NaN : lookups.cold - lookups.hot,
      60,
      micros,
      false
    )
  ]
}

const versionsIn = (file: string, names?: readonly string[]): string => {
  const { dependencies } = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>
  }
  // Versions are exact in both files.
  const listed = Object.entries(dependencies).filter(([name]) => names === undefined || names.includes(name))
  return listed.map(([name, version]) => `${name} ${version}`).join(', ')
}

const versions = (): string => {
  const own = ['@pothos/core', 'fastify', 'graphql', 'graphql-jit', 'graphql-yoga', 'undici']
  return `- clipgraph: ${versionsIn('../package.json', own)}\n- peers: ${versionsIn('peers/package.json')}`
}

const meaning: Readonly<Record<Group, string>> = {
  'REST hot': 'One address again and again.',
  'REST cold':
    'A server that has answered some thousand others, every request for something it has not read yet. Peers have no cold case: they hold all records in memory.',
  'GraphQL repeated': 'One document with the same variables again and again; the answer is fresh.',
  'GraphQL vary':
    'One document, variables taking turns: all 1,000 creators for one user, else every creator or hashtag with enough posts to fill the page. The data is in memory, answers are not kept.',
  'GraphQL first sight': 'Every request brings a document nobody has seen: its operation has another name.'
}

export const render = (results: Results): string => {
  const { measurements, footprints, facades: upstream, lookups, date, rounds, seconds } = results
  const groups = unique(measurements.map(({ workload }) => workload.group))
  const [processor] = cpus()
  const sections: string[] = [
    '# Benchmark',
    [
      'Made by `npm run bench`; the harness and what it measures are in this folder.',
      '',
      `- ${date.toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
      `- ${processor?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; ` +
        (loadCore === null ? 'not pinned' : 'the server on one core, the load on another'),
      `- ${rounds} interleaved rounds of ${seconds} s each over 32 keep-alive connections; medians of the rounds, ratios within a round`,
      versions()
    ].join('\n')
  ]

  const targets = targetsOf(results).filter(({ isMet }) => isMet !== null)
  if (targets.length > 0) {
    const rows = targets.map(({ what, target, reached, byProcessor, isMet }) => [
      what,
      target,
      reached,
      isMet ? 'yes' : '**no**',
      byProcessor
    ])
    sections.push(
      '## Figures asked for',
      'The last column is the same ratio out of the servers’ processor time, which a busy machine disturbs less.',
      table(['', 'target', 'reached', 'met', 'by processor time'], rows)
    )
  }

  sections.push(
    '## How it was measured',
    'All servers answer the same data, checked for equality before anything is timed; what they say beside it (`meta`, ' +
      '`extensions`, cursors) is their own. The peers get the easiest case: objects in the form of the graph, linked in ' +
      'memory, no keys, limits, costs or cache headers. The limit is `node:http` writing the bytes that clipgraph answered. ' +
      'GraphQL is POST throughout.'
  )
  for (const group of groups) {
    const inGroup = measurements.filter(({ workload }) => workload.group === group)
    const hasLimit = inGroup.some(({ server }) => server === 'bare')
    sections.push(`## ${group}`, meaning[group])
    sections.push(`Requests a second${hasLimit ? ' (in brackets: share of the limit)' : ''}:`)
    sections.push(
      matrix(inGroup, ({ workload, rounds }) => {
        const perSecond = median(rounds.map((round) => round.perSecond))
        const limit = inGroup.find((other) => other.workload === workload && other.server === 'bare')
        const share =
          limit === undefined ? '' : ` (${(perSecond / median(limit.rounds.map((r) => r.perSecond))).toFixed(2)})`
        return whole(perSecond) + share
      })
    )
    sections.push(
      'Processor time of the server, µs a request:',
      matrix(inGroup, ({ rounds }) => {
        const micros = median(rounds.map(({ cpuMicros }) => cpuMicros ?? Number.NaN))
        return Number.isNaN(micros) ? null : micros.toFixed(1)
      })
    )
    if (inGroup.every(({ latency }) => latency === null)) continue
    const rates = unique(inGroup.map(({ workload }) => `${whole(workload.rate)}`)).join(' or ')
    sections.push(
      `Latency at ${rates} requests a second, p50 / p99 in ms, counted from when a request was due:`,
      matrix(inGroup, ({ latency }) =>
        latency === null ? null : `${latency.p50.toFixed(2)} / ${latency.p99.toFixed(2)}`
      )
    )
  }

  if (lookups !== null) {
    const { cold, hot } = lookups
    sections.push(
      '## Look-ups through the service',
      `All creators, by handle and by id, with nothing in front of the service. Processor time of a look-up: ${cold.toFixed(1)} µs when ` +
        `SQLite is asked, ${hot.toFixed(1)} µs when the cache has it. What a whole request costs then is told under *REST cold*: its answer has ` +
        'to be written and tagged as well, and with the load no longer ahead of the server, nearly every answer wakes the client.'
    )
  }

  if (footprints.length > 0) {
    const rows = footprints.map(({ server, startMs, memoryMiB }) => [
      servers[server].title,
      whole(startMs),
      memoryMiB === null ? '—' : whole(memoryMiB)
    ])
    sections.push(
      '## Start and memory',
      'From the start of the process to the first 200 on `/healthz`, and resident memory after all of the above. The peers read the whole data set into memory first.',
      table(['', 'start, ms', 'memory, MiB'], rows)
    )
  }

  if (upstream.length > 0) {
    sections.push(
      '## Facades over a REST upstream 20 ms away',
      'Every query is asked for a key the facade has not met. In brackets: times the upstream’s own latency for the calls the query begins with, made side by side.'
    )
    const names = upstream[0]?.answers.map(({ facade }) => facade) ?? []
    const answerOf = (result: FacadeResult, name: FacadeName) => result.answers.find(({ facade }) => facade === name)
    const rows = (cell: (answer: FacadeResult['answers'][number], result: FacadeResult) => string) =>
      names.map((name) => [
        facades[name].title,
        ...upstream.map((result) => {
          const answer = answerOf(result, name)
          return answer === undefined ? '—' : cell(answer, result)
        })
      ])
    const head = ['', ...upstream.map(({ query }) => query)]
    sections.push(
      'Median latency, ms:',
      table(head, [
        ['the upstream itself', ...upstream.map(({ upstreamMs }) => upstreamMs.toFixed(1))],
        ...rows(({ medianMs }, { upstreamMs }) => `${medianMs.toFixed(1)} (${(medianMs / upstreamMs).toFixed(2)})`)
      ]),
      'Upstream calls of the first query, and a query over many in a row (profiles met before may be kept):',
      table(
        head,
        rows(({ coldCalls, calls }) => `${coldCalls}, then ${calls.toFixed(1)}`)
      )
    )
  }
  return `${sections.join('\n\n')}\n`
}
