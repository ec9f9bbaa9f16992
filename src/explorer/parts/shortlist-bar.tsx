import { Link } from '../navigation.tsx'
import { comparable } from '../route.ts'
import { restoreShortlist, useShortlist } from '../shortlist.ts'
import { RemoveFromShortlist } from './remove-from-shortlist.tsx'

const counted = (count: number) => `${count} ${count === 1 ? 'creator' : 'creators'}`

/** The shortlist at the bottom of every view: its creators, and a link to compare them. */
export const ShortlistBar = () => {
  const { handles, before } = useShortlist()
  const { least, most } = comparable
  const said = handles.length === 0 ? 'The shortlist is empty.' : `${counted(handles.length)} on the shortlist.`
  return (
    <aside class="tray" aria-label="Shortlist" hidden={handles.length === 0 && before === null}>
      <p>
        <Link to={{ view: 'lists' }}>Shortlist</Link> <span class="quiet">{counted(handles.length)}</span>
      </p>
      {handles.length <= most && (
        <ul class="chips">
          {handles.map((handle) => (
            <li key={handle} class="chip">
              <Link to={{ view: 'creator', username: handle, shows: 'posts' }}>
                @<bdi>{handle}</bdi>
              </Link>
              <RemoveFromShortlist handle={handle} />
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        {before !== null && (
          <button type="button" class="plain" onClick={restoreShortlist}>
            Undo
          </button>
        )}
        {handles.length > most ? (
          <Link class="button primary" to={{ view: 'lists' }}>
            Choose whom to compare
          </Link>
        ) : (
          handles.length >= least && (
            <Link class="button primary" to={{ view: 'compare', names: handles }}>
              Compare {handles.length}
            </Link>
          )
        )}
      </div>
      <span class="unseen" role="status">
        {said}
      </span>
    </aside>
  )
}
