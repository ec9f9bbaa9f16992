import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandError } from '../core/errors.ts'
import { fileProblem } from '../core/file-problem.ts'
import { isSameFile } from '../core/regular-file.ts'
import { cutToBounds } from './bounds.ts'
import { standardInput, whyUnreadable } from './input/files.ts'
import { recordOf } from './mapping/decoder.ts'
import type { Subject } from './mapping/relations.ts'
import { type ColumnsByField, UserColumns } from './mapping/user-columns.ts'
import { mergeRecords } from './merge/merge-records.ts'
import type { ImportProgress, ImportSession, OnProgress } from './merge/merge-store.ts'
import { noObservations, type Observation, observe } from './merge/observe.ts'
import { readInputs } from './read.ts'
import { type NotedRejects, Rejects } from './rejects.ts'
import { applyRemovals, noteRemovals, removedRecords } from './removals.ts'
import { FilesPassed, type NotedFiles } from './skipped-files.ts'
import {
  countRead,
  countSkipped,
  type ImportCounts,
  type ImportSummary,
  noCounts,
  type SkippedElements
} from './summary.ts'
import { type Target, targetOf } from './target.ts'

/** Why nothing was imported, for the user. Nothing was written. */
export class ImportError extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImportError'
  }
}

type ImportOptions = {
  /** Files, folders and standard input (`-`), in any known format, compressed, in archives or not; empty when resuming. */
  inputs: readonly string[]
  /** The data set: a file or a PostgreSQL URL. Records are added to existing data, unless that is seed data. */
  path: string
  /** Replaces existing data in one step when complete. */
  replaces?: boolean
  /** Posts of a data set of `clipgraph seed` that is replaced unasked, at most; `WouldReplace` for a larger one. */
  replacesSeedUpTo?: number
  /** Resumes an interrupted import. */
  resumes?: boolean
  /** File for skipped elements, one per line. */
  rejects?: string | undefined
  /** When records without a collection time of their own were collected, in Unix seconds. A resumed import has the time that it began with. */
  collectedAt?: number | null
  /** Columns of the inputs by field, where their names cannot be guessed; likewise. */
  columns?: ColumnsByField | null
  /** Whose lists are in the files, unless a recorded address says so. A resumed import has what it began with. */
  of?: Subject | null
  onProgress?: OnProgress
}

/** Observations per transaction: enough to share lookups, few enough for memory. */
const batchSize = 2000

/** Imports everything into a data set. Throws `CommandError`, usually an `ImportError`. */
export const importFiles = async (options: ImportOptions): Promise<ImportSummary> => {
  const { path, replaces = false, resumes = false, replacesSeedUpTo } = options
  if (!resumes) refuseWhatIsNotThere(options.inputs, path)
  else if (options.inputs.length > 0)
    throw new ImportError('--resume continues with the files of the interrupted import: name none.')
  refuseToWriteOver(options.rejects, [...options.inputs, path])
  const target = await targetOf(path)
  try {
    const session = await target.openSession({ replaces, resumes, replacesSeedUpTo, onProgress: options.onProgress })
    let summary: ImportSummary
    try {
      summary = await importInto(session, target, options)
    } finally {
      await session.close()
    }
    // Includes records from before their owner was named.
    if (summary.removed > 0 || resumes) await applyRemovals(target)
    return summary
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
    throw new ImportError(`Could not write the data set ${target.name}: ${fileProblem(cause)}`, { cause })
  }
}

/** An error of a store or file system that refuses the data set. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && ('syscall' in error || 'errcode' in error)

/** Progress stored with every batch. */
type Noted = {
  counts: ImportCounts
  files: NotedFiles
  rejected: NotedRejects | null
  collectedAt: number | null
  columns: ColumnsByField | null
  of: Subject | null
  /** Absolute path of each input, because relative names depend on the working folder. */
  paths: { readonly [input: string]: string }
}

