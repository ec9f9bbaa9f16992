import { Link } from '../navigation.tsx'
import { Handle } from '../parts/handle.tsx'
import { type Compared, postsOf } from './compared.ts'
import type { Shared } from './shared.ts'

/** Most items shown. */
const shownMost = 12

type SharedProps = { what: string; shared: readonly Shared[]; compared: readonly Compared[] }

/** What posts of two or more creators use, and in how many posts of each. */
export const SharedThings = ({ what, shared, compared }: SharedProps) =>
  shared.length === 0 ? (
    <p class="quiet">No {what} is in the newest posts of two of them.</p>
  ) : (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="sideways" tabIndex={0} aria-label={`Posts with the same ${what}`}>
        <table class="numbers" style={{ '--columns': compared.length }}>
          <thead>
            <tr>
              <td class="corner">Posts with it</td>
              {compared.map(({ name }) => (
                <th key={name} scope="col">
                  <Handle name={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shared.slice(0, shownMost).map(({ text, to, uses }) => (
              <tr key={text}>
                <th scope="row">
                  {to === null ? (
                    <bdi>{text}</bdi>
                  ) : (
                    <Link to={to}>
                      <bdi>{text}</bdi>
                    </Link>
                  )}
                </th>
                {compared.map((each, index) => (
                  <td key={each.name} class={uses[index] === 0 ? 'quiet' : ''}>
                    {postsOf(each).length === 0 ? '–' : uses[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shared.length > shownMost && (
        <p class="quiet">
          The {shownMost} that most of them use, of {shared.length}.
        </p>
      )}
    </>
  )
