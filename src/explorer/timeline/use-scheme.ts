import { useEffect, useState } from 'preact/hooks'

/** A number that changes with the colours of the page: whoever draws with colours of the style sheet draws anew. */
export const useScheme = (): number => {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const note = () => setChanges((count) => count + 1)
    const preferred = matchMedia('(prefers-color-scheme: dark)')
    preferred.addEventListener('change', note)
    const chosen = new MutationObserver(note)
    chosen.observe(document.documentElement, { attributes: true })
    return () => {
      preferred.removeEventListener('change', note)
      chosen.disconnect()
    }
  }, [])
  return changes
}
