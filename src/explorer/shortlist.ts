import { useEffect, useState } from 'preact/hooks'
import { eachOnce } from '../views/unique.ts'
import { splitHandles } from './handles.ts'

/** Maximum length of the shortlist. */
export const maxShortlisted = 500

const keptAs = 'clipgraph-shortlist'

const readKept = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptAs) ?? '[]')
    // Any script of this origin may have written it.
    const texts = Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
    return splitHandles(texts).handles.slice(0, maxShortlisted)
  } catch {
    // The browser may forbid storage, or contain other data; the list then lasts as long as the page.
    return []
  }
}

/** `before`: the list before the last removal, while it can be undone. */
export type Shortlist = { handles: readonly string[]; before: readonly string[] | null }

let list: Shortlist = { handles: readKept(), before: null }
const changed = new EventTarget()

const change = (next: Shortlist) => {
  list = next
  try {
    localStorage.setItem(keptAs, JSON.stringify(list.handles))
  } catch {
    // See above.
  }
  changed.dispatchEvent(new Event('list'))
}

// Another tab changed it.
addEventListener('storage', ({ key }) => {
  if (key !== keptAs && key !== null) return
  list = { handles: readKept(), before: null }
  changed.dispatchEvent(new Event('list'))
})

const sameAs = (handle: string) => (other: string) => other.toLowerCase() === handle.toLowerCase()

/** Numbers of handles added, and of those beyond the maximum. */
export type Added = { added: number; beyond: number }

/** Appends handles. Handles already on the list keep their position. */
export const addToShortlist = (handles: readonly string[]): Added => {
  const wanted = eachOnce([...list.handles, ...handles])
  const next = wanted.slice(0, maxShortlisted)
  const added = next.length - list.handles.length
  if (added > 0) change({ handles: next, before: null })
  return { added, beyond: wanted.length - next.length }
}

export const removeFromShortlist = (handle: string) =>
  change({ handles: list.handles.filter((each) => !sameAs(handle)(each)), before: list.handles })

export const clearShortlist = () => change({ handles: [], before: list.handles })

/** Undoes the last removal. */
export const restoreShortlist = () => {
  if (list.before !== null) change({ handles: list.before, before: null })
}

export const isShortlisted = ({ handles }: Shortlist, handle: string): boolean => handles.some(sameAs(handle))

export const useShortlist = (): Shortlist => {
  const [shown, show] = useState(list)
  useEffect(() => {
    const follow = () => show(list)
    follow()
    changed.addEventListener('list', follow)
    return () => changed.removeEventListener('list', follow)
  }, [])
  return shown
}
