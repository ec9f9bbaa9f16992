import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Exportable, FileKind } from '../export/export.ts'
import type { CodeProps } from './code.tsx'
import { ExportIcon } from './icons.tsx'
import { showCode } from './show-query.tsx'

const load = () => import('../export/export.ts')

/** Writes immediately, with promises of the texts: browsers allow it only right after the click. */
const copyCells = async ({ rows }: Exportable) => {
  const cells = load().then(({ cellsFor }) => cellsFor(rows))
  const written = navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': cells.then(({ plain }) => plain),
      'text/html': cells.then(({ table }) => table)
    })
  ])
  // An error of the cells says more than a failed write.
  await Promise.all([cells, written])
}

const saveAs = (kind: FileKind) => async (exported: Exportable) => (await load()).exportAs[kind](exported)

type Way = readonly [name: string, note: string, done: string, runExport: (exported: Exportable) => Promise<void>]

const waysOf = ({ figure }: Exportable): readonly Way[] => [
  ['CSV file', 'for spreadsheets and scripts', 'Saved', saveAs('csv')],
  // Pages over plain HTTP from another host have no clipboard.
  ...(navigator.clipboard === undefined
    ? []
    : ([['Copy as cells', 'to paste into a spreadsheet', 'Copied', copyCells]] as const)),
  ...(figure === undefined
    ? []
    : ([
        ['PNG picture', 'for slides and chats', 'Saved', saveAs('png')],
        ['SVG picture', 'for print, to any size', 'Saved', saveAs('svg')]
      ] as const))
]

type ExportMenuProps = Exportable & {
  /** The source of the data, when it is not the query of the view. */
  source?: CodeProps
}

/** A small menu that exports the data next to it. */
export const ExportMenu = ({ source, ...exported }: ExportMenuProps) => {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const runExport = async ([name, , done, go]: Way) => {
    setSaid(`${name}…`)
    try {
      await go(exported)
      setSaid(`${done}: ${name}`)
      close()
    } catch (thrown) {
      setSaid(`Export failed: ${thrown instanceof Error ? thrown.message : 'try again'}.`)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the Escape key of its buttons
    <div
      class="take"
      ref={place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        close()
      }}
    >
      <button
        ref={opener}
        type="button"
        class="quiet-button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Export: ${exported.what}`}
        onClick={() => {
          setSaid('')
          setOpen(!isOpen)
        }}
      >
        <ExportIcon /> Export
      </button>
      <div id={id} class="ways-out" hidden={!isOpen}>
        <ul>
          {waysOf(exported).map((way) => (
            <li key={way[0]}>
              <button type="button" onClick={() => runExport(way)}>
                {way[0]} <span class="quiet">{way[1]}</span>
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={() => {
                close()
                showCode(source)
              }}
            >
              Query and code <span class="quiet">to run it yourself</span>
            </button>
          </li>
        </ul>
        <p class="quiet said">{said}</p>
      </div>
      <span class="unseen" role="status">
        {said}
      </span>
    </div>
  )
}
