import type { ComponentChildren } from 'preact'
import { Link } from '../navigation.tsx'
import type { Route } from '../route.ts'

type TabsProps = {
  label: string
  tabs: readonly (readonly [name: string, to: Route, isCurrent: boolean])[]
  /** The list that was chosen. */
  children: ComponentChildren
}

/** Links between the lists of a view, and below them the one that is shown. Whoever changes lists stays where they are on the page. */
export const Tabs = ({ label, tabs, children }: TabsProps) => (
  <>
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map(([name, to, isCurrent]) => (
          <li key={name}>
            <Link to={to} keepsPlace {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    <div class="listed">{children}</div>
  </>
)
