import type { Distribution, HistogramScale } from '../../records/distribution.ts'

/**
 * Histograms in two steps: a scan counts values in the fixed cells of a scale, then cells are merged into the requested bins. Borders are round
 * numbers, so that they do not change with every filter.
 */
type HistogramBorders = {
  /** Lower borders of the cells; the last cell has no upper one. */
  readonly cells: readonly number[]
  /** Choices of borders between bins, from many to few. All are borders of cells. */
  readonly levels: readonly (readonly number[])[]
  /** Share of the values that may be beyond the width of other bins, in the last bin, so that a few large values do not widen all bins. */
  readonly tail: number
}

/** Borders within a decade, from many to few: round numbers, spaced as evenly as possible on a logarithmic scale. */
const decades = [
  [10, 11, 12, 14, 15, 17, 20, 22, 25, 27, 30, 35, 40, 45, 50, 55, 60, 70, 80, 90],
  [10, 12, 15, 20, 25, 30, 40, 50, 60, 80],
  [10, 15, 20, 30, 50, 70],
  [10, 20, 50],
  [10, 30],
  [10]
]
/** Its end is beyond the largest exact integer. */
const lastDecade = 16

/** 0, and borders from 1 on in every `everyDecade`th decade. */
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

/** Borders from 0 in equal steps of `step` units; a whole has `perWhole` units. */
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

/** Values from `from` to below `to`; the last bin includes `to`. */
export type HistogramBin = { readonly from: number; readonly to: number; readonly count: number }

/** At most `bins` (2 or more) adjacent bins with all values; some may be empty. */
export const histogramOf = ({ scale, cells, max, count }: Distribution, bins: number): HistogramBin[] => {
  const { levels, tail } = histogramScales[scale]
  const [first, last] = [cells.at(0)?.from ?? 0, cells.at(-1)?.from ?? 0]
  const between = (from: number, to: number) =>
    cells.reduce((sum, cell) => (cell.from >= from && cell.from < to ? sum + cell.count : sum), 0)
  for (const borders of levels) {
    const top = borders.at(-1) ?? 0
    const from = borders.findLastIndex((border) => border <= first && (border < top || border < max))
    // If the largest value is a border, it belongs to the bin below.
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
