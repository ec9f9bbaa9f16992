import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { coldSize } from './cold.ts'
import type { Counts } from './counts.ts'
import type { FacadeResult } from './facades.ts'
import { changesOf, isMeasured, perSecond, targetsOf } from './figures.ts'
import { median } from './load.ts'
import { overPostgres, type PostgresResult, type PostgresServer } from './postgres.ts'
import type { Counted, Results } from './results.ts'
import { type FacadeName, facades, loadCore, type ServerName, servers } from './servers.ts'
import { type Group, nameOf, type Workload } from './workloads.ts'

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

/** One table over workloads: servers down, workloads across. */
const matrix = <T extends { workload: Workload; server: ServerName }>(
  figures: readonly T[],
  cell: (figure: T) => string | null,
  titleOf: (workload: Workload) => string = ({ title }) => title
): string => {
  const columns = unique(figures.map(({ workload }) => workload))
  const rows = unique(figures.map(({ server }) => server)).map((server) => [
    servers[server].title,
    ...columns.map((workload) => {
      const found = figures.find((one) => one.workload === workload && one.server === server)
      return (found === undefined ? null : cell(found)) ?? '—'
    })
  ])
  return table(['', ...columns.map(titleOf)], rows)
}

const versionsIn = (file: string, names?: readonly string[]): string => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies?: Record<string, string>
  }
  // Versions are exact in both files.
  const listed =
    names === undefined
      ? Object.entries(dependencies)
      : Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => names.includes(name))
  return listed.map(([name, version]) => `${name} ${version}`).join(', ')
}

const versions = (): string => {
  const own = ['@pothos/core', 'find-my-way', 'graphql', 'graphql-jit', 'graphql-yoga', 'undici']
  return `- clipgraph: ${versionsIn('../package.json', own)}\n- peers: ${versionsIn('peers/package.json')}`
}

const coldData = `A data set of ${whole(coldSize.posts)} posts of ${whole(coldSize.users)} creators; so many keys take turns that none is in a cache when its turn comes again. Peers ask the same file for each request. The bare statements are SQL for the same records through \`node:sqlite\` with nothing around it; of a search they only read what was found.`

const meaning: Readonly<Record<Group, string>> = {
  'REST hot': 'One address again and again.',
  'GraphQL repeated': 'One document with the same variables again and again; the answer is fresh.',
  'GraphQL vary':
    'One document, variables taking turns: all 1,000 creators for one user, else every creator or hashtag with enough posts to fill the page. The data is in memory, answers are not kept.',
  'GraphQL first sight': 'Every request brings a document nobody has seen: its operation has another name.',
  'GraphQL with a located error':
    'A post beside the query, which there is or is not; variables take turns, and answers are not kept.',
  'Cold reads, REST': `${coldData} Profiles by handle and by id; first pages of creators, of 11 to 29 posts. A scorecard is computed from a profile and up to 30 posts. Peers take no part in scorecards and search: they would have to be written anew.`,
  'Cold reads, GraphQL': `${coldData} Profiles by handle and by id; first pages of creators, of 11 to 29 posts with hashtags, authors and sounds.`
}

/** What is counted of a request: how it is called, its figure, and how that is shown. */
const kinds: readonly [what: string, of: keyof Counts, show: (value: number) => string][] = [
  ['Instructions in user space', 'instructions', whole],
  ['System calls', 'systemCalls', fixed(2)],
  ['Bytes allocated in the heap', 'allocatedBytes', whole]
]

/** Nothing may have become slower than this share of what it was. */
const leastOfBefore = 0.95

const metOrNot = (isMet: boolean) => (isMet ? 'yes' : '**no**')