const beginning = ({ inputs, collectedAt = null, columns = null, of = null }: ImportOptions): Noted => ({
  counts: noCounts(),
  files: {},
  rejected: null,
  collectedAt,
  columns,
  of,
  paths: Object.fromEntries(inputs.filter((input) => input !== standardInput).map((input) => [input, placeOf(input)]))
})

const isDropped = 'An earlier import was interrupted, and its data are dropped: --resume would have continued it.'

const isAnother = (file: string) =>
  `${file} has changed since the import was interrupted: it was read again from the start.`

const importInto = async (session: ImportSession, target: Target, options: ImportOptions): Promise<ImportSummary> => {
  const { onProgress = () => {} } = options
  onProgress('read', 0, 1)
  // Values passed to `begin` and `batch`.
  const noted: Noted = { ...beginning(options), ...(session.interrupted?.counts as Partial<Noted> | undefined) }
  const { counts, files, rejected: rejectedBefore, collectedAt, of, paths } = noted
  const columns = noted.columns && new UserColumns(noted.columns)
  const inputs = (session.interrupted?.inputs ?? options.inputs) as readonly string[]
  if (session.interrupted?.isComplete) return summarize(session, counts, [], onProgress)
  if (session.interrupted !== null) {
    refuseOtherFolder(paths)
    refuseWhatIsNotThere(inputs, options.path)
    refuseToWriteOver(options.rejects, inputs)
  }
  await session.begin(inputs, noted)
  const removed = await removedRecords(session.store)
  const rejects = options.rejects ?? rejectedBefore?.file
  const rejected = rejects === undefined ? null : new Rejects(rejects, rejectedBefore)
  const filesPassed = new FilesPassed(files)
  const notes = [
    ...(session.replacesMadeUp ? ['The seed data were removed.'] : []),
    ...(session.dropsInterrupted ? [isDropped] : [])
  ]
  let passed = 0
  let hasFiles = false
  let nearest: string | undefined
  // Observations are combined at once, so records need not be kept until the batch is full.
  let observations = noObservations()
  let waiting = 0
  const write = async () => {
    const batch = observations
    observations = noObservations()
    waiting = 0
    await session.batch(
      () => {
        noteRemovals(session.store, removed.takeLearned())
        return mergeRecords(session.store, batch, counts.tally)
      },
      (): ImportProgress => {
        const progress: Noted = { ...noted, files: filesPassed.note(), rejected: rejected?.note() ?? null }
        return { passed, counts: progress }
      }
    )
  }

  const began = performance.now()
  const batches = readInputs(inputs, {
    of,
    except: [...target.files, ...(rejects === undefined ? [] : [rejects])],
    onListed: (listed) => {
      hasFiles = listed.length > 0
      notes.push(...filesPassed.list(listed).map(isAnother))
    },
    onNote: (note) => notes.push(note),
    columns,
    onProgress: (done, total) =>
      onProgress('read', done, total ?? 0, speed(passed, began, total === null ? null : done / total))
  })
  for await (const batch of batches) {
    for (const read of batch) {
      passed++
      const { file, decoded } = read
      if (filesPassed.pass(read.input)) continue
      if (decoded.kind === 'skipped') {
        countSkipped(counts, decoded.skipped, read)
        nearest ??= decoded.skipped.nearest
        const { reason, example } = decoded.skipped
        rejected?.add({ file, at: read.at, reason, example })
        continue
      }
      counts.cut += cutToBounds(recordOf(decoded))
      const observation = { decoded: withTime(decoded, collectedAt), source: file }
      if (!removed.isEmpty && (await removed.has(observation, observations))) {
        counts.removed += 1
        continue
      }
      countRead(counts, decoded, read)
      observe(observations, observation)
      waiting++
    }
    if (waiting >= batchSize) await write()
  }
  rejected?.close()
  onProgress('read', 1, 1)
  for (const column of columns?.unseen ?? []) {
    const unseen = {
      reason: 'a column that --columns names and no record has',
      example: column,
      isRefused: true
    } as const
    countSkipped(counts, unseen, { file: '--columns', at: '' })
  }
  if (counts.removed === 0 && Object.values(counts.read).every((count) => count === 0))
    throw nothingToRead(inputs, counts.skipped, hasFiles, nearest)
  // Also when only skipped elements remain, which are recorded too.
  await write()
  return summarize(session, counts, notes, onProgress)
}

