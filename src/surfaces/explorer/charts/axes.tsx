import { ticksAcross, ticksUp } from './fit-ticks.ts'
import { Decorative } from './marks.tsx'
import type { Scale } from './scales.ts'
import { margin, type Space } from './space.ts'

/** The vertical axis on the left, with a grid line for each value. */
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

/** The horizontal axis. Without `hasLabels` only tick marks, for a panel above another one. */
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
