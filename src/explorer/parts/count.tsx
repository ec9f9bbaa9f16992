import { compactCount, fullCount } from '../format.ts'

/** A shortened count with the full number as its title. */
export const Count = ({ value }: { value: number }) => (
  <data value={value} title={fullCount(value)}>
    {compactCount(value)}
  </data>
)

/** Named numbers. Unknown ones are omitted. */
export const Figures = ({ of }: { of: readonly (readonly [name: string, value: number | null | undefined])[] }) => (
  <dl class="figures">
    {of.map(([name, value]) =>
      value == null ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Count value={value} />
          </dd>
        </div>
      )
    )}
  </dl>
)
