import { useId, useState } from 'preact/hooks'
import { eachOnce } from '../../views/unique.ts'
import { splitPastedHandles } from '../handles.ts'
import { currentList, useLists } from '../lists.ts'
import { navigate } from '../navigation.tsx'
import { comparable } from '../route.ts'

/** A field to add creators, with suggestions from the current list. */
export const AddToComparison = ({ names }: { names: readonly string[] }) => {
  const id = useId()
  const { handles: listed } = currentList(useLists())
  const [typed, setTyped] = useState('')
  const [message, setMessage] = useState('')
  const add = () => {
    const { handles, others } = splitPastedHandles(typed)
    if (handles.length === 0) {
      setMessage(
        others.length === 0 ? 'Enter a handle first.' : `“${others[0]?.slice(0, 40)}” does not look like a handle.`
      )
      return
    }
    const next = eachOnce([...names, ...handles])
    setMessage(next.length === names.length ? 'That creator is here already.' : '')
    setTyped('')
    navigate({ view: 'compare', names: next.slice(0, comparable.most) }, true)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <label for={`${id}-field`}>Add a creator</label>
      <div class="row">
        <input
          id={`${id}-field`}
          type="text"
          list={`${id}-list`}
          placeholder="@handle or address"
          value={typed}
          maxLength={2_000}
          autoComplete="off"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" class="button">
          Add
        </button>
      </div>
      <datalist id={`${id}-list`}>
        {listed
          .filter((handle) => !names.includes(handle))
          .map((handle) => (
            <option key={handle} value={`@${handle}`} />
          ))}
      </datalist>
      <p id={`${id}-hint`} class="hint" role="status">
        {message}
      </p>
    </form>
  )
}
