import type { Engine } from './engine.ts'
import { type Outcome, type Summary, summaryOf } from './outcome.ts'

export type Measured = { engine: Pick<Engine, 'name' | 'buildMs' | 'size'>; outcomes: readonly Outcome[] }
export type MeasuredSet = {
  name: string
  sizes: string
  /** Everything that was asked, of the same rows. */
  engines: readonly Measured[]
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const figure = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(2))
const share = (value: number) => (Number.isNaN(value) ? '–' : `${(value * 100).toFixed(1)} %`)
const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`

const kindNames = {
  top: 'posts, top',
  videos: 'posts, videos',
  users: 'users',
  live: 'live rooms',
  suggestions: 'suggestions'
} as const

const setText = ({ name, sizes, engines }: MeasuredSet): string => {
  const names = engines.map(({ engine }) => engine.name)
  const rows = engines[0]?.outcomes.map(({ row }) => row) ?? []
  const answerable = engines[0]?.outcomes.filter(({ ndcg }) => ndcg !== null).map(({ row }) => row) ?? []
  const ndcgOf = (wanted: (outcome: Outcome) => boolean) =>
    engines.map(({ outcomes }) => figure(summaryOf(outcomes.filter(wanted)).ndcg))
  const counted = (wanted: (row: Outcome['row']) => boolean) => String(answerable.filter(wanted).length)
  const line = (
    title: string,
    tell: (summary: Summary, engine: Measured['engine']) => string,
    wanted = (_: Outcome) => true
  ) => [title, ...engines.map(({ engine, outcomes }) => tell(summaryOf(outcomes.filter(wanted)), engine))]
  const overall = [
    line('nDCG@10, all', ({ ndcg }) => `**${figure(ndcg)}**`),
    line(
      'nDCG@10, half that is tuned by',
      ({ ndcg }) => figure(ndcg),
      ({ row }) => !row.isHeldOut
    ),
    line(
      'nDCG@10, half that is held out',
      ({ ndcg }) => figure(ndcg),
      ({ row }) => row.isHeldOut
    ),
    line('nothing found where there is something', ({ emptyShare }) => share(emptyShare)),
    line(
      'the same, half that is held out',
      ({ emptyShare }) => share(emptyShare),
      ({ row }) => row.isHeldOut
    ),
    line('one creator more than 3 times among 20', ({ monotonousShare }) => share(monotonousShare)),
    line('processor time of a query, median', ({ medianMs }) => ms(medianMs)),
    line('processor time of a query, p99', ({ p99Ms }) => ms(p99Ms)),
    line('index', (_, { size }) => `${size.mb.toFixed(1)} MB in ${size.in === 'file' ? 'the file' : 'memory'}`),
    line('processor time to make it', (_, { buildMs }) =>
      buildMs < 10_000 ? `${Math.round(buildMs)} ms` : `${(buildMs / 1000).toFixed(1)} s`
    )
  ]
  const classes = [...new Set(rows.map((row) => row.class))].sort()
  const byClass = classes.map((each) => {
    const isOf = (row: Outcome['row']) => row.class === each
    return [each, counted(isOf), ...ndcgOf(({ row }) => isOf(row))]
  })
  const byKind = Object.entries(kindNames).map(([kind, title]) => {
    const isOf = (row: Outcome['row']) => row.kind === kind
    return [title, counted(isOf), ...ndcgOf(({ row }) => isOf(row))]
  })
  return `## ${name}

${sizes} ${answerable.length} of ${rows.length} queries have something to find, ${answerable.filter(({ isHeldOut }) => isHeldOut).length} of them held out.

${table(['', ...names], overall)}

nDCG@10 by what is searched and by class:

${table(['', 'queries', ...names], [...byKind, ...byClass])}
`
}

export const reportOf = (sets: readonly MeasuredSet[], day: string): string => `# How well search finds

Written by \`npm run campaign -- relevance\` on ${day}.

Each row of the judged set is a query, what whoever typed it wants, and a rule that grades every record of the data set by its own fields: 3 is
what was meant, 2 good, 1 better than nothing. Most rows are made of whatever the data set holds – a name misspelt, a hashtag of several words
split – and some are written by hand (\`test/relevance/written.ts\`). The judge folds, stems and compares words by a few lines of its own
(\`test/relevance/plain-text.ts\`), not by those of the product. Half of the rows, by a hash of the query, are held out: \`--tune\` shows rows of the
other half only.

nDCG@10 is the discounted gain of the first ten, \`(2^grade - 1) / log2(place + 1)\`, by that of the best order there could be, in which a creator
stands three times at most unless one creator is what is looked for. What finds nothing counts as 0. clipgraph is asked over REST and timed at its
source, records read; the others give ids only. FTS5 is SQLite's full text as it comes: all words, bm25, then popularity;
tuned, it has Porter's stems and asks, while nothing is found, for words that begin so, for any of the words, and for what shares three letters. MiniSearch and Orama
run with beginnings and misspellings on (\`bench/peers/\`), and popularity where they know it. Processor times are the better of two.

${sets.map(setText).join('\n')}`

/** How each class does in the half that may be looked at. */
export const classesOf = (outcomes: readonly Outcome[]): string => {
  const tuned = outcomes.filter(({ row, ndcg }) => !row.isHeldOut && ndcg !== null)
  return [...Map.groupBy(tuned, ({ row }) => row.class)]
    .map(([name, ofClass]) => ({ name, ...summaryOf(ofClass) }))
    .sort((a, b) => a.ndcg - b.ndcg)
    .map(({ name, queries, ndcg }) => `${figure(ndcg)}  ${name}, ${queries} queries`)
    .join('\n')
}

/** What went worst in the half that may be looked at, for whoever tunes. */
export const worstOf = (outcomes: readonly Outcome[], most: number): string =>
  outcomes
    .filter(({ row, ndcg }) => !row.isHeldOut && ndcg !== null)
    .sort((a, b) => (a.ndcg ?? 0) - (b.ndcg ?? 0))
    .slice(0, most)
    .map(tuningLine)
    .join('\n')

const tuningLine = ({ row, ndcg, grades }: Outcome): string =>
  `${figure(ndcg ?? Number.NaN)}  ${row.class} | ${row.kind} | ${row.query} | ${row.wants}: ${row.reason} | found ${grades.join(' ') || 'nothing'}`
