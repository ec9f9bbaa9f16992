import { margin } from '../charts/space.ts'
import { fullCount } from '../format.ts'
import { audienceClasses, countsOf } from './audience-classes.ts'
import { Axes, type Mark, Marks, outerHeight, scalesOf, spaceOf } from './axes.tsx'
import { type DotPositions, placed } from './dot-positions.ts'
import { fillOpacity, outlineWidth, sizeOf } from './paint.ts'
import type { Audiences, Dot } from './post-loader.ts'
import type { TimeRange } from './range.ts'

export type Drawn = { dots: readonly Dot[]; audiences: Audiences; marks: readonly Mark[]; range: TimeRange }

/** Inside the axes, in pixels: the same for every export. */
const [width, height] = [896, 360]
const outerWidth = margin.left + width + margin.right

const legend = { height: 28, sign: 16, character: 6.8, apart: 22 } as const

const Legend = ({ counts }: { counts: readonly number[] }) => {
  let next: number = margin.left
  return (
    <svg width={outerWidth} height={legend.height} aria-hidden="true">
      {audienceClasses.map(({ name, colour, path }, which) => {
        const count = counts[which] ?? 0
        if (count === 0) return null
        const text = `${name}: ${fullCount(count)}`
        const x = next
        next += legend.sign + text.length * legend.character + legend.apart
        return (
          <g key={name} class="axis" transform={`translate(${x} ${legend.height / 2})`}>
            <path d={path} style={{ fill: `var(${colour})` }} />
            <text x={legend.sign} dy="0.32em">
              {text}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const tenths = (pixels: number) => Math.round(pixels * 10) / 10

/** All symbols of a class as one path. */
const outlineOf = ({ xs, ys, classes }: DotPositions, which: number, path: string, size: number): string => {
  let outline = ''
  for (const [index, x] of xs.entries()) {
    if (classes[index] !== which || x < 0 || x > width) continue
    outline += `M${tenths(x / size)} ${tenths((ys[index] ?? 0) / size)}${path}`
  }
  return outline
}

/** The timeline as SVG shapes, for export, with dots at the same places as on the page. */
export const TimelineDrawing = ({ dots, audiences, marks, range }: Drawn) => {
  const scales = scalesOf(dots, range)
  const space = spaceOf(scales, width, height)
  const places = placed(dots, audiences, space)
  const size = sizeOf(dots.length, width)
  const counts = countsOf(
    dots.filter(({ at }) => at >= range.from && at <= range.to),
    audiences
  )
  return (
    <div class="chart">
      <svg width={outerWidth} height={outerHeight(height)} aria-hidden="true">
        <g transform={`translate(${margin.left} ${margin.top})`}>
          <Axes scales={scales} space={space} />
          {audienceClasses.map(({ name, colour, path }, which) =>
            counts[which] === 0 ? null : (
              <path
                key={name}
                d={outlineOf(places, which, path, size)}
                transform={`scale(${size})`}
                style={{ fill: `var(${colour})`, fillOpacity, stroke: `var(${colour})`, strokeWidth: outlineWidth }}
              />
            )
          )}
          <Marks marks={marks} range={range} space={space} />
        </g>
      </svg>
      <Legend counts={counts} />
    </div>
  )
}
