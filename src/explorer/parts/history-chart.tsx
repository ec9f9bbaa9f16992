import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { Chart } from '../charts/chart.tsx'
import { Line } from '../charts/line.tsx'
import type { Point } from '../charts/points.tsx'
import { growthScale, timeScale } from '../charts/scales.ts'
import { fullCount, shortDate } from '../format.ts'
import type { CodeProps } from './code.tsx'
import { TitleLine } from './title-line.tsx'

/** A count as it was observed. */
export type Observed = {
  /** Time in ISO 8601. */
  readonly at: string
  readonly count: number
  readonly isRounded: boolean
  /** Values of its row in an export, after the time. */
  readonly values: readonly unknown[]
}

type HistoryChartProps = {
  id: string
  title: string
  /** The plural noun of what is counted. */
  things: string
  /** At least two, the earliest first. */
  observed: readonly Observed[]
  /** Time in ISO 8601 at which the count was zero; the axis of counts then begins at zero. */
  zeroAt: string | null
  /** Columns of an export after the time. */
  columns: readonly string[]
  /** What it shows, for the name of an exported file. */
  what: string
  source: CodeProps
  /** What the numbers say. */
  children: ComponentChildren
}

const height = 200
/** Radius of a dot in pixels, for up to `fewDots` and for more. */
const dotSizes = { few: 3, many: 2 } as const
const fewDots = 40

const countText = ({ count, isRounded }: Observed, things: string): string =>
  `${isRounded ? 'about ' : ''}${fullCount(count)} ${things}`

/** A difference with its sign. */
const changeText = (change: number): string =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${fullCount(Math.abs(change))}`

type TableProps = Pick<HistoryChartProps, 'title' | 'things' | 'observed'>

const HistoryTable = ({ title, things, observed }: TableProps) => (
  <details>
    <summary>As a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <section class="scroll" tabIndex={0} aria-label={`${title} in numbers`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Observed</th>
            <th scope="col">{`${things.charAt(0).toUpperCase()}${things.slice(1)}`}</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {observed.toReversed().map(({ at, count, isRounded }, index) => {
            const before = observed[observed.length - 2 - index]
            return (
              <tr key={at}>
                <th scope="row">{shortDate(at)}</th>
                <td>
                  {isRounded && 'about '}
                  {fullCount(count)}
                </td>
                <td>{before === undefined ? '–' : changeText(count - before.count)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  </details>
)

/** A count over time as a line with a dot for each observation. A table below has the same numbers. */
export const HistoryChart = (props: HistoryChartProps) => {
  const { id, title, things, observed, zeroAt, columns, what, source, children } = props
  const figure = useRef<HTMLElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const { points, line, time, counts } = useMemo(() => {
    const points = observed.map((each): Point => {
      const name = `${shortDate(each.at)}: ${countText(each, things)}`
      return { key: each.at, x: Date.parse(each.at), y: each.count, to: null, name }
    })
    const line = zeroAt === null ? points : [{ x: Date.parse(zeroAt), y: 0 }, ...points]
    return {
      points,
      line,
      time: timeScale(line.map(({ x }) => x)),
      counts: growthScale(
        observed.map(({ count }) => count),
        zeroAt === null ? 'least' : 'zero'
      )
    }
  }, [observed, things, zeroAt])
  const tip = (key: string) => {
    const found = observed.find(({ at }) => at === key)
    return found === undefined ? null : (
      <>
        <span class="quiet">{shortDate(found.at)}</span>
        <strong>{countText(found, things)}</strong>
      </>
    )
  }
  return (
    <section ref={figure} class="panel history" aria-labelledby={id}>
      <TitleLine
        id={id}
        title={title}
        exported={{
          what,
          rows: {
            from: 'here',
            columns: ['observed_at', ...columns],
            values: () => observed.map(({ at, values }) => [Date.parse(at) / 1_000, ...values])
          },
          figure: () => figure.current,
          source
        }}
      />
      <p class="chart-text">{children}</p>
      <Chart
        label={`${title}, a dot for each observation`}
        x={time}
        y={counts}
        height={height}
        points={points}
        dotSize={observed.length > fewDots ? dotSizes.many : dotSizes.few}
        active={active}
        onActive={setActive}
        tip={tip}
      >
        {(space) => <Line points={line} space={space} hasArea={zeroAt !== null} />}
      </Chart>
      <HistoryTable title={title} things={things} observed={observed} />
    </section>
  )
}
