import { useId, useState } from 'preact/hooks'
import { splitPastedHandles } from '../handles.ts'
import { Link } from '../navigation.tsx'
import { Handle } from '../parts/handle.tsx'
import { RemoveFromShortlist } from '../parts/remove-from-shortlist.tsx'
import { comparable, start } from '../route.ts'
import { addToShortlist, clearShortlist, maxShortlisted, restoreShortlist, useShortlist } from '../shortlist.ts'

const { least, most } = comparable

/** Most unrecognized texts of a pasted list that are shown. */
const shownOthers = 5

const imported = (text: string): string => {
  const { handles, others } = splitPastedHandles(text)
  if (handles.length === 0 && others.length === 0) return 'Paste handles or addresses first.'
  const { added, beyond } = addToShortlist(handles)
  const known = handles.length - added - beyond
  const notUnderstood = others
    .slice(0, shownOthers)
    .map((other) => `“${other.slice(0, 40)}”`)
    .join(', ')
  return [
    `${added} added.`,
    known > 0 ? `${known} ${known === 1 ? 'was' : 'were'} on it already.` : '',
    beyond > 0 ? `${beyond} not added: the shortlist holds at most ${maxShortlisted}.` : '',
    others.length > 0
      ? `${others.length} not understood: ${notUnderstood}${others.length > shownOthers ? ', …' : ''}.`
      : ''
  ]
    .filter((part) => part !== '')
    .join(' ')
}

const Import = () => {
  const id = useId()
  const [text, setText] = useState('')
  const [said, say] = useState('')
  return (
    <form
      class="panel import"
      onSubmit={(event) => {
        event.preventDefault()
        say(imported(text))
        setText('')
      }}
    >
      <label for={id}>Paste handles or addresses</label>
      <textarea
        id={id}
        rows={4}
        value={text}
        placeholder={'@maya.nguyen, https://…/@somebody\none in a line, or with commas'}
        spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p class="row">
        <button type="submit" class="button">
          Add to the shortlist
        </button>
      </p>
      <p class="hint quiet" role="status">
        {said}
      </p>
    </form>
  )
}

/** The shortlist, with creators to select for a comparison. */
export const ListView = (_: { name: string; handles: readonly string[] | null }) => {
  const { handles, before } = useShortlist()
  const [chosen, choose] = useState<readonly string[]>([])
  // A creator removed from the list is no longer selected.
  const compared = handles.filter((handle) => chosen.includes(handle))
  const isFull = compared.length >= most
  const toggle = (handle: string) =>
    choose(chosen.includes(handle) ? chosen.filter((each) => each !== handle) : [...chosen, handle])
  return (
    <>
      <h1>Shortlist</h1>
      <p class="intro">
        {handles.length} of {maxShortlisted} creators, kept in this browser only.{' '}
        {handles.length >= least && `Choose ${least} to ${most} of them to compare.`}
      </p>
      <div class="row shortlist-acts">
        {compared.length >= least ? (
          <Link class="button primary" to={{ view: 'compare', names: compared }}>
            Compare {compared.length}
          </Link>
        ) : (
          handles.length >= least && (
            <button type="button" class="button" onClick={() => choose(handles.slice(0, most))}>
              Choose the first {Math.min(most, handles.length)}
            </button>
          )
        )}
        {handles.length > 0 && (
          <button key="clear" type="button" class="button" onClick={clearShortlist}>
            Clear the shortlist
          </button>
        )}
        {before !== null && (
          // When nothing is left to clear, this button takes the other's place and its focus.
          <button key={handles.length === 0 ? 'clear' : 'undo'} type="button" class="button" onClick={restoreShortlist}>
            Undo: put {before.length - handles.length} back
          </button>
        )}
      </div>
      {handles.length > 0 && (
        <ul class="shortlisted">
          {handles.map((handle) => (
            <li key={handle}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.includes(handle)}
                  disabled={isFull && !chosen.includes(handle)}
                  onChange={() => toggle(handle)}
                />
                <span>
                  <Handle name={handle} />
                </span>
              </label>
              <Link to={{ view: 'creator', username: handle, shows: 'posts' }} aria-label={`Page of @${handle}`}>
                page
              </Link>
              <RemoveFromShortlist handle={handle} />
            </li>
          ))}
        </ul>
      )}
      {handles.length === 0 && (
        <p class="intro">
          The list icon next to a name adds a creator: among the <Link to={start}>most followed</Link>, in a search, or
          among followers. Or paste handles.
        </p>
      )}
      <Import />
    </>
  )
}
