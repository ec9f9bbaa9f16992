import { useId, useState } from 'preact/hooks'
import { enterKey, type SessionKey } from '../session.ts'

const isSendable = (text: string) => /^[\x21-\x7e]+$/.test(text)

const whyOf = ({ text, from, isRefused }: SessionKey) => {
  if (!isRefused) {
    return [
      'This server needs a key',
      'Its operator can give you one. The key stays in this tab and is sent to this server only.'
    ]
  }
  if (from === 'own') {
    return [
      'The key of this page no longer works',
      'The server probably restarted, and each start makes a new key. Reload the page to get it, or enter another one.'
    ]
  }
  return [
    'That key was refused',
    `The server does not accept “${text?.slice(0, 4)}…”. It may have expired or been mistyped. Enter another one.`
  ]
}

/** Asks for a key, and says why. */
export const KeyForm = ({ current }: { current: SessionKey }) => {
  const id = useId()
  const [text, setText] = useState('')
  const [hint, setHint] = useState<string | null>(null)
  const [title, why] = whyOf(current)
  return (
    <div class="card panel state">
      <h1>{title}</h1>
      <p {...(current.isRefused ? { role: 'alert' } : {})}>{why}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const key = text.trim()
          if (isSendable(key)) enterKey(key)
          else
            setHint(
              key === '' ? 'Enter the key first.' : 'A key has no spaces and only plain letters, digits and signs.'
            )
        }}
      >
        <label for={`${id}-key`}>Key for x-gateway-key</label>
        <div class="row">
          <input
            id={`${id}-key`}
            type="password"
            autoComplete="off"
            spellcheck={false}
            value={text}
            aria-describedby={`${id}-hint`}
            aria-invalid={hint !== null}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" class="button primary">
            Use this key
          </button>
        </div>
        <p id={`${id}-hint`} class="hint" role="status">
          {hint}
        </p>
      </form>
      {current.isRefused && current.from === 'own' && (
        <button type="button" class="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      )}
      <p class="quiet">
        Without a key you can still read the <a href="/docs">REST reference</a> and the{' '}
        <a href="/schema.graphql">GraphQL schema</a>.
      </p>
    </div>
  )
}
