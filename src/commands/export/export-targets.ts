import { hash } from 'node:crypto'
import { CommandError } from '../../core/errors.ts'
import { eraseLine, print, printError } from '../../core/terminal.ts'
import { fileOutput, type Output, streamOutput } from '../../export/output.ts'
import { writeAll } from '../../export/write-all.ts'
import { progress } from '../../ingest/progress.ts'
import { makeDefaultDataset } from '../default-dataset.ts'
import type { Opened } from './open-walk.ts'
import { type ExportOptions, type Misuse, type Order, readOrder } from './order.ts'
import { Stopped, stopSignal } from './stop.ts'
import { reasonOf, resumeLine } from './words.ts'

/** Quicker exports say nothing of how far they are: a person at a terminal wonders sooner than whoever reads a log. */
const quietMs = process.stderr.isTTY ? 1_000 : 10_000

/** Exports what the command line asks for. The exit code is 1 where handles have no scorecard. */
export const exportWhat = async (what: string, options: ExportOptions, misuse: Misuse): Promise<void> => {
  const order = readOrder(what, options, misuse)
  await makeDefaultDataset(order.config)
  // Only now, for what cannot be meant is said at once.
  const { openWalk } = await import('./open-walk.ts')
  const opened = await openWalk(order, options)
  try {
    await write(what, options, order, opened)
  } finally {
    await opened.close()
  }
}

const write = async (what: string, options: ExportOptions, order: Order, opened: Opened): Promise<void> => {
  const { form, walk, total } = opened
  const { file } = order
  const output = await outputOf(what, options, order, opened.version)
  if (output.kept !== null) say(`Going on behind ${counted(output.kept.records)}.`)
  // What goes to a pipe cannot be gone on with, and ends at once.
  const signal = file === null ? new AbortController().signal : stopSignal()
  const beganAt = performance.now()
  const show = progress(process.stderr)
  const limit = options.limit ?? null
  let failed = Number(output.kept?.next?.failed ?? 0)
  const pieces = walk(output.startedAt, signal, {
    onWait: (seconds, error) => say(`${reasonOf(error, options.from)}; trying again in ${seconds} s`),
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
    const records = await writeAll({ walk: pieces, form, output, limit, signal, onRecords })
    if (file !== null) {
      eraseLine()
      print(`${file}: ${counted(records)}\n`)
    }
  } catch (error) {
    const kept = await output.stop()
    const way = kept === null ? '' : `\n${file}.part has ${counted(kept)}. Go on with: ${resumeLine(what, options)}`
    const { reason } = signal
    if (reason instanceof Stopped) {
      say(`Stopped.${way}`)
      return reason.end()
    }
    const words = reasonOf(error, options.from)
    if (words === null) throw error
    eraseLine()
    throw new CommandError(words + way)
  }
  if (failed > 0) {
    say(`${failed.toLocaleString('en')} ${failed === 1 ? 'handle has' : 'handles have'} no scorecard.`)
    process.exitCode = 1
  }
}

const outputOf = async (
  what: string,
  options: ExportOptions,
  { file, format, dataUrl }: Order,
  version: string | null
): Promise<Output> => {
  if (file === null) return streamOutput(process.stdout)
  // Hashed, for it may hold a password.
  const question = { what, from: hash('sha256', dataUrl), format, since: options.since ?? null, data: version }
  return fileOutput(file, question, options.resume === true)
}

/** In place of the line of the progress. */
const say = (text: string): void => {
  eraseLine()
  printError(`${text}\n`)
}
const counted = (records: number): string => `${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'}`
