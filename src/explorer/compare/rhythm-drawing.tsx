import { type Rhythm, weekdays } from './rhythm.ts'
import { tintOf, tints } from './tints.ts'

const cell = { width: 24, height: 18, gap: 2 } as const
const [left, top] = [40, 20]
const [width, height] = [left + 24 * cell.width, top + 7 * cell.height + 8]

type Drawn = { name: string; rhythm: Rhythm }

/** Rhythms as stacked SVG shapes, for export. `most`: the count with the darkest tint. */
export const RhythmDrawing = ({ rhythms, most }: { rhythms: readonly Drawn[]; most: number }) => (
  <>
    {rhythms.map(({ name, rhythm }) => (
      <div key={name} class="chart">
        <h3>{name}</h3>
        <svg class="axis" width={width} height={height} aria-hidden="true">
          {[0, 6, 12, 18].map((hour) => (
            <text key={hour} x={left + hour * cell.width} y={top - 6}>
              {hour}
            </text>
          ))}
          {rhythm.map((counts, index) => {
            const y = top + index * cell.height
            return (
              <g key={weekdays[index]}>
                <text x={left - 8} y={y + cell.height / 2} dy="0.32em" text-anchor="end">
                  {weekdays[index]?.slice(0, 2)}
                </text>
                {counts.map((count, hour) => {
                  const place = {
                    x: left + hour * cell.width,
                    y,
                    width: cell.width - cell.gap,
                    height: cell.height - cell.gap,
                    rx: 2
                  }
                  return (
                    <g key={hour}>
                      <rect {...place} style={{ fill: 'var(--line)' }} />
                      {count > 0 && (
                        <rect
                          {...place}
                          style={{ fill: 'var(--chart-plays)', fillOpacity: tints[tintOf(count, most)] }}
                        />
                      )}
                    </g>
                  )
                })}
              </g>
            )
          })}
        </svg>
      </div>
    ))}
  </>
)
