import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { isPostgres, placeOf } from '../core/config/data-location.ts'
import { CommandError } from '../core/errors.ts'
import { realPathOf } from '../core/regular-file.ts'
import { makeStopGate, type StopGate, stopThread } from '../core/stop-gate.ts'
import { removeTemporaryFolders } from '../core/temporary-folder.ts'
import { eraseLine, printError } from '../core/terminal.ts'
import { besides } from '../store/sqlite/backup.ts'
import { lockFileOf } from '../store/sqlite/import-lock.ts'
import type { Subject } from './mapping/relations.ts'
import type { ColumnsByField } from './mapping/user-columns.ts'
import type { OnProgress } from './merge/merge-store.ts'
import { type Contents, WouldReplace } from './merge/replaced.ts'
import type { SeedSummary } from './seed/seed.ts'
import { indexOf, partOf, removeWithBesides } from './sqlite/replacing.ts'
import type { ImportSummary } from './summary.ts'

type SeedTask = {
  kind: 'seed'
  path: string
  users: number
  posts: number
  seed: number
  until: string
  replaces?: boolean
}
type ImportTask = {
  kind: 'import'
  /** A file path or a PostgreSQL URL. */
  path: string
  inputs: readonly string[]
  replaces: boolean
  /** As in `importFiles`. */
  replacesSeedUpTo: number
  resumes: boolean
  rejects?: string | undefined
  /** As in `importFiles`. */
  collectedAt: number | null
  columns: ColumnsByField | null
  of: Subject | null
  /** The command that continues the import. */
  goOnWith: string
}
export type DatasetTask = SeedTask | ImportTask

/** Data of the worker. */
export type DatasetWork = { task: DatasetTask; gate: StopGate }

/** Messages of the worker: progress, result, or an error message for users. */
export type DatasetReport<S> =
  | { progress: Parameters<OnProgress> }
  | { summary: S }
  | { problem: string }
  | { replaces: { name: string; contents: Contents } }

const tooLarge =
  'The data set needs more memory than Node may use. Create a smaller one, or allow more: NODE_OPTIONS=--max-old-space-size=8192'
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Makes a data set in a worker thread. Writing is one long synchronous task that would block signals; in a worker, Ctrl-C takes effect at
 * once and leaves no temporary file, except that of an import, which can be resumed.
 */
export function makeDataset(task: SeedTask, onProgress: OnProgress): Promise<SeedSummary>
export function makeDataset(task: ImportTask, onProgress: OnProgress): Promise<ImportSummary>
export async function makeDataset(task: DatasetTask, onProgress: OnProgress): Promise<SeedSummary | ImportSummary> {
  // Most memory is dropped quickly. By default the heap would grow to three times its use before a collection, and freed pages would stay
  // for eight seconds.
  setFlagsFromString('--heap-growing-percent=20')
  if (Number.parseInt(process.versions.node, 10) >= 26) setFlagsFromString('--memory-pool-timeout=0')
  const before = fileAt(task.path)
  let hasBegun = task.kind === 'import' && task.resumes
  const gate = makeStopGate()
  const stop = (signal: NodeJS.Signals) => {
    const held = stopThread(gate)
    const goesOn = task.kind === 'import' && hasBegun
    // Without the lock, the files beside the data set may be those of another process.
    if (held !== 'nothing') removeUnfinished(task.path, task.kind === 'import' && held === 'files' && !hasBegun)
    removeTemporaryFolders()
    eraseLine()
    // The worker may have just renamed its file; without the temporary file it no longer can.
    const isWritten = fileAt(task.path) !== before
    const state = `${nameOf(task)} was ${isWritten ? '' : 'not '}written.`
    const goOn = goesOn && !isWritten ? `What was read so far is kept. Resume with: ${task.goOnWith}` : null
    printError(`Stopped. ${goOn ?? state}\n`)
    // Without listeners, the signal ends the process whatever the worker is doing.
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
    // Reached as PID 1 of a container, which signals do not end by default.
    process.exit(128 + constants.signals[signal])
  }
  for (const name of signals) process.on(name, stop)
  try {
    const onReport: OnProgress = (...reported) => {
      // From then on an import can be resumed.
      hasBegun ||= reported[0] === 'read' && reported[1] > 0
      onProgress(...reported)
    }
    return await makeInWorker(task, onReport, gate)
  } finally {
    for (const name of signals) process.off(name, stop)
  }
}

/** The same without a command around it: signals are left to the process. */
export const makeInWorker = (
  task: DatasetTask,
  onProgress: OnProgress,
  gate = makeStopGate()
): Promise<SeedSummary | ImportSummary> => {
  const work: DatasetWork = { task, gate }
  const worker = new Worker(new URL(`./dataset-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: work,
    // Nearly everything is short-lived; a larger young generation only uses memory.
    resourceLimits: { maxYoungGenerationSizeMb: 12 }
  })
  return new Promise((done, fail) => {
    worker.on('message', (report: DatasetReport<SeedSummary | ImportSummary>) => {
      if ('progress' in report) onProgress(...report.progress)
      else if ('summary' in report) done(report.summary)
      else if ('replaces' in report) fail(new WouldReplace(report.replaces.name, report.replaces.contents))
      else fail(new CommandError(report.problem))
    })
    worker.once('error', (error: Error & { code?: string }) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new CommandError(tooLarge) : error)
    )
    worker.once('exit', () => fail(new Error('the thread that makes the data set ended early')))
  })
}

/** The location for messages, without a password. */
export const nameOf = ({ path }: Pick<DatasetTask, 'path'>): string => (isPostgres(path) ? placeOf(path) : path)

/** Identifies a file; null when there is none. */
const fileAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino ?? null

/**
 * Removes what the holder of the lock wrote beside the data set: temporary files, which are named after it and this process id, the index and,
 * unless it can be gone on with, the part of an import. The lock is last: from then on there may be files of another process.
 */
const removeUnfinished = (given: string, removesPart: boolean) => {
  const path = realPathOf(given)
  if (!existsSync(dirname(path))) return
  const beginnings = [`${path}.${process.pid}.`, indexOf(partOf(path))].map((file) => basename(file))
  for (const name of readdirSync(dirname(path))) {
    if (beginnings.some((beginning) => name.startsWith(beginning))) rmSync(join(dirname(path), name), { force: true })
  }
  if (removesPart) removeWithBesides(partOf(path))
  for (const ending of [...besides, '']) rmSync(lockFileOf(path) + ending, { force: true })
}
