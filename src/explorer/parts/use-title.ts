import { useEffect } from 'preact/hooks'

/** Names the view in the browser's tab and history. */
export const useTitle = (title: string | null) => {
  useEffect(() => {
    document.title = title === null ? 'clipgraph' : `${title} · clipgraph`
  }, [title])
}
