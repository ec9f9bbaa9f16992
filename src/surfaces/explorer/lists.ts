import { useEffect, useState } from 'preact/hooks'
import { firstList, maxListed } from '../views/route.ts'
import { eachOnce } from '../views/unique.ts'
import { splitHandles } from './handles.ts'

export type CreatorList = { readonly name: string; readonly handles: readonly string[] }

/**
 * All lists of this browser, at least one. `current`: the list to which the buttons next to names add. `before`: the lists before the last
 * removal, while it can be undone.
 */
export type Lists = {
  readonly all: readonly [CreatorList, ...CreatorList[]]
  readonly current: string
  readonly before: Lists['all'] | null
  /** Whether the browser stores them; if not, they last as long as the page. */
  readonly isKept: boolean
}

const keptAs = 'clipgraph-lists'
/** Storage key from the time when there was only one list. */
const formerlyKeptAs = 'clipgraph-shortlist'

/** Maximum number of lists, and of characters in a name. */
export const listLimits = { lists: 50, name: 60 } as const

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const array = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown, most: number): string => (typeof value === 'string' ? value.trim().slice(0, most) : '')

const handlesOf = (values: readonly unknown[]): readonly string[] =>
  splitHandles(values.map((value) => text(value, 100))).handles.slice(0, maxListed)

/** The lists in a stored text. Any script of this origin may have written it. */
const readLists = (stored: string | null, former: string | null): Pick<Lists, 'all' | 'current'> => {
  const { lists, current } = record(JSON.parse(stored ?? '{}'))
  const all = array(lists).flatMap((item) => {
    const { name: stored, entries } = record(item)
    const name = text(stored, listLimits.name)
    return name === '' ? [] : [{ name, handles: handlesOf(array(entries).map((entry) => record(entry).handle)) }]
  })
  const distinct = [...new Map(all.map((list) => [list.name, list])).values()].slice(0, listLimits.lists)
  const [first, ...others] = distinct
  if (first === undefined) {
    return { all: [{ name: firstList, handles: handlesOf(array(JSON.parse(former ?? '[]'))) }], current: firstList }
  }
  return { all: [first, ...others], current: distinct.find(({ name }) => name === current)?.name ?? first.name }
}

const read = (): Lists => {
  try {
    return {
      ...readLists(localStorage.getItem(keptAs), localStorage.getItem(formerlyKeptAs)),
      before: null,
      isKept: true
    }
  } catch {
    // The browser may forbid storage, or contain other data; the lists then last as long as the page.
    return { all: [{ name: firstList, handles: [] }], current: firstList, before: null, isKept: true }
  }
}

let lists = read()
const changed = new EventTarget()

const change = (next: Partial<Lists>) => {
  lists = { ...lists, before: null, ...next, isKept: true }
  try {
    const stored = lists.all.map(({ name, handles }) => ({ name, entries: handles.map((handle) => ({ handle })) }))
    localStorage.setItem(keptAs, JSON.stringify({ lists: stored, current: lists.current }))
  } catch {
    // Storage is forbidden or full.
    lists = { ...lists, isKept: false }
  }
  changed.dispatchEvent(new Event('lists'))
}

// Another tab has changed the lists.
addEventListener('storage', ({ key }) => {
  if (key !== keptAs && key !== null) return
  lists = read()
  changed.dispatchEvent(new Event('lists'))
})

export const useLists = (): Lists => {
  const [shown, show] = useState(lists)
  useEffect(() => {
    const follow = () => show(lists)
    follow()
    changed.addEventListener('lists', follow)
    return () => changed.removeEventListener('lists', follow)
  }, [])
  return shown
}

export const listNamed = ({ all }: Lists, name: string): CreatorList | null =>
  all.find((list) => list.name === name) ?? null

export const currentList = ({ all, current }: Lists): CreatorList => listNamed(lists, current) ?? all[0]

const sameAs = (handle: string) => (other: string) => other.toLowerCase() === handle.toLowerCase()

export const isListed = ({ handles }: CreatorList, handle: string): boolean => handles.some(sameAs(handle))

/** All lists, with one of them replaced. */
const withList = (name: string, next: CreatorList): Lists['all'] => {
  const [first, ...others] = lists.all.map((list) => (list.name === name ? next : list))
  return first === undefined ? lists.all : [first, ...others]
}

/** Numbers of handles added, and of those beyond the maximum. */
export type Added = { added: number; beyond: number }

/** Appends handles to a list. Those already on it keep their position. */
export const addToList = (handles: readonly string[], name = lists.current): Added => {
  const known = listNamed(lists, name)?.handles ?? []
  const wanted = eachOnce([...known, ...handles])
  const next = wanted.slice(0, maxListed)
  const added = next.length - known.length
  if (added > 0) change({ all: withList(name, { name, handles: next }) })
  return { added, beyond: wanted.length - next.length }
}

export const removeFromList = (handles: readonly string[], name = lists.current) => {
  const left = listNamed(lists, name)?.handles.filter((handle) => !handles.some(sameAs(handle))) ?? []
  change({ all: withList(name, { name, handles: left }), before: lists.all })
}

/** A name that no list has: with a number if it is taken. */
const freeName = (wanted: string): string => {
  const name = text(wanted, listLimits.name) || 'List'
  let free = name
  for (let number = 2; listNamed(lists, free) !== null; number += 1) {
    const end = ` ${number}`
    free = `${name.slice(0, listLimits.name - end.length).trimEnd()}${end}`
  }
  return free
}

/** Creates a list and makes it the current one. Returns its name; null at the maximum number of lists. */
export const makeList = (wanted: string, handles: readonly string[] = []): string | null => {
  if (lists.all.length >= listLimits.lists) return null
  const name = freeName(wanted)
  change({ all: [...lists.all, { name, handles: handlesOf(handles) }], current: name })
  return name
}

/** Renames a list; returns its new name. */
export const renameList = (name: string, wanted: string): string => {
  const next = text(wanted, listLimits.name) === name ? name : freeName(wanted)
  const list = listNamed(lists, name)
  if (list !== null) {
    change({ all: withList(name, { ...list, name: next }), current: lists.current === name ? next : lists.current })
  }
  return next
}

/** Removes a list. The last one is emptied instead. */
export const deleteList = (name: string) => {
  const [first = { name: firstList, handles: [] }, ...others] = lists.all.filter((list) => list.name !== name)
  change({ all: [first, ...others], current: lists.current === name ? first.name : lists.current, before: lists.all })
}

export const chooseList = (name: string) => change({ current: name, before: lists.before })

/** Undoes the last removal. */
export const undoRemoval = () => {
  if (lists.before !== null) change({ all: lists.before })
}
