import { useEffect } from 'preact/hooks'
import { pageTitle } from '../../views/titles.ts'

/** Sets the document title once it is known. Until then the title comes from the URL. */
export const useTitle = (title: string | undefined) => {
  useEffect(() => {
    if (title !== undefined) document.title = pageTitle(title)
  }, [title, location.search])
}
