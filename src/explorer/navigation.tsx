import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { addressOf, type Route, routeOf } from './route.ts'

const moved = new EventTarget()

/** Goes to a route as a click on a link does: the address changes, the view starts at its top. */
export const navigate = (route: Route) => {
  if (addressOf(route) === location.pathname + location.search) return
  history.pushState(null, '', addressOf(route))
  moved.dispatchEvent(new Event('pushed'))
}

/** The current route; follows links and the browser's back and forward. */
export const useRoute = (): Route => {
  const [route, setRoute] = useState(() => routeOf(location.search))
  useEffect(() => {
    const follow = () => setRoute(routeOf(location.search))
    const followAnew = () => {
      follow()
      scrollTo(0, 0)
      // Someone who listens or uses the keyboard is told where they are now. The view's heading may come later than this.
      requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
    }
    addEventListener('popstate', follow)
    moved.addEventListener('pushed', followAnew)
    return () => {
      removeEventListener('popstate', follow)
      moved.removeEventListener('pushed', followAnew)
    }
  }, [])
  return route
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type LinkProps = {
  to: Route
  children: ComponentChildren
  class?: string
  'aria-label'?: string
  'aria-current'?: 'page'
}

/** A real link: it can be opened in a new tab, copied and shared. */
export const Link = ({ to, children, ...rest }: LinkProps) => (
  <a
    {...rest}
    href={addressOf(to)}
    onClick={(event) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      navigate(to)
    }}
  >
    {children}
  </a>
)
