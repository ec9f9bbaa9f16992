import type { Misstated, Stated } from '../../views/conditions.ts'
import { Link } from '../navigation.tsx'
import { CrossIcon } from '../parts/icons.tsx'
import type { FindRoute } from '../route.ts'

/** The same without a condition, or without the order. */
export const without = (route: FindRoute, name: string): FindRoute => {
  const { [name]: _, ...conditions } = route.conditions
  return { ...route, conditions, ...(name === 'order' && { order: null }) }
}

/** The conditions in words, each with a link that removes it. */
export const StatedConditions = ({ route, stated }: { route: FindRoute; stated: readonly Stated[] }) =>
  stated.length === 0 ? null : (
    <ul class="row chips stated" aria-label="Conditions">
      {stated.map(({ name, title, words }) => (
        <li key={name}>
          <Link class="chip" to={without(route, name)} keepsPlace aria-label={`Remove ${title}: ${words}`}>
            {title}: <bdi>{words}</bdi> <CrossIcon />
          </Link>
        </li>
      ))}
      {stated.length > 1 && (
        <li>
          <Link class="chip" to={{ ...route, conditions: {} }} keepsPlace>
            Remove all
          </Link>
        </li>
      )}
    </ul>
  )

/** What of the address cannot be understood. */
export const MisstatedConditions = ({ route, misstated }: { route: FindRoute; misstated: readonly Misstated[] }) => (
  <div class="card panel state failed" role="alert">
    <h2>{misstated.length === 1 ? 'One condition is unclear' : `${misstated.length} conditions are unclear`}</h2>
    <ul>
      {misstated.map(({ name, title, message }) => (
        <li key={name}>
          {title}: <bdi>{message}</bdi>{' '}
          <Link to={without(route, name)} keepsPlace>
            Remove it
          </Link>
        </li>
      ))}
    </ul>
  </div>
)
