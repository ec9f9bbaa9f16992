import { useId, useState } from 'preact/hooks'
import { maxListed } from '../../views/route.ts'
import { splitPastedHandles } from '../handles.ts'
import { addToList } from '../lists.ts'

/** Most texts that are no handles that the answer repeats. */
const shownOthers = 5

const pasted = (text: string, list: string): string => {
  const { handles, others } = splitPastedHandles(text)
  if (handles.length === 0 && others.length === 0) return 'Paste handles or addresses first.'
  const { added, beyond } = addToList(handles, list)
  const known = handles.length - added - beyond
  const shown = others.slice(0, shownOthers).map((other) => `“${other.slice(0, 40)}”`)
  return [
    `${added} added.`,
    known > 0 && `${known} ${known === 1 ? 'was' : 'were'} on it already.`,
    beyond > 0 && `${beyond} not added: a list holds at most ${maxListed}.`,
    others.length > 0 &&
      `${others.length} not understood: ${shown.join(', ')}${others.length > shownOthers ? ', …' : ''}.`
  ]
    .filter((part) => part !== false)
    .join(' ')
}

/** Adds pasted handles and addresses of profiles to a list. */
export const PasteHandles = ({ list }: { list: string }) => {
  const id = useId()
  const [text, setText] = useState('')
  const [message, setMessage] = useState('')
  return (
    <form
      class="card panel paste"
      onSubmit={(event) => {
        event.preventDefault()
        setMessage(pasted(text, list))
        setText('')
      }}
    >
      <label for={id}>Paste handles or addresses</label>
      <textarea
        id={id}
        rows={3}
        value={text}
        placeholder={'@maya.nguyen, https://…/@somebody\none in a line, or with commas'}
        spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p class="row">
        <button type="submit" class="button">
          Add to the list
        </button>
        <span class="quiet" role="status">
          {message}
        </span>
      </p>
    </form>
  )
}
