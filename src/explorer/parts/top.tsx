import { sitePlaces } from '../../views/site-places.ts'
import { Link } from '../navigation.tsx'
import { type Route, start } from '../route.ts'
import { Logo } from './icons.tsx'
import { SearchBox } from './search-box.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const current = { 'aria-current': 'page' } as const

/** The head of every view: the way home, the search, the places of this server, light or dark. */
export const Top = ({ route, hasSearch }: { route: Route; hasSearch: boolean }) => (
  <header class="top">
    <Link class="brand" to={start}>
      <Logo />
      clipgraph
    </Link>
    {hasSearch && <SearchBox keyword={route.view === 'search' ? route.keyword : ''} size="small" />}
    <nav class="site" aria-label="Site">
      <ul>
        <li class="home">
          <Link to={start} {...(route.view === 'start' ? current : {})}>
            Explorer
          </Link>
        </li>
        <li>
          <Link to={{ view: 'sounds', sort: 'hot' }} {...(route.view === 'sounds' ? current : {})}>
            Sounds
          </Link>
        </li>
        {sitePlaces
          .filter(([href]) => href !== '/')
          .map(([href, name]) => (
            <li key={href}>
              <a href={href}>{name}</a>
            </li>
          ))}
      </ul>
    </nav>
    <ThemeSwitch />
  </header>
)
