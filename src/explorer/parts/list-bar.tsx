import type { ComponentChildren } from 'preact'
import { fullCount } from '../format.ts'
import { TakeAway } from './export-menu.tsx'

/** A list of REST that holds what is shown: what it is for people, its path, and a number of elements it gives at once. */
export type Listed = { what: string; path: string; each: number }

type ListBarProps = {
  listed: Listed
  shown: number
  /** What is counted: “posts”. */
  things: string
  children?: ComponentChildren
}

/** Above a list: how much of it is shown, and ways to take that along. */
export const ListBar = ({ listed: { what, path, each }, shown, things, children }: ListBarProps) => (
  <div class="list-bar">
    <p class="quiet">
      {fullCount(shown)} {things} shown
    </p>
    {children}
    <TakeAway what={what} rows={{ from: 'list', path, each, shown }} />
  </div>
)
