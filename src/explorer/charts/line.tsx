import { Decorative } from './decorative.tsx'
import type { Space } from './space.ts'

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
