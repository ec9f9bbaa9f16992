import { BottomAxis, ValueAxis } from '../charts/axes.tsx'
import { countScale, type Scale, timeScale } from '../charts/scales.ts'
import { margin, marginBelow, type Space } from '../charts/space.ts'
import type { Dot } from './post-loader.ts'
import type { TimeRange } from './range.ts'

/** A moment marked by a line. */
export type Mark = { at: number; name: string }

/** Time on the horizontal axis, plays on the vertical. */
export type Scales = { x: Scale; y: Scale }

export const scalesOf = (dots: readonly Dot[], { from, to }: TimeRange): Scales => ({
  x: timeScale([from, to]),
  y: countScale(dots.map(({ plays }) => plays ?? 0))
})

export const spaceOf = ({ x, y }: Scales, width: number, height: number): Space => ({
  width,
  height,
  x: (value) => x.at(value) * width,
  y: (value) => (1 - y.at(value)) * height
})

export const outerHeight = (height: number): number => margin.top + height + marginBelow(true)

/** Within this distance of the right end, the label is left of its line. */
const nameWidth = 90

/** Axes and grid of the dots. */
export const Axes = ({ scales: { x, y }, space }: { scales: Scales; space: Space }) => (
  <>
    <ValueAxis scale={y} space={space} />
    <BottomAxis scale={x} space={space} hasLabels={true} />
  </>
)

type MarksProps = { marks: readonly Mark[]; range: TimeRange; space: Space }

/** Marked moments, drawn above the dots so that their labels stay readable. */
export const Marks = ({ marks, range, space }: MarksProps) => (
  <>
    {marks
      .filter(({ at }) => at >= range.from && at <= range.to)
      .map(({ at, name }) => {
        const isLate = space.x(at) > space.width - nameWidth
        return (
          <g key={name} class="mark" transform={`translate(${space.x(at)} 0)`}>
            <line y1={0} y2={space.height} />
            <text x={isLate ? -5 : 5} y={9} text-anchor={isLate ? 'end' : 'start'}>
              {name}
            </text>
          </g>
        )
      })}
  </>
)
