import { Link } from '../navigation.tsx'
import type { Route } from '../route.ts'

type TabsProps = { label: string; tabs: readonly (readonly [name: string, to: Route, isCurrent: boolean])[] }

/** Links between the lists of a view. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav class="tabs" aria-label={label}>
    <ul>
      {tabs.map(([name, to, isCurrent]) => (
        <li key={name}>
          <Link to={to} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
