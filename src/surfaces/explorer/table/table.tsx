import type { ComponentChild } from 'preact'
import { highestOf, type ShownColumn, type TableOrder } from './column.ts'

const Unknown = () => (
  <span class="quiet">
    <span aria-hidden="true">–</span>
    <span class="unseen">unknown</span>
  </span>
)

const shown = <Row,>({ value, cell }: ShownColumn<Row>, row: Row): ComponentChild => {
  const plain = value(row)
  return plain === null ? <Unknown /> : cell === undefined ? String(plain) : cell(row)
}

/** Marks the highest value of a column, in words as well. */
const Highest = () => (
  <>
    <span class="highest" aria-hidden="true">
      ▲
    </span>
    <span class="unseen">highest: </span>
  </>
)

type TableProps<Row> = {
  /** Names the table for screen readers. */
  label: string
  /** The first one shown names the row. */
  columns: readonly ShownColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  order?: TableOrder | null
  /** Sorts by a column; null where a column cannot be sorted by. */
  sortBy?: (column: ShownColumn<Row>) => (() => void) | null
  /** A cell before and one after the columns: a check box, buttons. */
  before?: (row: Row) => ComponentChild
  after?: (row: Row) => ComponentChild
}

/** A table that scrolls sideways within itself where it is wider than the window. */
export const Table = <Row,>({ label, columns, rows, keyOf, order, sortBy, before, after }: TableProps<Row>) => {
  const [first, ...others] = columns.filter(({ isHidden }) => isHidden !== true)
  if (first === undefined) return null
  const marked = new Map(
    columns.map((column) => [column, column.isBetterWhenHigher === true ? highestOf(rows, column) : null])
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {before !== undefined && <td />}
            {[first, ...others].map((column) => {
              const sort = sortBy?.(column) ?? null
              const direction =
                order?.column === column.id ? (order.isDescending ? 'descending' : 'ascending') : undefined
              return (
                <th key={column.id} scope="col" aria-sort={direction} class={column.isNumber ? 'number' : undefined}>
                  {sort === null ? (
                    <span title={column.meaning}>{column.title}</span>
                  ) : (
                    <button type="button" class="sort" title={column.meaning} onClick={sort}>
                      {column.title}
                    </button>
                  )}
                </th>
              )
            })}
            {after !== undefined && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {before !== undefined && <td>{before(row)}</td>}
              <th scope="row">{shown(first, row)}</th>
              {others.map((column) => (
                <td key={column.id} class={column.isNumber ? 'number' : undefined}>
                  {marked.get(column) !== null && marked.get(column) === column.value(row) && <Highest />}
                  {shown(column, row)}
                </td>
              ))}
              {after !== undefined && <td>{after(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
