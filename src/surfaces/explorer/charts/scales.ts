import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale'
import { clockTime, compactCount, dayOfYear, monthName, percent, yearNumber } from '../format.ts'
import { extentOf } from './statistics.ts'

/** A tick of an axis. `at` is 0 at the start of the axis and 1 at its end; `below` is a second line that consecutive ticks share. */
export type Tick = { at: number; label: string; below?: string }

/** Maps values to positions on an axis of any length. Charts with the same scale can be compared. */
export type Scale = {
  at: (value: number) => number
  /** At most about this many ticks at round values. */
  ticks: (count: number) => readonly Tick[]
}

const dayMs = 86_400_000

/** Label formats by the interval between ticks, the finest first. */
const timeWords = [
  { below: 0.9 * dayMs, label: clockTime, unit: dayOfYear },
  { below: 27 * dayMs, label: dayOfYear, unit: yearNumber },
  { below: 360 * dayMs, label: monthName, unit: yearNumber },
  { below: Number.POSITIVE_INFINITY, label: yearNumber, unit: () => '' }
] as const

/** Ranges below this show the time of day. */
const hoursWithin = 3 * dayMs

/** Padding at both ends, as a share of the range. */
const beside = 0.03

/** Time scale over Unix milliseconds, in UTC: hours within three days, then days, months, years. */
export const timeScale = (moments: readonly number[]): Scale => {
  const [from, to] = extentOf(moments) ?? [0, 0]
  const room = from === to ? dayMs / 2 : (to - from) * beside
  const scale = scaleUtc([from - room, to + room], [0, 1])
  return {
    at: (moment) => scale(moment),
    ticks: (count) => {
      const marks = scale.ticks(count).map(Number)
      const [first = 0, second = first] = marks
      const apart = to - from < hoursWithin ? 0 : second - first || to - from
      const { label, unit } = timeWords.find(({ below }) => apart < below) ?? timeWords[3]
      let previous = ''
      return marks.map((mark) => {
        const below = unit(mark)
        const isNew = below !== previous
        previous = below
        return { at: scale(mark), label: label(mark), ...(isNew ? { below } : {}) }
      })
    }
  }
}

/** Share of the axis below the least positive value, where there are zeros. */
const zeroRoom = 0.1

const steps = [1, 2, 5] as const

/** 1, 2, 5, 10, 20, 50 … by index from 0. */
const roundValue = (index: number) => (steps[((index % 3) + 3) % 3] ?? 1) * 10 ** Math.floor(index / 3)

const roundIndex = (value: number) => {
  const decade = Math.floor(Math.log10(value) + 1e-9)
  return decade * 3 + steps.filter((step) => step * 10 ** decade <= value * (1 + 1e-9)).length - 1
}

/** Logarithmic scale for counts: 100 to 1,000 is as long as 1,000 to 10,000. If any count is zero, it gets a baseline of its own. */
export const countScale = (counts: readonly number[]): Scale => {
  const [least, greatest] = extentOf(counts.filter((count) => count > 0)) ?? [1, 10]
  let [low, high] = [roundIndex(least), roundIndex(greatest)]
  if (roundValue(high) < greatest) high += 1
  while (roundValue(high) < roundValue(low) * 10) {
    low = Math.max(0, low - 1)
    high += 1
  }
  const hasZero = counts.some((count) => count <= 0)
  const scale = scaleLog([roundValue(low), roundValue(high)], [hasZero ? zeroRoom : 0, 1])
  const zero: readonly Tick[] = hasZero ? [{ at: 0, label: '0' }] : []
  const marks = (first: number, step: number) => {
    const values: number[] = []
    for (let index = first; index <= high; index += step) values.push(roundValue(index))
    return values
  }
  const decade = Math.ceil(low / 3) * 3
  return {
    at: (count) => (count > 0 ? scale(count) : 0),
    ticks: (count) => {
      const candidates = [marks(low, 1), ...[3, 6, 9, 12].map((step) => marks(decade, step))]
      const chosen = candidates.find(({ length }) => length + zero.length <= count) ?? []
      return [...zero, ...chosen.map((value) => ({ at: scale(value), label: compactCount(value) }))]
    }
  }
}

/** Least share of a count that an axis spans, so that its labels differ in a few digits. */
const leastSpan = 0.01

const inDigits = [1, 2, 3].map(
  (digits) => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: digits })
)

/** Labels of counts, with the fewest digits that distinguish them. */
const labelsOf = (counts: readonly number[]): string[] => {
  const labels = inDigits.map((format) => counts.map((count) => format.format(count)))
  return labels.find((texts) => new Set(texts).size === counts.length) ?? labels.at(-1) ?? []
}

/** Linear scale for counts that are compared by their differences, from zero or from about the least. */
export const growthScale = (counts: readonly number[], from: 'zero' | 'least'): Scale => {
  const [least, greatest] = extentOf(counts) ?? [0, 0]
  const beside = Math.max(0, Math.max(4, greatest * leastSpan) - (greatest - least)) / 2
  const low = from === 'zero' ? 0 : Math.max(0, least - beside)
  const scale = scaleLinear([low, Math.max(low + 4, greatest + (from === 'zero' ? 0 : beside))], [0, 1]).nice(4)
  return {
    at: (count) => scale(count),
    ticks: (count) => {
      // Counts are whole, so fractional ticks are dropped.
      const values = scale.ticks(Math.min(count, 6)).filter(Number.isInteger)
      const labels = labelsOf(values)
      return values.map((value, index) => ({ at: scale(value), label: labels[index] ?? '' }))
    }
  }
}

/** Linear scale for fractions as percentages, from zero. */
export const shareScale = (fractions: readonly number[]): Scale => {
  const [, greatest] = extentOf(fractions) ?? [0, 0]
  const scale = scaleLinear([0, greatest > 0 ? greatest : 1], [0, 1]).nice(4)
  return {
    at: (value) => scale(value),
    ticks: (count) => scale.ticks(count).map((value) => ({ at: scale(value), label: percent(value) }))
  }
}