export const render = (results: Results): string => {
  const {
    measurements,
    counted,
    starts,
    footprints,
    facades: upstream,
    postgres,
    date,
    rounds,
    generations,
    seconds
  } = results
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
      `- ${rounds} interleaved rounds of ${seconds} s each over 32 keep-alive connections` +
        `${generations === 1 ? '' : `, on each of ${generations} starts`}; medians of the rounds, ratios within a round`,
      versions()
    ].join('\n')
  ]

  const targets = targetsOf(results).filter(isMeasured)
  if (targets.length > 0) {
    const rows = targets.map(({ what, target, reached, byProcessor, isMet }) => [
      what,
      target,
      reached,
      isMet === null ? '' : metOrNot(isMet),
      byProcessor
    ])
    sections.push(
      '## Figures asked for',
      'The last column is the same ratio out of the servers’ processor time, which a busy machine disturbs less.',
      table(['', 'target', 'reached', 'met', 'by processor time'], rows)
    )
  }

  const changes = changesOf(results)
  if (changes.length > 0) {
    const cells = (share: number) =>
      Number.isNaN(share) ? ['', ''] : [share.toFixed(2), metOrNot(share >= leastOfBefore)]
    sections.push(
      '## Before and after',
      'How fast this clipgraph is as a share of the other checkout, which took part in the same rounds: requests a second, ' +
        'requests by processor time, and for waits the time before over the time after.',
      table(
        ['', 'after / before', `≥ ${leastOfBefore}`, 'by processor time', `≥ ${leastOfBefore}`],
        changes.map(({ what, share, byProcessor }) => [what, ...cells(share), ...cells(byProcessor)])
      )
    )
  }

  sections.push(
    '## How it was measured',
    'All servers answer the same data, checked for equality before anything is timed; what they say beside it (`meta`, ' +
      '`extensions`, cursors) is their own. The peers get the easiest case: no keys, limits, costs or cache headers, and but for cold reads objects in the ' +
      'form of the graph, linked in memory. The limit is `node:http` writing the heads and bodies that clipgraph answered. ' +
      'GraphQL is POST throughout.'
  )
  for (const group of groups) {
    const inGroup = measurements.filter(({ workload }) => workload.group === group)
    const hasLimit = inGroup.some(({ server }) => server === 'bare')
    sections.push(`## ${group}`, meaning[group])
    sections.push(`Requests a second${hasLimit ? ' (in brackets: share of the limit)' : ''}:`)
    sections.push(
      matrix(inGroup, ({ workload, rounds }) => {
        const rate = median(rounds.map(perSecond))
        const limit = inGroup.find((other) => other.workload === workload && other.server === 'bare')
        return (
          whole(rate) + (limit === undefined ? '' : ` (${(rate / median(limit.rounds.map(perSecond))).toFixed(2)})`)
        )
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

  if (counted.length > 0) {
    sections.push(
      '## Counts',
      'What a request costs the server in things that a busy machine does not change, on average, on a server that was just started ' +
        'and has answered some ten thousand times. For instructions and system calls, requests come one by one; two of the calls wait for the next.'
    )
    for (const [what, of, show] of kinds) {
      const isCounted = counted.some(({ counts }) => counts[of] !== null)
      const figure = ({ counts }: Counted) => {
        const value = counts[of]
        return value === null ? null : show(value)
      }
      sections.push(isCounted ? `${what}:` : `${what}: not counted here.`)
      if (isCounted) sections.push(matrix(counted, figure, nameOf))
    }
  }

  if (footprints.length > 0) {
    const nothingMs = median(starts?.nothing ?? [])
    const rows = footprints.map(({ server, startMs, memoryMiB }) => [
      servers[server].title,
      whole(startMs),
      starts?.servers.has(server) ? whole(startMs - nothingMs) : '—',
      memoryMiB === null ? '—' : whole(memoryMiB)
    ])
    sections.push(
      '## Start and memory',
      'From the start of the process to the first 200 on `/healthz`, and resident memory after all of the above. Peers but those over node:sqlite read the whole data set into memory first. Node with nothing to run takes ' +
        `${whole(nothingMs)} ms from start to end.`,
      table(['', 'start, ms', 'less bare Node, ms', 'memory, MiB'], rows)
    )
  }

  if (postgres.length > 0) {
    const names = Object.keys(overPostgres) as PostgresServer[]
    const rateOf = ({ rounds }: PostgresResult, name: PostgresServer) => median(rounds[name].map(perSecond))
    const microsOf = ({ rounds }: PostgresResult, name: PostgresServer) =>
      median(rounds[name].map(({ cpuMicros }) => cpuMicros ?? Number.NaN))
    const head = ['', ...postgres.map(({ title }) => title)]
    sections.push(
      '## PostgreSQL, beside PostGraphile',
      `Over the same tables of one PostgreSQL on this machine, ${whole(coldSize.posts)} posts, keys in turn so that nothing is still in a cache. Requests a second:`,
      table(head, [
        ...names.map((name) => [overPostgres[name].title, ...postgres.map((result) => whole(rateOf(result, name)))]),
        [
          'times as fast',
          ...postgres.map((result) => (rateOf(result, 'clipgraph') / rateOf(result, 'postgraphile')).toFixed(2))
        ]
      ]),
      'Processor time of the server, µs a request, that of PostgreSQL aside:',
      table(
        head,
        names.map((name) => [overPostgres[name].title, ...postgres.map((result) => microsOf(result, name).toFixed(1))])
      )
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
