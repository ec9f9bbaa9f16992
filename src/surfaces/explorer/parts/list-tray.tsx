import { counted } from '../format.ts'
import { currentList, undoRemoval, useLists } from '../lists.ts'
import { Link } from '../navigation.tsx'
import { comparable } from '../route.ts'

/** The current list at the bottom of every view: how many are on it, and where to go with them. */
export const ListTray = () => {
  const lists = useLists()
  const { name, handles } = currentList(lists)
  const { least, most } = comparable
  const count = counted(handles.length, 'creator', 'creators')
  return (
    <aside class="row tray" aria-label="Current list" hidden={handles.length === 0 && lists.before === null}>
      <p>
        <Link to={{ view: 'list', name, handles: null }}>
          <bdi>{name}</bdi>
        </Link>{' '}
        <span class="quiet">
          {count}
          {!lists.isKept && ', not kept: the storage of this browser is full or forbidden'}
        </span>
      </p>
      <div class="row">
        {lists.before !== null && (
          <button type="button" class="button quiet" onClick={undoRemoval}>
            Undo
          </button>
        )}
        {handles.length > most ? (
          <Link class="button primary" to={{ view: 'list', name, handles: null }}>
            Open the list
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
        {handles.length === 0 ? `${name} is empty.` : `${count} on ${name}.`}
      </span>
    </aside>
  )
}
