import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { CommandError } from '../../core/errors.ts'
import { loadOptional } from '../../core/optional-package.ts'
import { isSameFile } from '../../core/regular-file.ts'
import { eraseLine, print, printError } from '../../core/terminal.ts'
import { makeDefaultDataset } from '../../ingest/default-dataset.ts'
import { progress } from '../../ingest/progress.ts'
import type { Misuse } from '../command-config.ts'
import type { OpenedExport } from './open-walk.ts'
import { type ExportOptions, type ExportOrder, readOrder } from './order.ts'
import { fileOutput, type Output, streamOutput } from './output.ts'
import { Stopped, stopSignal } from './stop.ts'
import { adviceOn, reasonOf, resumeLine } from './words.ts'
import { writeAll } from './write-all.ts'

/** Shorter exports show no progress; users at a terminal see it sooner than log readers. */
const quietMs = process.stderr.isTTY ? 1_000 : 10_000

/** Runs an export. The exit code is 1 if some handles or ids of a file have no data. */
export const exportWhat = async (what: string, options: ExportOptions, misuse: Misuse): Promise<void> => {
  const order = readOrder(what, options, misuse)
  refuseToWriteOver(order)
  await makeDefaultDataset(order.config)
  // Loaded after the arguments are checked, so that mistakes are reported at once.
  const { openWalk } = await import('./open-walk.ts')
  const opened = await openWalk(order, options)
  try {
    await write(what, options, order, opened)
  } finally {
    await opened.close()
  }
}

const loadParquet = () => loadOptional('Writing Parquet', () => import('./parquet-output.ts'))

/** An export must not replace what it reads. */
const refuseToWriteOver = ({ file, target, config: { data } }: ExportOrder): void => {
  if (file === null) return
  const names = 'file' in target ? target.file : null
  const read = [...(data.kind === 'sqlite' ? [data.path] : []), ...(names === null ? [] : [names])]
  if (!read.some((path) => isSameFile(path, file))) return
  throw new CommandError(`${file} is a file that the export reads: name another one with --out.`)
}

const write = async (what: string, options: ExportOptions, order: ExportOrder, opened: OpenedExport): Promise<void> => {
  const { form, walk, total, confirm } = opened
  const { file } = order
  // Output to a pipe cannot be resumed and ends at once.
  const signal = file === null ? new AbortController().signal : stopSignal()
  // Loaded before the file is created, because the package is optional.
  const parquet = order.format === 'parquet' ? await loadParquet() : null
  const plain = await outputOf(what, options, order, opened.version)
  const output = parquet?.parquetOutput(plain, opened.operation) ?? plain
  if (output.resumed !== null) say(`Resuming after ${counted(output.resumed.records)}.`)
  const beganAt = performance.now()
  const show = progress(process.stderr)
  const limit = options.limit ?? null
  let incomplete: number | null = null
  let failed = Number(output.resumed?.next?.failed ?? 0)
  const pages = walk(output.startedAt, signal, {
    onWait: (seconds, error) => say(`${reasonOf(error, options.from)}; retrying in ${seconds} s`),
    onIncomplete(scanned) {
      incomplete = scanned
    },
    onFailed(handle, reason, inAll) {
      failed = inAll
      say(`${handle}: ${reason}`)
    }
  })
  const onRecords = (records: number) => {
    if (performance.now() - beganAt < quietMs) return
    if (total === null) show(what, records, 0, `${counted(records)} so far`)
    else show(what, records, total)
  }
  try {
    const records = await writeAll({ walk: pages, form, output, limit, signal, confirm, onRecords })
    if (file !== null) {
      eraseLine()
      print(`${file}: ${counted(records)}\n`)
    }
  } catch (error) {
    const written = await output.stop()
    const way =
      written === null ? '' : `\n${file}.part has ${counted(written)}. Resume with: ${resumeLine(what, options)}`
    const { reason } = signal
    if (reason instanceof Stopped) {
      say(`Stopped.${way}`)
      return reason.end()
    }
    const words = reasonOf(error, options.from)
    if (words === null) throw error
    eraseLine()
    throw new CommandError(words + (await adviceOn(error, order.config, options.from)) + way)
  }
  if (incomplete !== null) {
    const posts = Number(incomplete).toLocaleString('en')
    say(`Incomplete: the list is longer than the ${posts} posts that were read and sorted. MAX_SCAN sets how many are.`)
  }
  if (failed > 0) {
    const [what, none] = order.target.kind === 'history' ? ['line', 'history'] : ['handle', 'scorecard']
    say(`${failed.toLocaleString('en')} ${what}${failed === 1 ? ' has' : 's have'} no ${none}.`)
    process.exitCode = 1
  }
}

const outputOf = async (
  what: string,
  options: ExportOptions,
  { file, format, selected, target, dataUrl, config: { data } }: ExportOrder,
  version: string | null
): Promise<Output> => {
  if (file === null) return streamOutput(process.stdout)
  // Hashed, because the URL may contain a password.
  const question = {
    what,
    from: hash('sha256', data.kind === 'sqlite' ? resolve(data.path) : dataUrl),
    // A relative path has another target from another folder.
    keys: 'file' in target && target.file !== null && target.file !== '-' ? resolve(target.file) : null,
    format,
    plain: options.plain === true ? 'plain' : null,
    unknown: options.unknown === 'empty' ? 'empty' : null,
    since: options.since ?? null,
    until: options.until ?? null,
    // In canonical form, because equal filters may be written differently.
    filter: selected?.where == null ? null : JSON.stringify(selected.where),
    order: selected?.order ?? null,
    data: version
  }
  return fileOutput(file, question, options.resume === true)
}

/** Replaces the progress line. */
const say = (text: string): void => {
  eraseLine()
  printError(`${text}\n`)
}
const counted = (records: number): string => `${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'}`
