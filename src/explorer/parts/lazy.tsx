import type { ComponentChild, FunctionComponent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

type LazyProps<P extends object> = {
  /** Loads the part; the browser keeps what came. */
  load: () => Promise<FunctionComponent<NoInfer<P>>>
  props: P
  /** What stands in its place meanwhile, as tall as the part. */
  children: ComponentChild
}

/** How far below the window a part is when it begins to load. */
const ahead = '400px'

/** A part whose script is loaded when it is about to be seen. */
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
