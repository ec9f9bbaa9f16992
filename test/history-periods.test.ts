import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countFields, type Sample } from '../src/engines/history/samples.ts'
import { DatasetWriter } from '../src/ingest/sqlite/dataset-writer.ts'
import { barePost, bareUser } from './bare-rows.ts'
import { startServer, type TestServer } from './server.ts'

/** Series by chance, against a loop over their days. */

const day = 86_400
/** A Sunday, so that weeks and months begin within a series. */
const begin = Date.UTC(2025, 10, 30) / 1_000
const longest = 100 * day

/** A count of an observation: known, rounded, negative or not given. */
type Given = { value: number | null; isRounded: boolean; isNegative: boolean }
const known = (value: number | null): Given => ({ value, isRounded: false, isNegative: false })
const anyGiven: fc.Arbitrary<Given> = fc.oneof(
  // Of two values, so that neighbours are often equal.
  { weight: 5, arbitrary: fc.constantFrom(5, 5, 1_000).map(known) },
  { weight: 2, arbitrary: fc.nat({ max: 10_000 }).map(known) },
  fc.nat({ max: 100 }).map((value) => ({ ...known(value), isRounded: true })),
  fc.constantFrom(known(null), { ...known(null), isNegative: true })
)

const bits = (given: readonly Given[], isSet: (one: Given) => boolean): number =>
  given.reduce((sum, one, index) => (isSet(one) ? sum | (1 << index) : sum), 0)

type Observation = { at: number; given: readonly [plays: Given, likes: Given] }
const anySeries: fc.Arbitrary<Observation[]> = fc
  .uniqueArray(
    fc.record({
      // Some share a day; most days have none.
      at: fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 3 })).map(([days, part]) => begin + days * day + part * 20_000),
      given: fc.tuple(anyGiven, anyGiven)
    }),
    { selector: ({ at }) => at, maxLength: 14 }
  )
  .map((series) => series.toSorted((a, b) => a.at - b.at))

/** A count that nobody gives makes no point. */
const isObserved = ({ given }: Observation): boolean =>
  given.some(({ value, isNegative }) => value !== null || isNegative)

const series = fc.sample(anySeries, { numRuns: 40, seed: 1_764_460_800 }).map((each) => each.filter(isObserved))

type Period = { from: number | null; to: number | null }
const anyMoment = fc.option(
  fc.oneof(
    fc.nat({ max: 110 }).map((days) => begin + (days - 5) * day),
    fc.nat({ max: longest }).map((seconds) => begin + seconds)
  ),
  { freq: 5 }
)
const anyPeriod: fc.Arbitrary<Period> = fc
  .record({ from: anyMoment, to: anyMoment })
  .filter(({ from, to }) => from === null || to === null || from < to)
const periods = fc.sample(anyPeriod, { numRuns: 8, seed: 7 })

type Step = 'DAY' | 'WEEK' | 'MONTH'
const steps: readonly (Step | null)[] = [null, 'DAY', 'WEEK', 'MONTH']
const everything: Period = { from: null, to: null }

type Cell = { count: number | null; isRounded: boolean; isNegative: boolean; isInterpolated: boolean }
type Point = { at: number; end: number; observedAt: number | null; cells: [Cell, Cell] }

const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString()

/** Begin and end of the step that has a day. */
const boundsOf = (step: Step, seconds: number): [number, number] => {
  const date = new Date(seconds * 1_000)
  const [year, month, number] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const [start, end] = {
    DAY: [Date.UTC(year, month, number), Date.UTC(year, month, number + 1)],
    WEEK: [number - ((date.getUTCDay() + 6) % 7)].flatMap((monday) => [
      Date.UTC(year, month, monday),
      Date.UTC(year, month, monday + 7)
    ]),
    MONTH: [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)]
  }[step]
  return [Number(start) / 1_000, Number(end) / 1_000]
}

const cellOf = ({ value, isRounded, isNegative }: Given): Cell => ({
  count: value,
  isRounded,
  isNegative,
  isInterpolated: false
})
const unknown = cellOf(known(null))

const isSame = (a: Observation, b: Observation): boolean => JSON.stringify(a.given) === JSON.stringify(b.given)

/** Every step from the first observation to the last, one by one. */
const stepsOf = (observations: readonly Observation[], step: Step): Point[] => {
  const points: Point[] = []
  const last = observations.at(-1)?.at ?? 0
  for (let next = observations[0]?.at; next !== undefined && next <= last; ) {
    const [at, end] = boundsOf(step, next)
    const within = observations.filter((each) => each.at >= at && each.at < end)
    const before = observations.findLast((each) => each.at < at)
    const after = observations.find((each) => each.at >= end)
    const isLevel = within.length === 0 && before !== undefined && after !== undefined && isSame(before, after)
    const shown = isLevel ? [before] : within
    const cell = (field: 0 | 1): Cell => {
      const given = shown.map((each) => each.given[field]).findLast((one) => one.value !== null || one.isNegative)
      return given === undefined ? { ...unknown } : cellOf(given)
    }
    points.push({ at, end, observedAt: within.at(-1)?.at ?? null, cells: [cell(0), cell(1)] })
    next = end
  }
  return points
}

