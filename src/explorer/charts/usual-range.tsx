import { Decorative } from './decorative.tsx'
import type { Space } from './space.ts'
import type { Usual } from './statistics.ts'

/** The interquartile range as a band with a line at the median. */
export const UsualRange = ({ usual: { median, range }, space: { width, y } }: { usual: Usual; space: Space }) => (
  <Decorative class="usual">
    {range !== null && (
      <rect class="range" width={width} y={y(range[1])} height={Math.max(1, y(range[0]) - y(range[1]))} />
    )}
    <line class="median" x2={width} y1={y(median)} y2={y(median)} />
  </Decorative>
)
