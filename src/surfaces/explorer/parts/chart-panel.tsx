import type { ComponentChildren, FunctionComponent } from 'preact'
import { type ShownColumn, tableRows } from '../table/column.ts'
import { Table } from '../table/table.tsx'
import type { CodeProps } from './code.tsx'
import { Lazy } from './lazy.tsx'
import { TitleLine } from './title-line.tsx'

/** Each kind reserves its height in the style sheet, whatever it shows. */
type PanelKind = 'charts' | 'history' | 'use'

type ChartPanelProps<Row> = {
  kind: PanelKind
  id: string
  title: string
  /** What it shows, for the name of an exported file. */
  what: string
  source?: CodeProps
  /** The columns of its table and of an export. */
  columns: readonly ShownColumn<Row>[]
  /** In the order of time. */
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Charts, and what they say. */
  children: ComponentChildren
}

/** A panel of charts, with the same numbers as a table below and as a file. */
export const ChartPanel = <Row,>(props: ChartPanelProps<Row>) => {
  const { kind, id, title, what, source, columns, rows, keyOf, children } = props
  return (
    <section class={`card panel ${kind}`} aria-labelledby={id}>
      <TitleLine id={id} title={title} exported={{ what, rows: tableRows(rows, columns), ...(source && { source }) }} />
      {children}
      <details class="numbers">
        <summary>As a table</summary>
        <Table label={`${title} in numbers`} columns={columns} rows={rows.toReversed()} keyOf={keyOf} />
      </details>
    </section>
  )
}

type PlaceProps = { kind: PanelKind; title?: string; rows?: number; children?: ComponentChildren }

/** In place of a panel: nothing while it loads, then the reason why there is no chart. */
export const PanelPlace = ({ kind, title, rows, children }: PlaceProps) => (
  <section
    class={`card panel ${kind}`}
    style={{ '--rows': rows }}
    aria-label={title}
    aria-busy={children === undefined}
  >
    {children !== undefined && (
      <>
        <h2>{title}</h2>
        {children}
      </>
    )}
  </section>
)

type LazyPanelProps<P extends object> = {
  kind: PanelKind
  load: () => Promise<FunctionComponent<NoInfer<P>>>
  props: P
  rows?: number
}

/** A panel whose script is loaded shortly before it scrolls into view. */
export const LazyPanel = <P extends object>({ kind, load, props, rows }: LazyPanelProps<P>) => (
  <Lazy load={load} props={props}>
    <PanelPlace kind={kind} {...(rows !== undefined && { rows })} />
  </Lazy>
)
