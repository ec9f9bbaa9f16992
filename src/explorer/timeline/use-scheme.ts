import { useEffect, useState } from 'preact/hooks'

/** A number that changes with the colour scheme, so that drawings with style sheet colours are repainted. */
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
