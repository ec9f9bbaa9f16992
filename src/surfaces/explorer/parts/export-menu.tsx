import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Exportable } from '../export/export.ts'
import type { ListForm, Progress } from '../export/whole-list.ts'
import { fullCount, nounFor } from '../format.ts'
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

const saveShown = async (exported: Exportable) => (await load()).saveRows(exported)

type Running = { progress: Progress; cancel: () => void }

type Way = readonly [
  name: string,
  note: string,
  done: string,
  runExport: (exported: Exportable, signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<void>
]

/** All of a list as a file. */
const saveAll =
  (form: ListForm): Way[3] =>
  async ({ what, all }, signal, onProgress) => {
    if (all === undefined) return
    onProgress({ rows: 0, waits: null })
    await (await load()).saveWholeList(what, all.list, form, signal, onProgress)
  }

const waysOf = ({ all }: Exportable): readonly Way[] => [
  ...(all === undefined
    ? ([['CSV file', 'for spreadsheets and scripts', 'Saved', saveShown]] as const)
    : ([
        ['CSV file', 'for spreadsheets', 'Saved', saveAll('csv')],
        ['CSV for scripts', 'ids without apostrophes', 'Saved', saveAll('plainCsv')],
        ['NDJSON file', 'one JSON object a line', 'Saved', saveAll('ndjson')]
      ] as const)),
  // Pages over plain HTTP from another host have no clipboard.
  ...(navigator.clipboard === undefined
    ? []
    : ([
        ['Copy as cells', all === undefined ? 'to paste into a spreadsheet' : 'what is shown', 'Copied', copyCells]
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
  const [message, setMessage] = useState('')
  const [running, setRunning] = useState<Running | null>(null)
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
    const ending = new AbortController()
    const cancel = () => ending.abort(new Error('cancelled'))
    setMessage(`${name}…`)
    try {
      await go(exported, ending.signal, (progress) => {
        setRunning({ progress, cancel })
        setOpen(false)
      })
      setMessage(`${done}: ${name}`)
      close()
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : 'try again'
      setMessage(ending.signal.aborted ? 'Cancelled. Nothing is saved.' : `Export failed: ${reason}.`)
      // The menu says why.
      setOpen(!ending.signal.aborted)
    }
    setRunning(null)
  }
  const { all } = exported
  const allOfIt =
    all === undefined
      ? ''
      : ` all ${all.count === null ? '' : `${fullCount(all.count)} `}${nounFor(all.count, all.noun)}`
  if (running !== null) {
    const { progress, cancel } = running
    return (
      <div class="row small">
        <progress
          aria-label={`Export: ${exported.what}`}
          {...(all?.count != null && { value: progress.rows, max: all.count })}
        />
        <span class="quiet">
          {fullCount(progress.rows)} {nounFor(progress.rows, all?.noun ?? '')}
          {progress.waits !== null && `, waiting ${fullCount(progress.waits)} s for the server`}
        </span>
        <button type="button" class="button quiet" onClick={cancel}>
          Cancel
        </button>
      </div>
    )
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
        class="button quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Export${allOfIt}: ${exported.what}`}
        onClick={() => {
          setMessage('')
          setOpen(!isOpen)
        }}
      >
        <ExportIcon /> Export{allOfIt}
      </button>
      <div id={id} class="sheet ways-out" hidden={!isOpen}>
        <ul>
          {waysOf(exported).map((way) => (
            <li key={way[0]}>
              <button type="button" class="option" onClick={() => runExport(way)}>
                {way[0]} <span class="quiet small">{way[1]}</span>
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              class="option"
              onClick={() => {
                close()
                showCode(source)
              }}
            >
              Query and code <span class="quiet small">to run it yourself</span>
            </button>
          </li>
        </ul>
      </div>
      <p class="quiet small said" role="status">
        {message}
      </p>
    </div>
  )
}
