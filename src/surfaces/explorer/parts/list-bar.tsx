import type { ComponentChildren } from 'preact'
import { longestPageOf } from '../../views/queries.ts'
import { fullCount } from '../format.ts'
import type { Feed } from '../graph/use-feed.ts'
import { ExportMenu } from './export-menu.tsx'

/** The REST list of the shown data: its name for people, its path and page size. */
export type Listed = { what: string; path: string; each: number }

type ListBarProps = {
  listed: Listed
  /** How many the whole list has; null where that is not known. */
  total: number | null
  feed: Pick<Feed<unknown>, 'nodes' | 'hasMore'>
  /** The plural noun of its elements, such as “posts”. */
  things: string
  children?: ComponentChildren
}

/** Above a list: the number shown, and the export menu. */
export const ListBar = ({ listed: { what, path, each }, total, feed, things, children }: ListBarProps) => {
  const shown = feed.nodes.length
  const count = feed.hasMore ? total : shown
  const list = { path: `${path}${path.includes('?') ? '&' : '?'}count=${longestPageOf(path)}` }
  return (
    <div class="list-bar">
      <p class="quiet">
        {fullCount(shown)}
        {feed.hasMore && total !== null && ` of ${fullCount(total)}`} {things} shown
      </p>
      {children}
      <ExportMenu what={what} rows={{ from: 'list', path, each, shown }} all={{ list, count, things }} />
    </div>
  )
}
