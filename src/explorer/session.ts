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
    // See above.
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

/** The server does not accept the key; `text` names it, because answers may arrive late. */
export const refuseKey = (text: string | null) => {
  if (key.text !== text || key.isRefused) return
  if (key.from === 'typed') {
    keepTyped(null)
    if (fromPage !== null && fromPage !== text) return change({ text: fromPage, from: 'own', isRefused: false })
  }
  change({ ...key, isRefused: true })
}

export const useKey = (): SessionKey => {
  const [shown, show] = useState(key)
  useEffect(() => {
    const follow = () => show(key)
    follow()
    changed.addEventListener('key', follow)
    return () => changed.removeEventListener('key', follow)
  }, [])
  return shown
}
