import { statSync } from 'node:fs'
import { CommandError } from '../core/errors.ts'
import { cutToBounds } from './bounds.ts'
import { accepted } from './formats/formats.ts'
import { standardInput, whyUnreadable } from './input/files.ts'
import { gather } from './merge/merge-records.ts'
import type { ImportProgress, PostLoader } from './merge/merge-store.ts'
import { noObservations, type Observation, observe } from './merge/observe.ts'
import type { OnProgress } from './progress.ts'
import { readInputs } from './read.ts'
import { type NotedRejects, Rejects } from './rejects.ts'
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
import { isWhole } from './whole.ts'

/** Why nothing was imported, in words for who asked for it. Nothing was written then. */
export class ImportError extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImportError'
  }
}

type ImportOptions = {
  /** Files, folders and standard input (`-`), of any of the formats that are known, packed or not; none where an import is gone on with. */
  inputs: readonly string[]
  /** The data set, a file or the address of a PostgreSQL. What is read is added to the one that is there, unless that is made up. */
  path: string
  /** A new one takes the place of the one that is there, in one step, once it is complete. */
  replaces?: boolean
  /** Goes on with an import into it that was interrupted. */
  resumes?: boolean
  /** Where to write what was left out, a line each. */
  rejects?: string | undefined
  onProgress?: OnProgress
}

/** Observations of one transaction: enough for what they have in common to be looked at once, and few enough for memory. */
const batchSize = 2000

/** Reads all there is and adds what it tells to a data set. Throws `CommandError`, mostly an `ImportError`. */
export const importFiles = async (options: ImportOptions): Promise<ImportSummary> => {
  const { path, replaces = false, resumes = false } = options
  if (!resumes) refuseWhatIsNotThere(options.inputs, path)
  else if (options.inputs.length > 0)
    throw new ImportError('--resume continues with the files of the interrupted import: name none.')
  const target = await targetOf(path)
  const [only] = options.inputs
  if (only !== undefined && options.inputs.length === 1 && (await isWhole(only))) {
    if (!replaces && (await target.mayBeAddedTo())) throw wholeStandsAlone(only, target.name)
    return target.takeWhole(only, options.onProgress)
  }
  try {
    const gathering = await target.gather({ replaces, resumes })
    try {
      return await importInto(gathering, target, options)
    } finally {
      await gathering.close()
    }
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
    throw new ImportError(`Could not write the data set ${target.name}: ${cause.message}`, { cause })
  }
}

const wholeStandsAlone = (file: string, name: string) =>
  new ImportError(
    `${file} is a whole data set, and ${name} already has data: name another target with --into, or use --replace.`
  )

/** The error of a store or a file system that cannot take the data set. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && ('syscall' in error || 'errcode' in error)

/** What is noted with every batch, to go on with. */
type Noted = { counts: ImportCounts; files: NotedFiles; rejected: NotedRejects | null }

const beginning = (): Noted => ({ counts: noCounts(), files: {}, rejected: null })

const isDropped = 'An earlier import was interrupted, and its data are dropped: --resume would have continued it.'

const isAnother = (file: string) =>
  `${file} has changed since the import was interrupted: it was read again from the start.`

