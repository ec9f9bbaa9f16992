import type { Distribution, HistogramScale } from '../../records/distribution.ts'

/**
 * Histograms in two steps. A scan counts values in the cells of a scale, whatever bins are asked for; bins are cells put together. Borders are
 * round numbers, so that they do not move with every filter.
 */
type HistogramBorders = {
  /** Lower borders of the cells; the last cell has no upper one. */
  readonly cells: readonly number[]
  /** Choices of borders between bins, from many to few. All are borders of cells. */
  readonly levels: readonly (readonly number[])[]
  /** Part of the values that the last bin may have beyond the width of the others, so that a few large values do not widen all. */
  readonly tail: number
}

/** Borders within a decade, from many to few: each is evenly spaced on a logarithmic scale, as far as round numbers are. */
const decades = [
  [10, 11, 12, 14, 15, 17, 20, 22, 25, 27, 30, 35, 40, 45, 50, 55, 60, 70, 80, 90],
  [10, 12, 15, 20, 25, 30, 40, 50, 60, 80],
  [10, 15, 20, 30, 50, 70],
  [10, 20, 50],
  [10, 30],
  [10]
]
/** Beyond the largest exact integer. */
const lastDecade = 16

/** 0, and whole numbers from 1, of each of so many decades. */
const logarithmic = (steps: readonly number[], everyDecade = 1): number[] => {
  const borders = [0]
  for (let decade = 0; decade < lastDecade; decade += everyDecade) {
    borders.push(...steps.map((step) => (step * 10 ** decade) / 10).filter(Number.isInteger))
  }
  return [...borders, 10 ** lastDecade]
}

const logarithmicLevels = [
  ...decades.map((steps) => logarithmic(steps)),
  ...[2, 3, 4, 8, lastDecade].map((everyDecade) => logarithmic([10], everyDecade))
]

/** From 0 to the largest border in equal steps of so many units, of which a whole is `perWhole`. */
const linear = (step: number, units: number, perWhole: number): number[] =>
  Array.from({ length: units / step + 1 }, (_, at) => (at * step) / perWhole)

const linearScale = (units: number, perWhole: number): HistogramBorders => {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].filter((step) => step <= units)
  const levels = steps.map((step) => linear(step, units, perWhole))
  return { cells: linear(1, units, perWhole), levels, tail: 0.01 }
}

export const histogramScales: Readonly<Record<HistogramScale, HistogramBorders>> = {
  COUNT: { cells: logarithmic(decades[0] ?? []), levels: logarithmicLevels, tail: 0 },
  RATE: linearScale(1_000, 1_000),
  SCORE: linearScale(100, 1)
}

/** Values from `from` to below `to`; in the last bin of a histogram `to` as well. */
export type HistogramBin = { readonly from: number; readonly to: number; readonly count: number }

/** At most so many bins (2 or more) with all values, one beside the other; some may be empty. */
export const histogramOf = ({ scale, cells, max, count }: Distribution, bins: number): HistogramBin[] => {
  const { levels, tail } = histogramScales[scale]
  const [first, last] = [cells.at(0)?.from ?? 0, cells.at(-1)?.from ?? 0]
  const between = (from: number, to: number) =>
    cells.reduce((sum, cell) => (cell.from >= from && cell.from < to ? sum + cell.count : sum), 0)
  for (const borders of levels) {
    const top = borders.at(-1) ?? 0
    const from = borders.findLastIndex((border) => border <= first && (border < top || border < max))
    // A largest value that is a border belongs to the bin below it.
    const to = borders.findIndex((border, at) => at > from && (max === last ? border >= max : border > last))
    const own = to === -1 ? [...borders.slice(from), max] : borders.slice(from, to + 1)
    const cut = own.length - 1 <= bins ? own : [...own.slice(0, bins), max]
    const open = cut.at(-2) ?? 0
    const isTail = cut !== own
    if (isTail && between(open, Number.POSITIVE_INFINITY) > tail * count) continue
    return cut.slice(1).map((to, at) => {
      const from = cut[at] ?? 0
      return { from, to, count: between(from, to === cut.at(-1) ? Number.POSITIVE_INFINITY : to) }
    })
  }
  throw new RangeError(`${bins} bins are too few`)
}
