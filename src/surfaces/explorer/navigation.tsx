import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { pageTitle, titleOfRoute } from '../views/titles.ts'
import { lackOf } from './parts/source-lacks.tsx'
import { addressOf, type Route, routeOf } from './route.ts'

const moved = new EventTarget()

/** Goes to a route like a click on a link: the URL changes, and the view starts at its top unless it `keepsPlace`. */
export const navigate = (route: Route, keepsPlace = false) => {
  if (addressOf(route) === location.pathname + location.search) return
  history.pushState(null, '', addressOf(route))
  moved.dispatchEvent(new Event(keepsPlace ? 'switched' : 'pushed'))
}

/** Replaces the current URL with its canonical spelling. */
export const correct = (route: Route) => {
  history.replaceState(history.state, '', addressOf(route))
  moved.dispatchEvent(new Event('switched'))
}

/**
 * Moves the focus to the content when the focused element is gone, for screen readers and keyboards. The view's heading may appear later.
 */
export const focusContent = () =>
  requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))

/** The current route; follows links and the browser's back and forward. */
export const useRoute = (): Route => {
  const [route, setRoute] = useState(() => routeOf(location.search))
  useEffect(() => {
    const follow = () => {
      const next = routeOf(location.search)
      document.title = pageTitle(titleOfRoute(next))
      setRoute(next)
    }
    const followAnew = () => {
      follow()
      scrollTo(0, 0)
      focusContent()
    }
    addEventListener('popstate', follow)
    moved.addEventListener('pushed', followAnew)
    moved.addEventListener('switched', follow)
    return () => {
      removeEventListener('popstate', follow)
      moved.removeEventListener('pushed', followAnew)
      moved.removeEventListener('switched', follow)
    }
  }, [])
  return route
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Click handler of a link: a plain click stays in the page. */
export const follow =
  (to: Route, keepsPlace = false) =>
  (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(to, keepsPlace)
  }

type LinkProps = {
  to: Route
  children: ComponentChildren
  /** Changes only a part of the view: scroll position and focus stay. */
  keepsPlace?: boolean
  class?: string
  'aria-label'?: string
  'aria-current'?: 'page'
}

/** A real link: it can be opened in a new tab, copied and shared. One to a view that the source lacks is marked. */
export const Link = ({ to, children, keepsPlace = false, ...rest }: LinkProps) => {
  const lack = lackOf(to)
  return (
    <a
      {...rest}
      {...(lack === null ? {} : { title: lack, 'data-lacking': '' })}
      href={addressOf(to)}
      onClick={follow(to, keepsPlace)}
    >
      {children}
    </a>
  )
}
