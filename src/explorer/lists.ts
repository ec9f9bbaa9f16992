import { useEffect, useState } from 'preact/hooks'
import { firstList, maxListed } from '../views/route.ts'
import { eachOnce } from '../views/unique.ts'
import { splitHandles } from './handles.ts'

/** A creator on a list. `note`: a remark of the reader, kept in this browser only. */
export type Entry = { readonly handle: string; readonly note: string }

export type CreatorList = { readonly name: string; readonly entries: readonly Entry[] }

/**
 * All lists of this browser; there is always one. `current`: the list that the buttons next to names add to. `before`: the lists before the
 * last removal, while it can be undone.
 */
export type Lists = {
  readonly all: readonly [CreatorList, ...CreatorList[]]
  readonly current: string
  readonly before: Lists['all'] | null
}

const keptAs = 'clipgraph-lists'
/** Where the only list was kept when there was one. */
const formerlyKeptAs = 'clipgraph-shortlist'

/** Most lists, and most characters of a name and of a note. */
export const listLimits = { lists: 50, name: 60, note: 500 } as const

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const array = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown, most: number): string => (typeof value === 'string' ? value.trim().slice(0, most) : '')

const entriesOf = (entries: readonly Entry[]): readonly Entry[] => {
  const notes = new Map(entries.map(({ handle, note }) => [handle, note]))
  const { handles } = splitHandles([...notes.keys()])
  return handles.slice(0, maxListed).map((handle) => ({ handle, note: notes.get(handle) ?? '' }))
}

/** The lists in a stored text. Any script of this origin may have written it. */
const readLists = (stored: string | null, former: string | null): Omit<Lists, 'before'> => {
  const { lists, current } = record(JSON.parse(stored ?? '{}'))
  const all = array(lists).flatMap((each) => {
    const { name, entries } = record(each)
    const known = array(entries).map((entry) => {
      const { handle, note } = record(entry)
      return { handle: text(handle, 100), note: text(note, listLimits.note) }
    })
    return text(name, listLimits.name) === '' ? [] : [{ name: text(name, listLimits.name), entries: entriesOf(known) }]
  })
  const distinct = [...new Map(all.map((list) => [list.name, list])).values()].slice(0, listLimits.lists)
  const [first, ...others] = distinct
  if (first === undefined) {
    const handles = array(JSON.parse(former ?? '[]')).map((handle) => ({ handle: text(handle, 100), note: '' }))
    return { all: [{ name: firstList, entries: entriesOf(handles) }], current: firstList }
  }
  return { all: [first, ...others], current: distinct.find(({ name }) => name === current)?.name ?? first.name }
}

const read = (): Lists => {
  try {
    return { ...readLists(localStorage.getItem(keptAs), localStorage.getItem(formerlyKeptAs)), before: null }
  } catch {
    // The browser may forbid storage, or contain other data; the lists then last as long as the page.
    return { all: [{ name: firstList, entries: [] }], current: firstList, before: null }
  }
}

let lists = read()
const changed = new EventTarget()

const change = (next: Partial<Lists>) => {
  lists = { ...lists, before: null, ...next }
  try {
    localStorage.setItem(keptAs, JSON.stringify({ lists: lists.all, current: lists.current }))
  } catch {
    // See above.
  }
  changed.dispatchEvent(new Event('lists'))
}

// Another tab changed them.
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

const sameAs = (handle: string) => (other: Entry) => other.handle.toLowerCase() === handle.toLowerCase()

export const isListed = ({ entries }: CreatorList, handle: string): boolean => entries.some(sameAs(handle))

/** All lists with the entries of one changed. */
const withEntries = (name: string, entriesOf: (entries: readonly Entry[]) => readonly Entry[]): Lists['all'] => {
  const [first, ...others] = lists.all.map((list) =>
    list.name === name ? { name, entries: entriesOf(list.entries) } : list
  )
  return first === undefined ? lists.all : [first, ...others]
}

/** Numbers of handles added, and of those beyond the maximum. */
export type Added = { added: number; beyond: number }

/** Appends handles to a list. Those already on it keep their position. */
export const addToList = (handles: readonly string[], name = lists.current): Added => {
  const known = listNamed(lists, name)?.entries ?? []
  const wanted = eachOnce([...known.map(({ handle }) => handle), ...handles])
  const next = wanted.slice(0, maxListed)
  const added = next.length - known.length
  if (added > 0) {
    const news = next.slice(known.length).map((handle) => ({ handle, note: '' }))
    change({ all: withEntries(name, (entries) => [...entries, ...news]) })
  }
  return { added, beyond: wanted.length - next.length }
}

export const removeFromList = (handles: readonly string[], name = lists.current) => {
  const isGone = (entry: Entry) => handles.some((handle) => sameAs(handle)(entry))
  change({ all: withEntries(name, (entries) => entries.filter((each) => !isGone(each))), before: lists.all })
}

export const writeNote = (handle: string, note: string, name: string) =>
  change({
    all: withEntries(name, (entries) => entries.map((each) => (sameAs(handle)(each) ? { ...each, note } : each)))
  })

/** A name that no list has: with a number where it is taken. */
const freeName = (wanted: string): string => {
  const name = text(wanted, listLimits.name) || 'List'
  let free = name
  for (let number = 2; listNamed(lists, free) !== null; number += 1) free = `${name} ${number}`
  return free
}

/** Makes a list and adds to it from now on. Returns its name; null when there are as many as there may be. */
export const makeList = (wanted: string, handles: readonly string[] = []): string | null => {
  if (lists.all.length >= listLimits.lists) return null
  const name = freeName(wanted)
  const entries = entriesOf(handles.map((handle) => ({ handle, note: '' })))
  change({ all: [...lists.all, { name, entries }], current: name })
  return name
}

/** Renames a list; returns its new name. */
export const renameList = (name: string, wanted: string): string => {
  const next = text(wanted, listLimits.name) === name ? name : freeName(wanted)
  const [first, ...others] = lists.all.map((list) => (list.name === name ? { ...list, name: next } : list))
  if (first !== undefined) {
    change({ all: [first, ...others], current: lists.current === name ? next : lists.current })
  }
  return next
}

/** Removes a list. The last one is emptied instead. */
export const deleteList = (name: string) => {
  const [first = { name: firstList, entries: [] }, ...others] = lists.all.filter((list) => list.name !== name)
  change({ all: [first, ...others], current: lists.current === name ? first.name : lists.current, before: lists.all })
}

export const chooseList = (name: string) => change({ current: name, before: lists.before })

/** Undoes the last removal. */
export const undoRemoval = () => {
  if (lists.before !== null) change({ all: lists.before })
}
