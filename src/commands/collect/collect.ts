import { existsSync } from 'node:fs'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { commandLine } from '../../core/command-line.ts'
import type { DataOf } from '../../core/config/data-location.ts'
import { ApiError, CommandError } from '../../core/errors.ts'
import { eraseLine, print, printError } from '../../core/terminal.ts'
import { loadTable } from '../../host/live-source.ts'
import { makeDataset, nameOf } from '../../ingest/make-dataset.ts'
import { progress } from '../../ingest/progress.ts'
import { describeIncomplete, describeSummary } from '../../ingest/summary.ts'
import { Post } from '../../records/post.ts'
import type { Misuse } from '../command-config.ts'
import { type OpenedExport, openWalk } from '../export/open-walk.ts'
import { type ExportOrder, readOrder } from '../export/order.ts'
import { Stopped, stopSignal } from '../export/stop.ts'
import { reasonOf } from '../export/words.ts'
import { quoted } from '../shell-word.ts'
import { Collected } from './collected.ts'

export type CollectOptions = { from?: string; into?: string; since?: string; folder: string }

type Collecting = {
  whats: readonly string[]
  /** The table of the source, as DATA_URL names it. */
  table: string
  into: DataOf<'sqlite' | 'postgres'>
  options: CollectOptions
  misuse: Misuse
}

/** Small, so that a list that ends with `--since` takes no call for what comes after. Pages of the source are read once all the same. */
const pageSize = 10

/** A limit that ends sooner is waited for. */
const longestWaitSeconds = 120

/**
 * Reads lists of a live source as far as its calls reach, and imports what it gave. Answers stay in a folder until they are imported, so that
 * none is paid for twice. Where the source bounds how long records may be kept they stay so long, and the data set is made of them anew.
 */
export const collect = async ({ whats, table, into, options, misuse }: Collecting): Promise<void> => {
  const lists = whats.map((what) => ({ what, order: orderOf(what, options, misuse) }))
  const path = into.kind === 'sqlite' ? into.path : into.urls[0]
  const { keep } = loadTable(table)
  const keepDays = keep === undefined ? null : Number.parseInt(keep, 10)
  const collected = Collected.open(options.folder, JSON.stringify([table, path]), keepDays)
  const signal = stopSignal()
  try {
    if (keepDays !== null && collected.isNew && (into.kind === 'postgres' || existsSync(path))) {
      throw new CommandError(
        `The source ${table} lets records be kept for ${keepDays} days, so their data set is made anew by each run: name a new file with --into.`
      )
    }
    let usedUp: string | null = null
    for (const { what, order } of lists) {
      usedUp = (await collectList(what, order, options, collected, signal)) ?? usedUp
    }
    if (usedUp !== null) say(`${usedUp} The same command goes on from there.`)
    await importCollected(collected, path)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    say('Stopped. The same command goes on from there.')
    collected.close()
    error.end()
  } finally {
    collected.close()
  }
}

const orderOf = (what: string, { from, since }: CollectOptions, misuse: Misuse): ExportOrder => {
  const given = from === undefined ? {} : { from }
  const order = readOrder(what, given, misuse)
  if (order.target.kind !== 'target') misuse(`${what} is not read from live sources`)
  const { record, isList } = order.target.target.operation
  return since === undefined || record !== Post || !isList ? order : readOrder(what, { ...given, since }, misuse)
}

/** Reads a list from where the run before it ended. Resolves with words for calls that are used up. */
const collectList = async (
  what: string,
  order: ExportOrder,
  options: CollectOptions,
  collected: Collected,
  signal: AbortSignal
): Promise<string | null> => {
  const opened = await openWalk(order, options, { onGiven: collected.add, pageSize })
  try {
    for (;;) {
      const seconds = await walk(what, opened, collected, signal)
      if (seconds === null) return null
      await sleepFor(seconds * 1_000, undefined, { signal })
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError && error.code === 'RATE_LIMITED') return error.message
    const words = reasonOf(error, options.from)
    if (words === null) throw error
    // A position that is not accepted any more, or something that is gone.
    if (error instanceof ApiError && !error.isFault) collected.goOnFrom(what, null)
    say(`${what}: ${words}`)
    process.exitCode = 1
    return null
  } finally {
    await opened.close()
  }
}

/** Resolves with the seconds after which to go on, or null at the end. */
const walk = async (
  what: string,
  opened: OpenedExport,
  collected: Collected,
  signal: AbortSignal
): Promise<number | null> => {
  const before = collected.goesOnFrom(what)
  const startedAt = before?.startedAt ?? Date.now()
  const onWait = (seconds: number, error: ApiError) => say(`${what}: ${error.message}; retrying in ${seconds} s`)
  let records = 0
  try {
    const pages = opened.walk(startedAt, signal, { onWait, onIncomplete() {}, onFailed() {} })
    for await (const { rows, next } of pages(before?.next ?? null)) {
      records += rows.length
      collected.goOnFrom(what, next && { next, startedAt })
      signal.throwIfAborted()
    }
  } catch (error) {
    const seconds = error instanceof ApiError && error.code === 'RATE_LIMITED' ? error.retryAfterSeconds : undefined
    if (seconds === undefined || seconds > longestWaitSeconds) throw error
    return seconds
  }
  collected.goOnFrom(what, null)
  eraseLine()
  print(`${what}: ${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'}\n`)
  return null
}

const importCollected = async (collected: Collected, path: string): Promise<void> => {
  const inputs = collected.runs()
  if (inputs.length === 0) {
    const isOver = collected.keepDays !== null && existsSync(path)
    throw new CommandError(isOver ? `Nothing may be kept any longer: remove ${path}.` : 'Nothing was collected.')
  }
  const task = {
    kind: 'import',
    inputs,
    path,
    replaces: collected.keepDays !== null,
    replacesSeedUpTo: -1,
    resumes: false,
    collectedAt: null,
    columns: null,
    of: null,
    goOnWith: commandLine(`import --resume --into ${quoted(path)}`)
  } as const
  const summary = await makeDataset(task, progress(process.stderr))
  collected.imported()
  print(`${describeSummary(summary)}\nWritten to ${nameOf(task)}\n`)
  const incomplete = describeIncomplete(summary)
  if (incomplete === null) return
  process.exitCode = 1
  say(incomplete)
}

/** Replaces the progress line. */
const say = (text: string): void => {
  eraseLine()
  printError(`${text}\n`)
}
