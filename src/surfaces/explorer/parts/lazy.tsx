import type { ComponentChild, FunctionComponent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

type LazyProps<P extends object> = {
  /** Loads the component; the browser caches it. */
  load: () => Promise<FunctionComponent<NoInfer<P>>>
  props: P
  /** Placeholder while it loads, of the same height. */
  children: ComponentChild
}

/** Distance below the window at which loading starts. */
const ahead = '400px'

/** A component whose script is loaded shortly before it scrolls into view. */
export const Lazy = <P extends object>({ load, props, children }: LazyProps<P>) => {
  const place = useRef<HTMLDivElement>(null)
  const [Part, setPart] = useState<{ shown: FunctionComponent<P> } | null>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const { current } = place
    if (current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        load().then(
          (shown) => setPart({ shown }),
          () => setLost(true)
        )
      },
      { rootMargin: ahead }
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  if (Part !== null) return <Part.shown {...props} />
  return (
    <div ref={place} class="later">
      {isLost ? <p class="quiet">This part could not be loaded. Reload the page to try again.</p> : children}
    </div>
  )
}
