import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { AnyVariables } from '@urql/core'
import type { FunctionComponent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Cost } from '../graph/cost.ts'
import type { CodeProps, RestCall } from './code.tsx'
import { CodeIcon } from './icons.tsx'

export type { RestCall }

type ShowQueryProps<D, V> = {
  document: TypedDocumentNode<D, V>
  variables: V
  rest: readonly RestCall[]
  cost?: Cost | null
}

const wanted = new EventTarget()

/** Opens the query of the current view, or of a part of it. */
export const showCode = (ofPart?: CodeProps) => wanted.dispatchEvent(new CustomEvent('code', { detail: ofPart }))

/** A button that shows the query of a view, the equivalent REST calls, and both as code. */
export const ShowQuery = <D, V extends AnyVariables>(ofView: ShowQueryProps<D, V>) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [Code, setCode] = useState<{ shown: FunctionComponent<CodeProps> } | null>(null)
  const [isLost, setLost] = useState(false)
  const [ofPart, setOfPart] = useState<CodeProps | null>(null)
  const show = (ofPart: CodeProps | null) => {
    setOfPart(ofPart)
    dialog.current?.showModal()
    import('./code.tsx').then(
      ({ Code: shown }) => setCode({ shown }),
      () => setLost(true)
    )
  }
  useEffect(() => {
    const onCode = (event: Event) => show((event as CustomEvent<CodeProps | null>).detail)
    wanted.addEventListener('code', onCode)
    return () => wanted.removeEventListener('code', onCode)
  }, [])
  const close = () => dialog.current?.close()
  const title = ofPart === null ? 'The query behind this view' : 'The query behind this part'
  return (
    <div class="behind">
      <button type="button" class="button quiet" aria-haspopup="dialog" onClick={() => show(null)}>
        <CodeIcon /> Query and code
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key closes a dialog by itself */}
      <dialog
        ref={dialog}
        class="sheet"
        aria-label={title}
        onClick={(event) => {
          // A click outside the sheet targets the dialog itself.
          if (event.target === event.currentTarget) close()
        }}
      >
        <div class="panel">
          <header class="title-line">
            <h2>{title}</h2>
            <button type="button" class="button quiet" onClick={close}>
              Close
            </button>
          </header>
          {Code !== null ? (
            <Code.shown {...(ofPart ?? ofView)} />
          ) : (
            <p class="quiet">{isLost ? 'It could not be loaded. Reload the page to try again.' : 'Loading…'}</p>
          )}
        </div>
      </dialog>
    </div>
  )
}
