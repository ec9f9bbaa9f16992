import { useEffect, useState } from 'preact/hooks'

const pageData = document.documentElement.dataset
const keptAs = 'clipgraph-key'

/** The server's public URL, for commands that people copy. */
export const baseUrl = pageData.base ?? location.origin

/** `own`: the key of this local run, from the page; `typed`: entered here and stored for the tab. */
export type SessionKey = { text: string | null; from: 'own' | 'typed'; isRefused: boolean }

const fromPage = pageData.key ?? null

const firstKey = (): SessionKey => {
  // A typed key overrides the page's.
  const typed = readTyped()
  return typed === null
    ? { text: fromPage, from: 'own', isRefused: false }
    : { text: typed, from: 'typed', isRefused: false }
}

const readTyped = () => {
  try {
    return sessionStorage.getItem(keptAs)
  } catch {
    // The browser may forbid storage; the key then lasts as long as the page.
    return null
  }
}

const keepTyped = (text: string | null) => {
  try {
    if (text === null) sessionStorage.removeItem(keptAs)
    else sessionStorage.setItem(keptAs, text)
  } catch {
    // As above.
  }
}

let key = firstKey()
const changed = new EventTarget()

const change = (next: SessionKey) => {
  key = next
  changed.dispatchEvent(new Event('key'))
}

export const currentKey = (): SessionKey => key

export const enterKey = (text: string) => {
  keepTyped(text)
  change({ text, from: 'typed', isRefused: false })
}

/** Marks a key as refused by the server. `text`: the key, because answers may arrive late. */
export const refuseKey = (text: string | null) => {
  if (key.text !== text || key.isRefused) return
  if (key.from === 'typed') {
    keepTyped(null)
    if (fromPage !== null && fromPage !== text) return change({ text: fromPage, from: 'own', isRefused: false })
  }
  change({ ...key, isRefused: true })
}

/** A value of this module, updated on the event of its changes. */
const useLatest = <T>(event: string, latest: () => T): T => {
  const [shown, show] = useState(latest)
  useEffect(() => {
    const follow = () => show(latest)
    follow()
    changed.addEventListener(event, follow)
    return () => changed.removeEventListener(event, follow)
  }, [])
  return shown
}

export const useKey = (): SessionKey => useLatest('key', currentKey)

let isSample = pageData.sample !== undefined

/** Whether the data are sample data, from the page and then from each answer. */
export const isSampleData = (): boolean => isSample

export const noteSampleData = (is: boolean) => {
  if (is === isSample) return
  isSample = is
  changed.dispatchEvent(new Event('sample'))
}

export const useSampleData = (): boolean => useLatest('sample', isSampleData)