const importInto = async (gathering: PostLoader, target: Target, options: ImportOptions): Promise<ImportSummary> => {
  const { onProgress = () => {} } = options
  onProgress('read', 0, 1)
  // What `begin` and `batch` were given.
  const { counts, files, rejected: rejectedBefore } = (gathering.interrupted?.counts ?? beginning()) as Noted
  const inputs = (gathering.interrupted?.inputs ?? options.inputs) as readonly string[]
  if (gathering.interrupted?.isComplete) return summarize(gathering, counts, [], onProgress)
  if (gathering.interrupted !== null) refuseWhatIsNotThere(inputs, options.path)
  await gathering.begin(inputs)
  const rejects = options.rejects ?? rejectedBefore?.file
  const rejected = rejects === undefined ? null : new Rejects(rejects, rejectedBefore)
  const filesPassed = new FilesPassed(files)
  const notes = [
    ...(gathering.replacesMadeUp ? ['The seed data were removed.'] : []),
    ...(gathering.dropsInterrupted ? [isDropped] : [])
  ]
  let passed = 0
  // What a record tells is added up at once: the record itself need not be kept until its batch is full.
  let observations = noObservations()
  let waiting = 0
  const write = async () => {
    const batch = observations
    observations = noObservations()
    waiting = 0
    await gathering.batch(
      () => gather(gathering.store, batch, counts.tally),
      (): ImportProgress => {
        const noted: Noted = { counts, files: filesPassed.note(), rejected: rejected?.note() ?? null }
        return { passed, counts: noted }
      }
    )
  }

  const began = performance.now()
  const batches = readInputs(inputs, {
    except: [...target.files, ...(rejects === undefined ? [] : [rejects])],
    onListed: (listed) => notes.push(...filesPassed.list(listed).map(isAnother)),
    onNote: (note) => notes.push(note),
    onProgress: (done, total) =>
      onProgress('read', done, total ?? 0, speed(passed, began, total === null ? null : done / total))
  })
  for await (const batch of batches) {
    for (const read of batch) {
      passed++
      const { file, decoded } = read
      if (filesPassed.pass(file)) continue
      if (decoded.kind === 'skipped') {
        countSkipped(counts, decoded.skipped, read)
        rejected?.add({ file, at: read.at, ...decoded.skipped })
        continue
      }
      counts.cut += cutToBounds(recordOf(decoded))
      countRead(counts, decoded)
      observe(observations, { decoded, source: file })
      waiting++
    }
    if (waiting >= batchSize) await write()
  }
  rejected?.close()
  onProgress('read', 1, 1)
  const { post, user, sound, place } = counts.read
  if (post + user + sound + place === 0) throw nothingToRead(inputs, counts.skipped)
  // Also where all that was left is skipped, which is noted with it.
  await write()
  return summarize(gathering, counts, notes, onProgress)
}

/** What was read, whatever its kind. */
const recordOf = (decoded: Observation['decoded']): object => {
  if (decoded.kind === 'post') return decoded.post
  if (decoded.kind === 'user') return decoded.user
  return decoded.kind === 'sound' ? decoded.sound : decoded.place
}

const summarize = async (
  gathering: PostLoader,
  counts: ImportCounts,
  notes: string[],
  onProgress: OnProgress
): Promise<ImportSummary> => {
  const rows = await gathering.finish(onProgress)
  return {
    ...rows,
    ...counts,
    skipped: counts.skipped.toSorted((a, b) => b.count - a.count),
    missing: { ...counts.missing, user_id: rows.usersWithoutId, followers: rows.usersWithoutFollowers },
    notes
  }
}

/** A mistyped name, before anything is read. */
const refuseWhatIsNotThere = (inputs: readonly string[], path: string) => {
  const target = statSync(path, { throwIfNoEntry: false, bigint: true })
  for (const input of inputs) {
    if (input === standardInput) continue
    const found = look(input)
    if (found === undefined) throw new ImportError(`${input} does not exist. Accepted: ${accepted}.`)
    if (target !== undefined && found.dev === target.dev && found.ino === target.ino) {
      throw new ImportError(`${input} is the target data set: name another file.`)
    }
  }
}

const look = (input: string) => {
  try {
    return statSync(input, { throwIfNoEntry: false, bigint: true })
  } catch (cause) {
    throw new ImportError(`${input} cannot be read: ${whyUnreadable(cause)}.`, { cause })
  }
}

/** How fast it goes, and how long it takes yet where the end is known; nothing in the first second, which says little. */
const speed = (read: number, began: number, share: number | null): string | undefined => {
  const seconds = (performance.now() - began) / 1000
  if (seconds < 1) return undefined
  const rate = `${Math.round(read / seconds).toLocaleString('en-US')} records/s`
  if (share === null || share <= 0) return rate
  const left = Math.ceil((seconds * (1 - share)) / share)
  return `${rate}, ${left < 120 ? `${left} s` : `${Math.round(left / 60)} min`} left`
}

const nothingToRead = (inputs: readonly string[], skipped: readonly SkippedElements[]) => {
  const reasons = skipped.map(({ reason, count, examples }) => `${count} × ${reason} (${examples[0]})`)
  const why = reasons.length === 0 ? 'it has no elements' : reasons.join('; ')
  return new ImportError(`${inputs.join(', ')}: nothing to import: ${why}. Accepted: ${accepted}.`)
}