/** Of equal observations in a row, the first and the last. */
const keptOf = (observations: readonly Observation[]): Observation[] =>
  observations.filter((each, index) => {
    const [before, after] = [observations[index - 1], observations[index + 1]]
    return before === undefined || after === undefined || !isSame(before, each) || !isSame(each, after)
  })

const pointOf = ({ at, given: [plays, likes] }: Observation): Point => ({
  at,
  end: at + 1,
  observedAt: at,
  cells: [cellOf(plays), cellOf(likes)]
})

const fill = (points: readonly Point[]): Point[] =>
  points.map((point, index) => {
    const cell = (field: 0 | 1): Cell => {
      const own = point.cells[field]
      const isKnown = ({ cells }: Point) => cells[field].count !== null
      const before = points.slice(0, index).findLast(isKnown)
      const after = points.slice(index + 1).find(isKnown)
      if (own.count !== null || own.isNegative || before === undefined || after === undefined) return own
      const [from, to] = [before.cells[field], after.cells[field]]
      const rise = Number(to.count) - Number(from.count)
      const part = (point.at - before.at) / (after.at - before.at)
      return {
        count: Math.round(Number(from.count) + rise * part),
        isRounded: from.isRounded || to.isRounded,
        isNegative: false,
        isInterpolated: true
      }
    }
    return { ...point, cells: [cell(0), cell(1)] }
  })

/** What a period touches. */
const cut = (points: readonly Point[], { from, to }: Period): Point[] =>
  points.filter(({ at, end }) => (from === null || end > from) && (to === null || at < to))

const countOf = ({ count, isRounded, isNegative, isInterpolated }: Cell) => {
  if (isNegative) return { value: null, kind: 'NEGATIVE' }
  if (count === null) return null
  return { value: count, kind: isInterpolated ? 'INTERPOLATED' : isRounded ? 'ROUNDED' : 'EXACT' }
}

const written = (points: readonly Point[]) =>
  points.map((point) => ({
    at: isoOf(point.at),
    observedAt: point.observedAt === null ? null : isoOf(point.observedAt),
    plays: countOf(point.cells[0]),
    likes: countOf(point.cells[1])
  }))

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-periods-'))
const dataset = join(folder, 'series.db')

const write = (): void => {
  const writer = new DatasetWriter(dataset)
  writer.source({ name: 'first', collected_from: null, collected_to: null })
  writer.asOf(begin + longest)
  writer.user(bareUser(1))
  const nothing = countFields.posts.slice(2).map(() => null)
  for (const [index, observations] of series.entries()) {
    const post = barePost(index + 1, { author_pk: 1 })
    writer.post(post)
    const samples = observations.map(
      ({ at, given }): Sample => ({
        at,
        source: 1,
        values: [...given.map(({ value }) => value), ...nothing],
        rounded: bits(given, ({ isRounded }) => isRounded),
        negative: bits(given, ({ isNegative }) => isNegative)
      })
    )
    if (samples.length > 0) writer.samples('posts', index + 1, samples)
  }
  writer.finish()
}

let server: TestServer
beforeAll(async () => {
  write()
  server = await startServer({ dataset })
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true })
})

const fields = 'at observedAt plays { value kind } likes { value kind }'

/** The answers of one post, in the order of the periods. */
const answersOf = async (pk: number, step: Step | null, isFilled: boolean, asked: readonly Period[]) => {
  const { post_id: postId } = barePost(pk)
  const histories = asked.map(({ from, to }, index) => {
    const given = [
      ...(from === null ? [] : [`from: "${isoOf(from)}"`]),
      ...(to === null ? [] : [`to: "${isoOf(to)}"`]),
      ...(step === null ? [] : [`step: ${step}`]),
      ...(isFilled ? ['fill: LINEAR'] : [])
    ]
    return `p${index}: history${given.length === 0 ? '' : `(${given})`} { ${fields} }`
  })
  const { data, errors } = await server.query<{ post: Record<string, unknown[]> }>(
    `{ post(by: { postId: "${postId}" }) { ${histories.join(' ')} } }`
  )
  expect(errors).toBe(undefined)
  return asked.map((_, index) => data?.post[`p${index}`])
}

describe.each(steps)('a period, step %s', (step) => {
  test.each([false, true])('has what everything has within it (filled: %s)', async (isFilled) => {
    let filled = 0
    for (const [index, observations] of series.entries()) {
      const kept = keptOf(observations)
      const plain = step === null ? kept.map(pointOf) : stepsOf(kept, step)
      const all = isFilled ? fill(plain) : plain
      const answers = await answersOf(index + 1, step, isFilled, [everything, ...periods])
      for (const [place, period] of [everything, ...periods].entries()) {
        const shown = written(cut(all, period))
        expect(answers[place], JSON.stringify({ observations, period })).toEqual(shown)
        filled += shown.filter(({ plays, likes }) =>
          [plays, likes].some((count) => count?.kind === 'INTERPOLATED')
        ).length
      }
    }
    expect(filled > 50).toBe(isFilled)
  })
})
