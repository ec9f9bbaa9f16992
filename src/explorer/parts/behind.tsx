import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { AnyVariables } from '@urql/core'
import type { FunctionComponent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CodeProps } from './code.tsx'
import { CodeIcon } from './icons.tsx'

export type RestCall = CodeProps['rest'][number]

type BehindProps<D, V> = { document: TypedDocumentNode<D, V>; variables: V; rest: readonly RestCall[] }

const wanted = new EventTarget()

/** Opens the query behind the view that is shown. */
export const showCode = () => wanted.dispatchEvent(new Event('code'))

/** A quiet button that shows the query that filled a view, the REST calls that give the same, and both as code. */
export const Behind = <D, V extends AnyVariables>({ document, variables, rest }: BehindProps<D, V>) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [Code, setCode] = useState<{ shown: FunctionComponent<CodeProps> } | null>(null)
  const [isLost, setLost] = useState(false)
  const show = () => {
    dialog.current?.showModal()
    import('./code.tsx').then(
      ({ Code: shown }) => setCode({ shown }),
      () => setLost(true)
    )
  }
  useEffect(() => {
    wanted.addEventListener('code', show)
    return () => wanted.removeEventListener('code', show)
  }, [])
  const close = () => dialog.current?.close()
  return (
    <div class="behind">
      <button type="button" class="quiet-button" aria-haspopup="dialog" onClick={show}>
        <CodeIcon /> Query and code
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key closes a dialog by itself */}
      <dialog
        ref={dialog}
        class="code-sheet"
        aria-label="The query behind this view"
        onClick={(event) => {
          // What is clicked beside the sheet is the dialog itself.
          if (event.target === event.currentTarget) close()
        }}
      >
        <div class="sheet">
          <header>
            <h2>The query behind this view</h2>
            <button type="button" class="quiet-button" onClick={close}>
              Close
            </button>
          </header>
          {Code !== null ? (
            <Code.shown document={document} variables={variables} rest={rest} />
          ) : (
            <p class="quiet">{isLost ? 'It could not be loaded. Reload the page to try again.' : 'Loading…'}</p>
          )}
        </div>
      </dialog>
    </div>
  )
}
