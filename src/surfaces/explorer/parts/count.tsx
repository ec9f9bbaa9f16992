import { compactCount, fullCount } from '../format.ts'

/** A shortened count with the full number as its title; a dash where it is unknown. */
export const Count = ({ value }: { value: number | null }) =>
  value === null ? (
    <span title="Unknown">{compactCount(value)}</span>
  ) : (
    <data value={value} title={fullCount(value)}>
      {compactCount(value)}
    </data>
  )

/** Named numbers. */
export const Figures = ({ of }: { of: readonly (readonly [name: string, value: number | null])[] }) => (
  <dl class="row figures">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Count value={value} />
        </dd>
      </div>
    ))}
  </dl>
)
