import { compactCount, percent } from '../format.ts'

export type ShownDistribution = {
  readonly p25: number
  readonly p75: number
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[] | null
}

const height = 24

/** The distribution of all values, with the bins of the given range marked, and the range of the middle half. */
export const Histogram = ({ of, range, isPercent }: { of: ShownDistribution; range: unknown; isPercent: boolean }) => {
  const bins = of.histogram ?? []
  const most = Math.max(...bins.map(({ count }) => count))
  // A range of numbers, by the table of conditions.
  const { min = 0, max = Number.POSITIVE_INFINITY } = (range ?? {}) as { min?: number; max?: number }
  const shown = isPercent ? percent : compactCount
  return (
    <>
      <svg class="histogram" viewBox={`0 0 ${bins.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bins.map(({ from, to, count }, index) => {
          const tall = count === 0 ? 0 : Math.max(1, (count / most) * height)
          return (
            <rect
              key={from}
              class={range !== undefined && from <= max && to > min ? 'within' : undefined}
              x={index}
              y={height - tall}
              width={0.85}
              height={tall}
            />
          )
        })}
      </svg>
      <p class="quiet small">
        Half are between {shown(of.p25)} and {shown(of.p75)}
      </p>
    </>
  )
}
