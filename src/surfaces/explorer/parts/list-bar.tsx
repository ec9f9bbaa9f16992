import type { ComponentChildren } from 'preact'
import { longestPageOf } from '../../views/queries.ts'
import type { ExportRows } from '../export/rows.ts'
import type { QueriedList, WholeList } from '../export/whole-list.ts'
import { fullCount, nounFor } from '../format.ts'
import type { Feed } from '../graph/use-feed.ts'
import { tableRows } from '../table/column.ts'
import { ExportMenu } from './export-menu.tsx'

/** The list of the shown data: its name for people, and its REST path and page size, or the query that has it where REST does not. */
export type ListedPosts = { what: string } & ({ path: string; perPage: number } | { query: QueriedList })

const listsOf = (listed: ListedPosts, shown: readonly unknown[]): { list: WholeList; rows: ExportRows } => {
  // The query's columns are made for the nodes that it lists.
  if ('query' in listed) return { list: listed.query, rows: tableRows(shown as readonly never[], listed.query.columns) }
  const { path, perPage } = listed
  return {
    list: { path: `${path}${path.includes('?') ? '&' : '?'}count=${longestPageOf(path)}` },
    rows: { from: 'list', path, perPage, shown: shown.length }
  }
}

type ListBarProps = {
  listed: ListedPosts
  /** How many the whole list has; null where that is not known. */
  total: number | null
  feed: Pick<Feed<unknown>, 'nodes' | 'hasMore'>
  /** The plural noun of its elements, such as “posts”. */
  noun: string
  children?: ComponentChildren
}

/** Above a list: the number shown, and the export menu. */
export const ListBar = ({ listed, total, feed, noun, children }: ListBarProps) => {
  const shown = feed.nodes.length
  const count = feed.hasMore ? total : shown
  const { list, rows } = listsOf(listed, feed.nodes)
  return (
    <div class="toolbar">
      <p class="quiet">
        {fullCount(shown)}
        {feed.hasMore && total !== null && ` of ${fullCount(total)}`} {nounFor(feed.hasMore ? total : shown, noun)}{' '}
        shown
      </p>
      {children}
      <ExportMenu what={listed.what} rows={rows} all={{ list, count, noun }} />
    </div>
  )
}
