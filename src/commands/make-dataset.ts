import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { isPostgres, placeOf } from '../config/data-location.ts'
import { CommandError } from '../core/errors.ts'
import { eraseLine, printError } from '../core/terminal.ts'
import type { OnProgress } from '../ingest/progress.ts'
import { indexOf, partOf, removeWithBesides } from '../ingest/sqlite/replacing.ts'
import type { ImportSummary } from '../ingest/summary.ts'
import type { SeedSummary } from '../seed/seed.ts'
import { lockFileOf } from '../store/sqlite/import-lock.ts'

type SeedTask = { kind: 'seed'; path: string; users: number; posts: number; seed: number; until: string }
type ImportTask = {
  kind: 'import'
  /** A file, or the address of a PostgreSQL. */
  path: string
  inputs: readonly string[]
  replaces: boolean
  resumes: boolean
  rejects?: string | undefined
  /** What a person types to go on with it. */
  goOnWith: string
}
export type DatasetTask = SeedTask | ImportTask

/** What the thread tells: how far it is, what came of it, or why nothing did, in words for people. */
export type DatasetReport<S> = { progress: Parameters<OnProgress> } | { summary: S } | { problem: string }

const tooLarge =
  'The data set needs more memory than Node may use. Make a smaller one, or allow more: NODE_OPTIONS=--max-old-space-size=8192'
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Makes a data set in a thread of its own. Writing one is a single long piece of work during which a thread hears no
 * signal; this way Ctrl-C is heard at once, and leaves no unfinished file behind but that of an import, which can be gone on with.
 */
export function makeDataset(task: SeedTask, onProgress: OnProgress): Promise<SeedSummary>
export function makeDataset(task: ImportTask, onProgress: OnProgress): Promise<ImportSummary>
export async function makeDataset(task: DatasetTask, onProgress: OnProgress): Promise<SeedSummary | ImportSummary> {
  // Little is kept and much dropped: left alone, the heap grows to three times what is in use before anything is collected, and pages that
  // are free stay for eight seconds, in which there are others.
  setFlagsFromString('--heap-growing-percent=20')
  if (Number.parseInt(process.versions.node, 10) >= 26) setFlagsFromString('--memory-pool-timeout=0')
  const before = fileAt(task.path)
  let hasBegun = task.kind === 'import' && task.resumes
  const worker = new Worker(new URL(`./dataset-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    // Nearly all that is made on the way is garbage at once: room for more of it is used up, and nothing is faster for it.
    resourceLimits: { maxYoungGenerationSizeMb: 12 }
  })
  const stop = (signal: NodeJS.Signals) => {
    removeUnfinished(task.path)
    const goesOn = task.kind === 'import' && hasBegun
    if (task.kind === 'import' && !hasBegun) removeWithBesides(partOf(task.path))
    eraseLine()
    // The thread may have put it in place a moment ago; without the temporary file it no longer can.
    const isWritten = fileAt(task.path) !== before
    const state = `${nameOf(task)} was ${isWritten ? '' : 'not '}written.`
    const goOn = goesOn && !isWritten ? `What was read so far is kept. Go on with: ${task.goOnWith}` : null
    printError(`Stopped. ${goOn ?? state}\n`)
    // Now without a listener: it ends the process, whatever the thread is in the middle of.
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
    // Still here as the first process of a container, which no signal ends by itself.
    process.exit(128 + constants.signals[signal])
  }
  for (const name of signals) process.on(name, stop)
  try {
    return await new Promise((done, fail) => {
      worker.on('message', (report: DatasetReport<SeedSummary | ImportSummary>) => {
        if ('progress' in report) {
          // It is known by then what is read, and how much of it. A whole data set goes in at once or not at all: its lines are no such step.
          hasBegun ||= report.progress[0] === 'read' && report.progress[1] > 0
          onProgress(...report.progress)
        } else if ('summary' in report) done(report.summary)
        else fail(new CommandError(report.problem))
      })
      worker.once('error', (error: Error & { code?: string }) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new CommandError(tooLarge) : error)
      )
      worker.once('exit', () => fail(new Error('the thread that makes the data set ended early')))
    })
  } finally {
    for (const name of signals) process.off(name, stop)
  }
}

/** For people: without a password. */
export const nameOf = ({ path }: DatasetTask): string => (isPostgres(path) ? placeOf(path) : path)

/** Tells one file from another that takes its place; null where there is none. */
const fileAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino ?? null

/** The writer's temporary files carry the number of this process behind the name of the data set; what an import makes anew goes with them. */
const removeUnfinished = (path: string) => {
  const beginnings = [`${path}.${process.pid}.`, lockFileOf(path), indexOf(partOf(path))].map((file) => basename(file))
  if (!existsSync(dirname(path))) return
  for (const name of readdirSync(dirname(path))) {
    if (beginnings.some((beginning) => name.startsWith(beginning))) rmSync(join(dirname(path), name), { force: true })
  }
}
