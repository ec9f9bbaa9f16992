import type { Surface } from './ask.ts'
import type { Made } from './data.ts'
import type { Read } from './reads.ts'

/**
 * One read on one surface over one data set: milliseconds of every request; of one in each round its processor time in µs and the elements it
 * found.
 */
export type Seen = { surface: Surface; read: Read; posts: number; ms: number[]; micros: number[]; elements: number[] }

const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const middle = (values: readonly number[]) => percentile(values, 0.5)

/** 20 k, 2 M. */
export const sizeName = (posts: number): string =>
  posts >= 1_000_000 ? `${posts / 1_000_000} M` : posts >= 1_000 ? `${posts / 1_000} k` : String(posts)

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|---|${'---:|'.repeat(head.length - 1)}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`)
  ].join('\n')

const none = '—'
const shown = (value: number, show: (value: number) => string) => (Number.isFinite(value) ? show(value) : none)
const micros = (value: number) => String(Math.round(value))
const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1))
const times = (value: number) => value.toFixed(2)

/** The tables, from what was seen. */
export const tablesOf = (
  made: readonly Pick<Made, 'posts' | 'seeding' | 'bytes' | 'importRate'>[],
  seen: readonly Seen[]
): string => {
  const sizes = made.map(({ posts }) => posts)
  const [smallest = 0, ...larger] = sizes
  const find = (surface: Surface, name: string, posts: number) =>
    seen.find((one) => one.surface === surface && one.read.name === name && one.posts === posts)
  const costs = (surface: Surface, name: string, posts: number) => find(surface, name, posts)?.micros ?? []
  /** Each round's ratio, and the middle one of them: what was measured in one round saw the same machine. */
  const ratio = (ours: readonly number[], theirs: readonly number[]) =>
    shown(middle(ours.map((micros, round) => micros / (theirs[round] ?? Number.NaN))), times)

  const names = [...new Set(seen.map(({ read }) => read.name))]
  const pages = [...new Map(seen.flatMap(({ read }) => (read.page ? [[read.name, read.page] as const] : [])))]
  const ofSurface = (surface: Surface) => {
    const grown = names.map((name) => [
      name,
      ...sizes.map((posts) => shown(middle(costs(surface, name, posts)), micros)),
      ...larger.map((posts) => ratio(costs(surface, name, posts), costs(surface, name, smallest)))
    ])
    const waited = names.map((name) => [
      name,
      ...sizes.map((posts) => {
        const { ms: all } = find(surface, name, posts) ?? { ms: [] }
        return all.length === 0 ? none : `${ms(middle(all))} / ${ms(percentile(all, 0.99))}`
      })
    ])
    const deeper = pages.map(([name, { of, number }]) => [
      `${of}, page ${number} / page 1`,
      ...sizes.map((posts) => ratio(costs(surface, name, posts), costs(surface, of, posts)))
    ])
    return [
      `## ${surface}`,
      'Processor time of a request, µs, and how many times that of the smallest data set it is:',
      table(
        ['', ...sizes.map(sizeName), ...larger.map((posts) => `${sizeName(posts)} / ${sizeName(smallest)}`)],
        grown
      ),
      'From the request to the end of the answer, p50 / p99 in ms:',
      table(['', ...sizes.map(sizeName)], waited),
      'Processor time of a page far down, as a multiple of the first page’s:',
      table(['', ...sizes.map(sizeName)], deeper)
    ]
  }

  const found = names
    .map((name) => sizes.map((posts) => mean(find('REST', name, posts)?.elements ?? [])))
    .flatMap((counts, index) => {
      const told = counts.filter(Number.isFinite)
      return Math.max(...told) - Math.min(...told) < 1
        ? []
        : [[names[index] ?? '', ...counts.map((count) => shown(count, (value) => value.toFixed(1)))]]
    })

  return [
    '## Data sets',
    table(
      ['posts', 'seconds to make', 'memory at most, MiB', 'size, MB', 'imported, posts a second'],
      made.map(({ posts, seeding, bytes, importRate }) => [
        posts.toLocaleString('en'),
        seeding.seconds.toFixed(1),
        String(seeding.mostMiB),
        String(Math.round(bytes / 1e6)),
        Math.round(importRate).toLocaleString('en')
      ])
    ),
    ...ofSurface('REST'),
    ...ofSurface('GraphQL'),
    '## What was found',
    'Elements of an answer on average, where sizes differ: more of them cost more, at any size.',
    table(['', ...sizes.map(sizeName)], found)
  ].join('\n\n')
}
