import { sitePlaces } from '../../views/site-places.ts'
import { Link } from '../navigation.tsx'
import { type Route, routeOf, start } from '../route.ts'
import { Logo } from './icons.tsx'
import { SearchBox } from './search-box.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Whether a URL is a view of the explorer. */
const isView = (href: string): boolean => /^\/(\?|$)/.test(href)

const ViewLink = ({ to, route, name }: { to: Route; route: Route; name: string }) => (
  <Link to={to} {...(to.view === route.view ? { 'aria-current': 'page' } : {})}>
    {name}
  </Link>
)

/** The header of every view: home, search, the pages of this server, theme. */
export const Header = ({ route, hasSearch }: { route: Route; hasSearch: boolean }) => (
  <header class="top">
    <Link class="brand" to={start}>
      <Logo />
      clipgraph
    </Link>
    {hasSearch && <SearchBox keyword={route.view === 'search' ? route.keyword : ''} size="small" />}
    <nav class="site" aria-label="Site">
      <ul>
        {sitePlaces.map(([href, name]) => (
          <li key={href} class={href === '/' ? 'home' : undefined}>
            {isView(href) ? (
              <ViewLink to={routeOf(href.slice(1))} route={route} name={name} />
            ) : (
              <a href={href}>{name}</a>
            )}
          </li>
        ))}
      </ul>
    </nav>
    <ThemeSwitch />
  </header>
)
