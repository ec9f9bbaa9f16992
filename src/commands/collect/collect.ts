import { existsSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { commandLine } from '../../core/command-line.ts'
import type { DataOf } from '../../core/config/data-location.ts'
import { ApiError, CommandError } from '../../core/errors.ts'
import { eraseLine, print, printError } from '../../core/terminal.ts'
import type { BackendOptions } from '../../host/backend-options.ts'
import { loadTable } from '../../host/live-source.ts'
import { makeDataset, nameOf } from '../../ingest/make-dataset.ts'
import { WouldReplace } from '../../ingest/merge/replaced.ts'
import { progress } from '../../ingest/progress.ts'
import { sourcesOf } from '../../ingest/sqlite/opening.ts'
import { removeWithBesides } from '../../ingest/sqlite/replacing.ts'
import { describeIncomplete, describeRefused, describeSummary } from '../../ingest/summary.ts'
import { daysKept, hasPagesOfItsOwn } from '../../store/source/supports.ts'
import { faultOf } from '../../store/upstream/faults.ts'
import type { Misuse } from '../command-config.ts'
import { withoutPassword } from '../data-option.ts'
import { type OpenedExport, openWalk } from '../export/open-walk.ts'
import { type ExportOrder, readOrder } from '../export/order.ts'
import { readSince } from '../export/since.ts'
import { Stopped, stopSignal } from '../export/stop.ts'
import { reasonOf } from '../export/words.ts'
import { quoted } from '../shell-word.ts'
import { Collected } from './collected.ts'

export type CollectOptions = { from?: string; into?: string; since?: string; folder: string }

type Collecting = {
  whats: readonly string[]
  /** The name of the source's table in DATA_URL. */
  table: string
  into: DataOf<'sqlite' | 'postgres'>
  options: CollectOptions
  misuse: Misuse
}

type List = {
  what: string
  order: ExportOrder
  /** Page size; undefined for the maximum. */
  pageSize: number | undefined
}

/** Page size if the source has its own pages, each of which is read once anyway: small, so that a list that ends with `--since` needs no extra call. */
const smallPage = 10

/** Longest wait for a limit to end. */
const longestWaitSeconds = 120
const maxWaits = 10

/**
 * Reads lists of a live source within its budget of calls, and imports its answers. Answers stay in a folder until they are imported, so that no
 * call is made twice. If the source limits how long records may be kept, answers stay that long, and each run creates the data set from them.
 */
export const collect = async ({ whats, table, into, options, misuse }: Collecting): Promise<void> => {
  const source = loadTable(table)
  const lists = [...new Set(whats)].map((what): List => {
    const { order, id } = orderOf(what, options, misuse)
    return { what, order, pageSize: hasPagesOfItsOwn(source, id) ? smallPage : undefined }
  })
  const since = options.since === undefined ? undefined : sinceOf(options.since, misuse)
  const path = into.kind === 'sqlite' ? into.path : into.urls[0]
  const place = withoutPassword(into)
  const keepDays = daysKept(source)
  if (keepDays !== null) refuseOthers(into, options.folder, keepDays)
  const collected = Collected.open(options.folder, JSON.stringify([table, place]), keepDays)
  const signal = stopSignal()
  try {
    let usedUp: string | null = null
    // Reads the list first whose last read is longest ago, so that every list has its turn.
    for (const list of lists.toSorted((a, b) => collected.endedAt(a.what) - collected.endedAt(b.what))) {
      const collecting = { onGiven: collected.add, since }
      usedUp = (await collectList(list, options, collecting, collected, signal)) ?? usedUp
    }
    if (usedUp !== null) say(`${usedUp} The same command goes on from there.`)
    signal.throwIfAborted()
    await importCollected(collected, path, place)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    say('Stopped. The same command goes on from there.')
    collected.close()
    error.end()
  } finally {
    collected.close()
  }
}

/** Refuses data of other sources, because they would be lost when the data set is created again. */
const refuseOthers = (into: DataOf<'sqlite' | 'postgres'>, folder: string, keepDays: number): void => {
  const why = `The source lets records be kept for ${keepDays} days, so each run creates their data set again`
  if (into.kind === 'postgres') throw new CommandError(`${why}: name a file with --into.`)
  if (!existsSync(into.path)) return
  const own = resolve(folder) + sep
  if (sourcesOf(into.path)?.every((name) => resolve(name).startsWith(own)) === true) return
  throw new CommandError(`${why}, and ${into.path} has other records: name a file of its own with --into.`)
}

const orderOf = (what: string, { from }: CollectOptions, misuse: Misuse): { order: ExportOrder; id: string } => {
  const order = readOrder(what, from === undefined ? {} : { from }, misuse)
  if (order.target.kind !== 'target') return misuse(`${what} is not read from live sources`)
  const { record, id } = order.target.target.operation
  if (record === 'strings') misuse(`${what} has no records`)
  return { order, id }
}

/** The time of `--since` in milliseconds. Each list computes it from its own begin, which is later. */
const sinceOf = (text: string, misuse: Misuse): number => {
  try {
    return readSince(text, Date.now()) * 1_000
  } catch (error) {
    return misuse(`--since ${error instanceof Error ? error.message : error}`)
  }
}

/** Reads a list from where the previous run ended. Resolves with a message if no calls are left. */
const collectList = async (
  { what, order, pageSize }: List,
  options: CollectOptions,
  collecting: BackendOptions['collecting'],
  collected: Collected,
  signal: AbortSignal
): Promise<string | null> => {
  const opened = await openWalk(order, options, { collecting, pageSize })
  try {
    for (let waits = 0; ; waits += 1) {
      const { seconds, hasRead } = await walk(what, opened, collected, signal)
      if (seconds === null) return null
      if (hasRead) waits = 0
      if (waits >= maxWaits) return `${what}: the source allows no more calls for now.`
      say(`${what}: the source allows no more calls for a moment; going on in ${seconds} s`)
      await sleepFor(seconds * 1_000, undefined, { signal })
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError && error.code === 'RATE_LIMITED') return error.message
    const words = reasonOf(error, options.from)
    if (words === null) throw error
    say(`${what}: ${words}`)
    process.exitCode = 1
    return null
  } finally {
    await opened.close()
  }
}

/** Resolves with the seconds after which to continue, or null at the end, and whether a page was read. */
const walk = async (
  what: string,
  opened: OpenedExport,
  collected: Collected,
  signal: AbortSignal
): Promise<{ seconds: number | null; hasRead: boolean }> => {
  const { next: first, startedAt, records: before } = collected.begin(what)
  const onWait = (seconds: number, error: ApiError) => say(`${what}: ${error.message}; retrying in ${seconds} s`)
  let records = before
  let hasRead = false
  try {
    const pages = opened.walk(startedAt, signal, { onWait, onIncomplete() {}, onFailed() {} })
    for await (const { rows, next } of pages(first)) {
      records += rows.length
      hasRead = true
      if (next !== null) collected.goOnFrom(what, next, startedAt, records)
      signal.throwIfAborted()
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, retryAfterSeconds: seconds = Number.POSITIVE_INFINITY } = error
    if (code === 'RATE_LIMITED' && seconds <= longestWaitSeconds) return { seconds, hasRead }
    // The list is gone, or the source no longer accepts the position.
    const isLasting = !error.isFault || (!hasRead && faultOf(error) === 'table')
    if (code !== 'RATE_LIMITED' && first !== null && isLasting) {
      collected.end(what)
      say(`${what}: the next run reads the list anew.`)
    }
    throw error
  }
  collected.end(what)
  eraseLine()
  print(`${what}: ${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'}\n`)
  return { seconds: null, hasRead }
}

const importCollected = async (collected: Collected, path: string, place: string): Promise<void> => {
  const inputs = collected.runs()
  if (inputs.length === 0) {
    print('Nothing was collected.\n')
    if (collected.keepDays !== null && existsSync(path)) removeOutlived(path)
    return
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
    goOnWith: commandLine(`import --resume --into ${quoted(place)}`)
  } as const
  const summary = await makeDataset(task, progress(process.stderr)).catch((error: unknown) => {
    // The data set would be created again without these files.
    if (collected.hasOutlived(sourcesOf(path) ?? [])) removeOutlived(path)
    if (!(error instanceof WouldReplace)) throw error
    throw new CommandError(`${place} has data that seed made: name another data set with --into.`)
  })
  print(`${describeSummary(summary)}\nWritten to ${nameOf(task)}\n`)
  const [incomplete, refused] = [describeIncomplete(summary), describeRefused(summary)]
  const isWhole = incomplete === null && refused === null && summary.skipped.length === 0
  const left = collected.imported(isWhole)
  if (isWhole) return
  say(`Not everything was understood: ${commandLine(`import --rejects FILE --into FILE ${left}`)} says what was not.`)
  if (incomplete !== null || refused !== null) process.exitCode ??= incomplete === null ? 3 : 1
}

const removeOutlived = (path: string): void => {
  removeWithBesides(path)
  print(`${path} was removed: nothing of it may be kept any longer.\n`)
}

/** Replaces the progress line. */
const say = (text: string): void => {
  eraseLine()
  printError(`${text}\n`)
}
