import { median } from './load.ts'
import type { Measurement, Results, Round } from './results.ts'
import { before, type FacadeName, type ServerName, servers } from './servers.ts'
import { clean, type Group, nameOf, titles } from './workloads.ts'

export const perSecond = (round: Round) => round.perSecond
/** Requests that a second of processor time is enough for. */
const perProcessorSecond = ({ cpuMicros }: Round) => 1e6 / (cpuMicros ?? Number.NaN)

/** Each round's ratio, and the middle one of them: rounds next to each other saw the same machine. */
const ratioOf = (
  ours: Measurement | undefined,
  theirs: Measurement | undefined,
  speed: (round: Round) => number
): number => {
  const ratios = ours?.rounds.map((round, index) => {
    const other = theirs?.rounds[index]
    return other === undefined ? Number.NaN : speed(round) / speed(other)
  })
  return median(ratios ?? [])
}

const startRatio = (ours: readonly number[], theirs: readonly number[]) =>
  median(ours.map((ms, round) => ms / (theirs[round] ?? Number.NaN)))

/** A figure, what was asked of it if anything was, and how far that was reached. */
export type Target = { what: string; target: string; reached: string; byProcessor: string; isMet: boolean | null }

export const isMeasured = ({ reached }: Target) => reached !== '—'

/** The figures that are asked for, and how far they were reached. */
export const targetsOf = ({ measurements, starts, facades }: Results): readonly Target[] => {
  const find = (group: Group, title: string, server: ServerName) =>
    measurements.find(({ workload, server: name }) => name === server && nameOf(workload) === nameOf({ group, title }))

  const row = (what: string, value: number, target: '' | `${'≥' | '≤'} ${number}`, unit = '', digits = 2): Target => {
    const show = (value: number) => `${value.toFixed(digits)}${unit}`
    const [comparison, bound] = target.split(' ')
    const isMet = comparison === '≥' ? value >= Number(bound) : value <= Number(bound)
    return {
      what,
      target: target === '' ? '' : `${comparison} ${show(Number(bound))}`,
      reached: Number.isNaN(value) ? '—' : show(value),
      byProcessor: '',
      isMet: target === '' ? null : isMet
    }
  }
  const ratio = (group: Group, title: string, ours: ServerName, theirs: ServerName, least: number | null): Target => {
    const [a, b] = [find(group, title, ours), find(group, title, theirs)]
    const byProcessor = ratioOf(a, b, perProcessorSecond)
    return {
      ...row(
        `${group}, ${title} / ${servers[theirs].title}`,
        ratioOf(a, b, perSecond),
        least === null ? '' : `≥ ${least}`
      ),
      byProcessor: Number.isNaN(byProcessor) ? '' : byProcessor.toFixed(2)
    }
  }
  /** What a setting costs. */
  const withSetting = (title: string, server: 'clipgraph-limited' | 'clipgraph-logged', least: number | null) => {
    const cost = ratio('REST hot', title, server, 'clipgraph', least)
    return { ...cost, what: `REST hot, ${title}: ${servers[server].title} / clipgraph` }
  }
  const withError = (title: string): Target => {
    const group = 'GraphQL with a located error'
    const [failed, whole] = [title, clean(title)].map((name) => find(group, name, 'clipgraph-unkept'))
    // The twin's speed over its own is how many times its processor time it takes.
    return row(
      `${group}, ${title} / the same without, processor time`,
      ratioOf(whole, failed, perProcessorSecond),
      '≤ 3'
    )
  }

  /** Processor time of a whole cold request over that of the statements it has to ask. */
  const overStatements = (group: Group, title: string, most: number): Target => {
    const [bare, whole] = [find(group, title, 'statements'), find(group, title, 'clipgraph-cold')]
    return row(
      `${group}, ${title} / its bare statements, processor time`,
      ratioOf(bare, whole, perProcessorSecond),
      `≤ ${most}`
    )
  }
  const graphPeers = ['mercurius-sqlite', 'yoga-sqlite'] as const

  const oneRound = facades.slice(0, 2).map(({ query, upstreamMs, answers }) => {
    const ours = answers.find(({ facade }) => facade === 'clipgraph')?.medianMs ?? Number.NaN
    return row(`Upstream 20 ms away, cold: ${query} / upstream`, ours / upstreamMs, '≤ 1.1')
  })
  const calls = facades.map(({ query, answers }) => {
    const ours = answers.find(({ facade }) => facade === 'clipgraph')?.coldCalls ?? Number.NaN
    const others = answers.filter(({ facade }) => !facade.startsWith('clipgraph'))
    const fewest = Math.min(...others.map(({ coldCalls }) => coldCalls))
    return row(`Upstream calls, cold: ${query} (fewest of the others)`, ours, `≤ ${fewest}`, '', 0)
  })
  const ownStarts = starts?.servers.get('clipgraph') ?? []
  const queries = [titles.user, titles.userPosts, titles.authors, titles.everything]
  const short = [titles.user, titles.userPosts]
  const pages = [titles.user, titles.posts]
  return [
    ...pages.map((title) => ratio('REST hot', title, 'clipgraph', 'bare', 0.8)),
    ...pages.map((title) => ratio('REST hot', title, 'clipgraph', 'fastify', 1)),
    ...pages.map((title) => withSetting(title, 'clipgraph-limited', 0.95)),
    ...pages.map((title) => withSetting(title, 'clipgraph-logged', null)),
    ...queries.map((title) => ratio('GraphQL repeated', title, 'clipgraph', 'bare', 0.75)),
    ...queries.map((title) => ratio('GraphQL vary', title, 'clipgraph-unkept', 'mercurius', 1.3)),
    ...queries.map((title) => ratio('GraphQL vary', title, 'clipgraph-unkept', 'apollo', 4)),
    ...queries.map((title) => ratio('GraphQL vary', title, 'clipgraph-unkept', 'yoga', 5)),
    ...short.map((title) => ratio('GraphQL first sight', title, 'clipgraph', 'yoga', 1)),
    ...short.map(withError),
    overStatements('Cold reads, REST', titles.user, 4),
    ...[titles.posts, titles.scorecard, titles.search].map((title) => overStatements('Cold reads, REST', title, 2)),
    overStatements('Cold reads, GraphQL', titles.user, 4),
    overStatements('Cold reads, GraphQL', titles.posts, 2),
    ...pages.map((title) => ratio('Cold reads, REST', title, 'clipgraph-cold', 'fastify-sqlite', 1)),
    ...graphPeers.flatMap((peer) =>
      pages.map((title) => ratio('Cold reads, GraphQL', title, 'clipgraph-cold', peer, 2))
    ),
    ...oneRound,
    ...calls,
    row('Start to first answer, data set present', median(ownStarts), '≤ 300', ' ms', 0),
    row('A command from start to end (--help)', median(starts?.help ?? []), '≤ 300', ' ms', 0),
    row('Start to first answer / bare Node start', startRatio(ownStarts, starts?.nothing ?? []), '')
  ]
}

