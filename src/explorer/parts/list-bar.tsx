import type { ComponentChildren } from 'preact'
import { longestPageOf } from '../../views/queries.ts'
import { fullCount } from '../format.ts'
import type { Feed } from '../graph/use-feed.ts'
import { ExportMenu } from './export-menu.tsx'

/** The REST list of the shown data: its name for people, its path and page size, and how many it has, if known. */
export type Listed = { what: string; path: string; each: number; total?: number | null }

type ListBarProps = {
  listed: Listed
  feed: Pick<Feed<unknown>, 'nodes' | 'hasMore'>
  /** The plural noun of its elements, such as “posts”. */
  things: string
  children?: ComponentChildren
}

/** Above a list: the number shown, and the export menu. */
export const ListBar = ({ listed: { what, path, each, total = null }, feed, things, children }: ListBarProps) => {
  const shown = feed.nodes.length
  const list = { path: `${path}${path.includes('?') ? '&' : '?'}count=${longestPageOf(path)}` }
  return (
    <div class="list-bar">
      <p class="quiet">
        {fullCount(shown)} {things} shown
      </p>
      {children}
      <ExportMenu
        what={what}
        rows={{ from: 'list', path, each, shown }}
        all={{ list, count: feed.hasMore ? total : shown, things }}
      />
    </div>
  )
}
