import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { CommandError } from '../../core/errors.ts'
import { fileProblem } from '../../core/file-problem.ts'
import { irregularAt } from '../../core/regular-file.ts'
import { printable } from '../../core/terminal.ts'
import { lockFile } from '../../store/sqlite/import-lock.ts'
import type { Next } from './walk.ts'

/** Number of records written and the position to continue from; null at the end. */
export type ExportProgress = { records: number; next: Next }

/** Destination of an export. */
export type Output = {
  /** State of an earlier run that this one continues; null for a new export. */
  readonly resumed: ExportProgress | null
  /** Start of the first run in milliseconds since 1970; relative times refer to it. */
  readonly startedAt: number
  /** Resolves when more can be written. */
  write(text: string | Uint8Array): Promise<void>
  /** Writes rows of a format that is not made of texts. */
  writeRows?(rows: readonly unknown[]): Promise<void>
  /** Records that everything so far is written, so that a later run can continue here. */
  note(progress: ExportProgress): Promise<void>
  /** Completes the output. */
  finish(): Promise<void>
  /** Stops early. Returns the number of records after which a later run can continue, or null if it cannot; then no file remains. */
  stop(): Promise<number | null>
}

/** Writes to a pipe or terminal; control characters are escaped on a terminal. It cannot be resumed. */
export const streamOutput = (stream: NodeJS.WritableStream & { isTTY?: boolean }): Output => ({
  resumed: null,
  startedAt: Date.now(),
  async write(text) {
    await new Promise<void>((written) =>
      stream.write(stream.isTTY && typeof text === 'string' ? printable(text) : text, () => written())
    )
    // A stream that accepts everything at once would never let signals run.
    await setImmediate()
  },
  async note() {},
  async finish() {},
  stop: async () => null
})

/** Parameters that must be equal to continue an earlier export. */
export type ExportParameters = Readonly<Record<string, string | number | null>>

type ProgressNote = { question: ExportParameters; startedAt: number; bytes: number } & ExportProgress

/**
 * Writes a file that appears under its name when complete. Until then it is FILE.part, and FILE.part.json records how far it is complete; a
 * later run truncates anything after that. Throws `CommandError` when a part exists and resuming was not requested.
 */
export const fileOutput = async (path: string, question: ExportParameters, resume: boolean): Promise<Output> => {
  if (irregularAt(path) !== null) {
    throw new CommandError(`${path} is not a regular file, so an export cannot replace it: name a file, or omit --out.`)
  }
  const part = `${path}.part`
  const notes = `${part}.json`
  await mkdir(dirname(part), { recursive: true }).catch(refuse(part))
  const unlock = lockPart(part)
  try {
    return await lockedOutput({ path, part, notes, unlock }, question, resume)
  } catch (error) {
    unlock()
    throw error
  }
}

type PartFiles = { path: string; part: string; notes: string; unlock: () => void }

const lockedOutput = async (
  { path, part, notes, unlock }: PartFiles,
  question: ExportParameters,
  resume: boolean
): Promise<Output> => {
  const note = resume ? await readNote(notes) : null
  if (note !== null) {
    const changed = Object.keys(question).filter((name) => (note.question[name] ?? null) !== question[name])
    if (changed.length > 0) {
      throw new CommandError(
        `${part} belongs to another export, which differs in ${changed.join(' and ')}: write to another file, or remove it.`
      )
    }
  }
  const { file, resumed } = await openPart(part, note, resume)
  // Removes the notes of a part that is gone or was changed.
  if (resumed === null) await rm(notes, { force: true })
  let bytes = resumed === null ? 0 : (note?.bytes ?? 0)
  let noted = resumed?.records ?? null
  const startedAt = resumed === null ? Date.now() : (note?.startedAt ?? Date.now())
  return {
    resumed,
    startedAt,
    async write(text) {
      await file.appendFile(text).catch(refuse(part))
      bytes += Buffer.byteLength(text)
    },
    async note(progress) {
      await writeFile(
        `${notes}.new`,
        JSON.stringify({ question, startedAt, bytes, ...progress } satisfies ProgressNote)
      )
      await rename(`${notes}.new`, notes)
      noted = progress.records
    },
    async finish() {
      await file.sync()
      await file.close()
      await rename(part, path)
      for (const left of [notes, `${notes}.new`]) await rm(left, { force: true })
      unlock()
    },
    async stop() {
      await file.close()
      if (noted === null) await rm(part, { force: true })
      unlock()
      return noted
    }
  }
}

/** Prevents two exports from writing one file. A killed process leaves no lock. */
const lockPart = (part: string): (() => void) => {
  try {
    return lockFile(
      `${part}.lock`,
      (since) =>
        `${part} is being written by another export${since}: wait until it has ended, or write to another file.`
    )
  } catch (error) {
    if (error instanceof CommandError) throw error
    return refuse(part)(error)
  }
}

/** Throws the system's reason about the file. */
const refuse =
  (part: string) =>
  (cause: unknown): never => {
    throw new CommandError(`${part} cannot be written: ${fileProblem(cause)}.`, { cause })
  }

const openPart = async (
  part: string,
  note: ProgressNote | null,
  resume: boolean
): Promise<{ file: FileHandle; resumed: ExportProgress | null }> => {
  let file: FileHandle
  try {
    file = await open(part, resume ? 'a' : 'ax')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new CommandError(
        `${part} exists, from an export that was stopped: continue it with --resume, or remove it.`
      )
    }
    return refuse(part)(error)
  }
  const { size } = await file.stat()
  const isWhole = note !== null && note.bytes <= size
  await file.truncate(isWhole ? note.bytes : 0)
  return { file, resumed: isWhole ? { records: note.records, next: note.next } : null }
}

/** Null when missing or unreadable; then the export starts from the beginning. */
const readNote = async (path: string): Promise<ProgressNote | null> => {
  try {
    // Written by `note`.
    const note: Partial<ProgressNote> = JSON.parse(await readFile(path, 'utf8'))
    const { question, startedAt, bytes, records, next } = note
    if (typeof question !== 'object' || next === undefined) return null
    if (![startedAt, bytes, records].every(Number.isSafeInteger)) return null
    return note as ProgressNote
  } catch {
    return null
  }
}
