import { useEffect } from 'preact/hooks'
import { pageTitle } from '../../views/titles.ts'

/** Names the view in the browser's tab and history, once its title is known. Until then it is called as its address says. */
export const useTitle = (title: string | undefined) => {
  useEffect(() => {
    if (title !== undefined) document.title = pageTitle(title)
  }, [title, location.search])
}
