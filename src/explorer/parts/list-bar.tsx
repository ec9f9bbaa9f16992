import type { ComponentChildren } from 'preact'
import { fullCount } from '../format.ts'
import { ExportMenu } from './export-menu.tsx'

/** The REST list of the shown data: its name for people, its path and page size. */
export type Listed = { what: string; path: string; each: number }

type ListBarProps = {
  listed: Listed
  shown: number
  /** The plural noun of its elements, such as “posts”. */
  things: string
  children?: ComponentChildren
}

/** Above a list: the number shown, and the export menu. */
export const ListBar = ({ listed: { what, path, each }, shown, things, children }: ListBarProps) => (
  <div class="list-bar">
    <p class="quiet">
      {fullCount(shown)} {things} shown
    </p>
    {children}
    <ExportMenu what={what} rows={{ from: 'list', path, each, shown }} />
  </div>
)
