import { ExportMenu } from '../parts/export-menu.tsx'
import { CrossIcon } from '../parts/icons.tsx'
import { Failed } from '../parts/states.tsx'
import { comparable } from '../route.ts'
import { tableRows } from '../table/column.ts'
import { requestedColumns } from '../table/creator-columns.tsx'
import type { Requested } from '../table/creator-row.ts'
import { Table } from '../table/table.tsx'
import { useOrder } from '../table/use-order.ts'
import { useListed } from './listed.ts'

const columns = requestedColumns<Requested>()

type ListTableProps = {
  name: string
  handles: readonly string[]
  chosen: readonly string[]
  choose: (handles: readonly string[]) => void
  /** Null for a list that came with a link: it cannot be changed before it is kept. */
  remove: ((handle: string) => void) | null
}

/** The creators of a list with their numbers, sorted by any of them. Those that do not exist cannot be chosen. */
export const ListTable = ({ name, handles, chosen, choose, remove }: ListTableProps) => {
  const { listed, problem, again } = useListed(handles)
  const sorted = useOrder(listed, columns)
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
              choose(chosen.includes(handle) ? chosen.filter((other) => other !== handle) : [...chosen, handle])
            }
          />
        )}
        {...(remove !== null && {
          after: ({ handle }: Requested) => (
            <button type="button" class="button sign" aria-label={`Remove @${handle}`} onClick={() => remove(handle)}>
              <CrossIcon />
            </button>
          )
        })}
      />
      <ExportMenu what={name} rows={tableRows(sorted.rows, columns)} />
    </>
  )
}