/** How fast this clipgraph is as a share of the one before; NaN where that was not measured. */
export type Change = { what: string; share: number; byProcessor: number }

/** Of every workload both took part in, of waits for an upstream, and of starts. */
export const changesOf = ({ measurements, facades, starts }: Results): readonly Change[] => {
  const loads = measurements.flatMap((ours): Change[] => {
    const { workload, server } = ours
    const theirs = measurements.find((other) => other.workload === workload && other.server === before[server])
    if (theirs === undefined) return []
    const [share, byProcessor] = [ratioOf(ours, theirs, perSecond), ratioOf(ours, theirs, perProcessorSecond)]
    return [{ what: nameOf(workload), share, byProcessor }]
  })
  const waits = facades.map(({ query, answers }): Change => {
    const msOf = (name: FacadeName) => answers.find(({ facade }) => facade === name)?.medianMs ?? Number.NaN
    const share = msOf('clipgraph-before') / msOf('clipgraph')
    return { what: `Upstream 20 ms away, cold: ${query}`, share, byProcessor: Number.NaN }
  })
  const [now = [], was = []] = (['clipgraph', 'clipgraph-before'] as const).map((name) => starts?.servers.get(name))
  const start = { what: 'Start to first answer', share: startRatio(was, now), byProcessor: Number.NaN }
  return [...loads, ...waits, start].filter(({ share }) => !Number.isNaN(share))
}
