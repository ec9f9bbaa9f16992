import { useEffect, useRef } from 'preact/hooks'
import { sampleDataNotice } from '../../../core/sample-data.ts'
import { sitePlaces } from '../../views/site-places.ts'
import { Link } from '../navigation.tsx'
import { type Route, routeOf, start } from '../route.ts'
import { useSampleData } from '../session.ts'
import { Logo, MenuIcon } from './icons.tsx'
import { SearchBox } from './search-box.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Whether a URL is a view of the explorer. */
const isView = (href: string): boolean => /^\/(\?|$)/.test(href)

/** Whether a view belongs to a place: a list to the lists. */
const isWithin = (route: Route, place: Route): boolean =>
  route.view === 'find' && place.view === 'find'
    ? route.of === place.of
    : (route.view === 'list' ? 'lists' : route.view) === place.view

const PlaceLink = ({ href, name, route }: { href: string; name: string; route: Route }) => {
  if (!isView(href)) return <a href={href}>{name}</a>
  const to = routeOf(href.slice(1))
  return (
    <Link to={to} {...(isWithin(route, to) ? { 'aria-current': 'page' } : {})}>
      {name}
    </Link>
  )
}

/** The header of every view: home, search, the pages of this server, theme. */
export const Header = ({ route, hasSearch }: { route: Route; hasSearch: boolean }) => {
  const places = useRef<HTMLElement>(null)
  useEffect(() => places.current?.hidePopover?.(), [route])
  return (
    <header class="top">
      <div class="home">
        <Link class="brand" to={start}>
          <Logo />
          clipgraph
        </Link>
        {useSampleData() && <p class="quiet sample">{sampleDataNotice}</p>}
      </div>
      {hasSearch && <SearchBox keyword={route.view === 'search' ? route.keyword : ''} />}
      <nav ref={places} class="site" id="places" aria-label="Site" popover="auto">
        <ul>
          {sitePlaces.map(([href, name]) => (
            <li key={href}>
              <PlaceLink href={href} name={name} route={route} />
            </li>
          ))}
        </ul>
      </nav>
      <ThemeSwitch />
      <button type="button" class="menu" aria-label="Menu" popovertarget="places">
        <MenuIcon />
      </button>
    </header>
  )
}
