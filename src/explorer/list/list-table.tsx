import { ExportMenu } from '../parts/export-menu.tsx'
import { CrossIcon } from '../parts/icons.tsx'
import { Failed } from '../parts/states.tsx'
import { comparable } from '../route.ts'
import { type Column, tableRows } from '../table/column.ts'
import { requestedColumns } from '../table/creator-columns.tsx'
import type { Requested } from '../table/creator-row.ts'
import { Table } from '../table/table.tsx'
import { useOrder } from '../table/use-order.ts'
import { useListed } from './listed.ts'

type Row = Requested & { note: string }

const creatorColumns = requestedColumns<Row>()

type ListTableProps = {
  name: string
  entries: readonly { handle: string; note: string }[]
  chosen: readonly string[]
  choose: (handles: readonly string[]) => void
  /** Null for a list that came with a link: it cannot be changed before it is kept. */
  edit: { remove: (handle: string) => void; writeNote: (handle: string, note: string) => void } | null
}

/** The creators of a list with their numbers, sorted by any of them. Those that do not exist cannot be chosen. */
export const ListTable = ({ name, entries, chosen, choose, edit }: ListTableProps) => {
  const { listed, problem, again } = useListed(entries.map(({ handle }) => handle))
  const given = listed.map((each, index): Row => ({ ...each, note: entries[index]?.note ?? '' }))
  const noteColumn: Column<Row> = {
    id: 'note',
    title: 'Note',
    value: ({ note }) => note,
    cell: ({ handle, note }) => (
      <input
        type="text"
        class="note-field"
        aria-label={`Note on @${handle}`}
        maxLength={500}
        value={note}
        onChange={(event) => edit?.writeNote(handle, event.currentTarget.value)}
      />
    )
  }
  const columns = edit === null ? creatorColumns : [...creatorColumns, noteColumn]
  const sorted = useOrder(given, columns)
  const isFull = chosen.length >= comparable.most
  return (
    <>
      {problem !== null && <Failed problem={problem} again={again} />}
      <Table
        label={name}
        columns={columns}
        {...sorted}
        keyOf={({ handle }) => handle}
        before={({ handle, lacks }) => (
          <input
            type="checkbox"
            aria-label={`Choose @${handle}`}
            checked={chosen.includes(handle)}
            disabled={lacks !== null || (isFull && !chosen.includes(handle))}
            onChange={() =>
              choose(chosen.includes(handle) ? chosen.filter((each) => each !== handle) : [...chosen, handle])
            }
          />
        )}
        {...(edit !== null && {
          after: ({ handle }: Row) => (
            <button type="button" class="sign" aria-label={`Remove @${handle}`} onClick={() => edit.remove(handle)}>
              <CrossIcon />
            </button>
          )
        })}
      />
      <ExportMenu what={name} rows={tableRows(sorted.rows, columns)} />
    </>
  )
}
