import { type Rhythm, weekdays } from './rhythm.ts'

/** How many tints the style sheet has beyond the one for no post. */
const tints = 4

/** The tint of a count. `most`: the count with the darkest tint, common to all grids of a comparison. */
const tintOf = (count: number, most: number): number => Math.ceil((count / Math.max(most, 1)) * tints)

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

type GridProps = { rhythm: Rhythm; most: number; label: string }

/** Posting times by weekday and hour: a table with cells tinted by count. */
export const RhythmGrid = ({ rhythm, most, label }: GridProps) => (
  <table class="rhythm">
    <caption class="unseen">{label}: posts by weekday and hour, UTC</caption>
    <thead>
      <tr>
        <td />
        {hours.map((hour) => (
          <th key={hour} scope="col">
            <span class={hour % 6 === 0 ? '' : 'unseen'}>{hour}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rhythm.map((day, index) => (
        <tr key={weekdays[index]}>
          <th scope="row">
            <abbr title={weekdays[index]}>{weekdays[index]?.slice(0, 2)}</abbr>
          </th>
          {day.map((count, hour) => (
            <td
              key={hours[hour]}
              class="tint"
              style={{ '--tint': tintOf(count, most) }}
              title={`${weekdays[index]} ${hourOf(hour)} UTC: ${count} ${count === 1 ? 'post' : 'posts'}`}
            >
              <span class="unseen">{count}</span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Legend of the tints. */
export const RhythmLegend = ({ most }: { most: number }) => (
  <p class="row quiet small intro rhythm-legend">
    <span>0</span>
    {Array.from({ length: tints + 1 }, (_, tint) => (
      <span key={tint} class="tint" style={{ '--tint': tint }} aria-hidden="true" />
    ))}
    <span>
      {most} {most === 1 ? 'post' : 'posts'} in one hour of the week
    </span>
  </p>
)
