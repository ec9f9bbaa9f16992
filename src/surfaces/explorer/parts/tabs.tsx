import type { ComponentChildren } from 'preact'
import { Link } from '../navigation.tsx'
import type { Route } from '../route.ts'

type TabsProps = {
  label: string
  tabs: readonly (readonly [name: string, to: Route, isCurrent: boolean])[]
  /** The selected list. */
  children: ComponentChildren
}

/** Links between the lists of a view, and the selected list below. Changing lists keeps the scroll position. */
export const Tabs = ({ label, tabs, children }: TabsProps) => (
  <>
    <nav class="tabs" aria-label={label}>
      <ul class="row">
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