/** The record as collected at a time, if it has none of its own. */
const withTime = (decoded: Observation['decoded'], collectedAt: number | null): Observation['decoded'] =>
  collectedAt === null || decoded.seen.collectedAt !== null
    ? decoded
    : { ...decoded, seen: { ...decoded.seen, collectedAt } }

const summarize = async (
  session: ImportSession,
  counts: ImportCounts,
  notes: string[],
  onProgress: OnProgress
): Promise<ImportSummary> => {
  const rows = await session.finish(onProgress, { counts })
  return {
    ...rows,
    ...counts,
    skipped: counts.skipped.toSorted((a, b) => b.count - a.count),
    missing: { ...counts.missing, user_id: rows.usersWithoutId, followers: rows.usersWithoutFollowers },
    notes
  }
}

/** Reports mistyped names before reading, all of them at once. */
const refuseWhatIsNotThere = (inputs: readonly string[], path: string) => {
  const missing: string[] = []
  for (const input of inputs) {
    if (input === standardInput) continue
    if (!isThere(input)) missing.push(input)
    else if (isSameFile(input, path)) throw new ImportError(`${input} is the target data set: name another file.`)
  }
  if (missing.length > 0) {
    throw new ImportError(`${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not exist.`)
  }
}

/** The absolute path of a name, even if the file is gone. */
const placeOf = (input: string): string => {
  const path = resolve(input)
  const folder = dirname(path)
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path))
}

/** Progress notes of a file do not apply to a file of the same name in another folder. */
const refuseOtherFolder = (paths: Noted['paths']) => {
  const [moved] = Object.entries(paths).filter(([input, path]) => placeOf(input) !== path)
  if (moved === undefined) return
  const [input, path] = moved
  throw new ImportError(
    `The import began with ${path}, and here ${input} is ${placeOf(input)}: resume it in the folder where it began.`
  )
}

/** Skipped elements must not be written over a file that the import reads, or its data set. */
const refuseToWriteOver = (rejects: string | undefined, files: readonly string[]) => {
  if (rejects === undefined || !files.some((file) => isSameFile(file, rejects))) return
  throw new ImportError(`${rejects} is a file that the import needs: name another one with --rejects.`)
}

const isThere = (input: string): boolean => {
  try {
    return statSync(input, { throwIfNoEntry: false }) !== undefined
  } catch (cause) {
    throw new ImportError(`${input} cannot be read: ${whyUnreadable(cause)}.`, { cause })
  }
}

/** Speed and remaining time, if the total is known; nothing within the first second. */
const speed = (read: number, began: number, share: number | null): string | undefined => {
  const seconds = (performance.now() - began) / 1000
  if (seconds < 1) return undefined
  const rate = `${Math.round(read / seconds).toLocaleString('en-US')} records/s`
  if (share === null || share <= 0) return rate
  const left = Math.ceil((seconds * (1 - share)) / share)
  return `${rate}, ${left < 120 ? `${left} s` : `${Math.round(left / 60)} min`} left`
}

/** Reasons that are named. */
const maxReasons = 3

/** In at most five lines. */
const nothingToRead = (
  inputs: readonly string[],
  skipped: readonly SkippedElements[],
  hasFiles: boolean,
  nearest = ''
) => {
  const reasons = skipped.map(({ reason, count, examples }) => `${count} × ${reason} (${examples[0]})`)
  const others = reasons.length > maxReasons ? [`${reasons.length - maxReasons} more reasons`] : []
  const named = [...reasons.slice(0, maxReasons), ...others].join('; ')
  const why = reasons.length > 0 ? named : hasFiles ? 'it has no elements' : 'there are no files in it'
  return new ImportError(`${inputs.join(', ')}: nothing to import: ${why}.${nearest === '' ? '' : `\n${nearest}`}`)
}
