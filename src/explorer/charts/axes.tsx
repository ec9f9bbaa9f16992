import { Decorative } from './decorative.tsx'
import { ticksAcross, ticksUp } from './fit-ticks.ts'
import type { Scale } from './scales.ts'
import { margin, type Space } from './space.ts'

/** Values up the left side, with a line across for each. */
export const ValueAxis = ({ scale, space: { width, height } }: { scale: Scale; space: Space }) => (
  <Decorative class="axis">
    {ticksUp(scale, height).map(({ label, place }) => (
      <g key={label}>
        <line x2={width} y1={height - place} y2={height - place} />
        <text x={-8} y={height - place} dy="0.32em" text-anchor="end">
          {label}
        </text>
      </g>
    ))}
  </Decorative>
)

/** Along the bottom. Without `hasLabels` only the marks, for a panel whose axis stands below another. */
export const BottomAxis = ({ scale, space, hasLabels }: { scale: Scale; space: Space; hasLabels: boolean }) => {
  const { width, height } = space
  return (
    <Decorative class="axis">
      <line class="base" x2={width} y1={height} y2={height} />
      {ticksAcross(scale, width, margin.left, margin.right).map(({ at, label, below, place }) => (
        <g key={at}>
          <line class="base" x1={at * width} x2={at * width} y1={height} y2={height + 4} />
          {hasLabels && (
            <text x={place} y={height + 22} text-anchor="middle">
              {label}
              {below !== undefined && (
                <tspan class="below" x={place} dy="1.2em">
                  {below}
                </tspan>
              )}
            </text>
          )}
        </g>
      ))}
    </Decorative>
  )
}
