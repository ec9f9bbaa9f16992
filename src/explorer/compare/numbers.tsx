import type { ComponentChildren } from 'preact'
import { Bar } from '../parts/scorecard.tsx'
import type { Compared } from './compared.ts'
import { type ComparedNumber, leadersOf, rowGroups } from './rows.ts'

const Leads = () => (
  <>
    <svg class="leads-mark" viewBox="0 0 10 10" width="0.7em" height="0.7em" aria-hidden="true">
      <path d="M5 1 9.5 9h-9z" fill="currentColor" />
    </svg>
    <span class="unseen">leads with </span>
  </>
)

const Cells = ({ row, compared }: { row: ComparedNumber; compared: readonly Compared[] }) => {
  const values = compared.map(row.value)
  const leaders = leadersOf(values)
  return (
    <>
      {compared.map(({ name }, index) => {
        const value = values[index] ?? null
        const isLeading = row.leads && leaders[index] === true
        return (
          <td key={name} class={isLeading ? 'leads' : ''}>
            {value === null ? (
              <span class="quiet">
                <span aria-hidden="true">–</span>
                <span class="unseen">unknown</span>
              </span>
            ) : (
              <>
                <span class="value">
                  {isLeading && <Leads />}
                  {row.text(value)}
                </span>
                {row.isScore && <Bar value={value} />}
              </>
            )}
          </td>
        )
      })}
    </>
  )
}

type NumbersProps = { compared: readonly Compared[]; heads: readonly ComponentChildren[] }

/** All numeric values: a row each, and a column for each creator. `heads`: the column headers. */
export const Numbers = ({ compared, heads }: NumbersProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section class="sideways" tabIndex={0} aria-label="Numbers side by side">
    <table class="numbers" style={{ '--columns': compared.length }}>
      <thead>
        <tr>
          <td class="corner">
            <Leads /> <span aria-hidden="true">leads the row</span>
          </td>
          {heads}
        </tr>
      </thead>
      {rowGroups.map(({ name, rows }) => (
        <tbody key={name}>
          <tr class="group">
            <th scope="rowgroup">{name}</th>
            <td colSpan={compared.length} />
          </tr>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                {row.name}
                {row.meaning !== undefined && <span class="quiet meaning">{row.meaning}</span>}
              </th>
              <Cells row={row} compared={compared} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  </section>
)
