import { useState } from 'preact/hooks'
import { fullCount } from '../format.ts'
import { Link } from '../navigation.tsx'
import { wayOf } from './dot-link.tsx'
import { creatorOf, momentOf } from './dot-text.ts'
import type { Audiences, Dot } from './post-loader.ts'

/** Rows added at a time. */
const step = 50

const Row = ({ dot, audiences }: { dot: Dot; audiences: Audiences }) => {
  const way = wayOf(dot)
  const followers = dot.username === null ? null : audiences.get(dot.username)
  return (
    <tr>
      <th scope="row">{way === null ? momentOf(dot.at) : <Link to={way}>{momentOf(dot.at)}</Link>}</th>
      <td>
        {dot.username === null ? (
          creatorOf(dot)
        ) : (
          <Link to={{ view: 'creator', username: dot.username, shows: 'posts' }}>{creatorOf(dot)}</Link>
        )}
      </td>
      <td>{followers == null ? 'unknown' : fullCount(followers)}</td>
      <td>{dot.plays === null ? 'unknown' : fullCount(dot.plays)}</td>
    </tr>
  )
}

/** The data of the picture as a table that grows. `dots` are in time order. */
export const TimelineTable = ({ dots, audiences }: { dots: readonly Dot[]; audiences: Audiences }) => {
  const [isOpen, setOpen] = useState(false)
  const [rows, setRows] = useState(step)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section class="scroll" tabIndex={0} aria-label="The posts in the picture">
            <table>
              <thead>
                <tr>
                  <th scope="col">Posted</th>
                  <th scope="col">Creator</th>
                  <th scope="col">Followers today</th>
                  <th scope="col">Plays</th>
                </tr>
              </thead>
              <tbody>
                {dots.slice(0, rows).map((dot) => (
                  <Row key={dot.postId ?? dot} dot={dot} audiences={audiences} />
                ))}
              </tbody>
            </table>
          </section>
          {rows < dots.length && (
            <p>
              <button type="button" class="plain" onClick={() => setRows(rows + step)}>
                {step} more of {fullCount(dots.length)}, from the oldest
              </button>
            </p>
          )}
        </>
      )}
    </details>
  )
}
