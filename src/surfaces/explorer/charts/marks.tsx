import type { ComponentChildren } from 'preact'
import type { Space } from './space.ts'
import type { Usual } from './statistics.ts'

/** A drawing hidden from screen readers: text elsewhere says the same. */
export const Decorative = ({ class: name, children }: { class: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of shapes takes no focus
  <g class={name} aria-hidden="true">
    {children}
  </g>
)

type LineProps = {
  /** In the order of their first number. */
  points: readonly { x: number; y: number }[]
  space: Space
  /** Whether the area below is filled, for an axis that begins at zero. */
  hasArea: boolean
}

/** A line through points. */
export const Line = ({ points, space: { x, y, height }, hasArea }: LineProps) => {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const line = points.map((point) => `${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join('L')
  return (
    <Decorative class="drawn-line">
      {hasArea && (
        <path class="area" d={`M${line}L${x(last.x).toFixed(1)} ${height}L${x(first.x).toFixed(1)} ${height}Z`} />
      )}
      <path class="line" d={`M${line}`} />
    </Decorative>
  )
}

/** The interquartile range as a band with a line at the median. */
export const UsualRange = ({ usual: { median, range }, space: { width, y } }: { usual: Usual; space: Space }) => (
  <Decorative class="usual">
    {range !== null && (
      <rect class="range" width={width} y={y(range[1])} height={Math.max(1, y(range[0]) - y(range[1]))} />
    )}
    <line class="median" x2={width} y1={y(median)} y2={y(median)} />
  </Decorative>
)
