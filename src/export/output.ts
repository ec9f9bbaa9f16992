import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { CommandError } from '../core/errors.ts'
import { irregularAt } from '../core/regular-file.ts'
import { printable } from '../core/terminal.ts'
import type { Next } from './walk.ts'

/** How much of an export is written, and where it goes on; null: all of it is there. */
export type Progress = { records: number; next: Next }

/** Where an export goes. */
export type Output = {
  /** What an earlier run has written; null where this one begins. */
  readonly kept: Progress | null
  /** When the first run began, in milliseconds since 1970: what is meant by a time ago. */
  readonly startedAt: number
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>
  /** Notes how far everything is that was written, for a later run to go on. */
  note(progress: Progress): Promise<void>
  /** Nothing more comes, and all is there. */
  finish(): Promise<void>
  /** Nothing more comes now. How many records a later run can go on behind; null where there are none, and then nothing is left behind. */
  stop(): Promise<number | null>
}

/** Takes what a pipe or terminal takes; a terminal shows all of it and obeys nothing in it. Nobody can go on with it later. */
export const streamOutput = (stream: NodeJS.WritableStream & { isTTY?: boolean }): Output => ({
  kept: null,
  startedAt: Date.now(),
  async write(text) {
    await new Promise<void>((written) => stream.write(stream.isTTY ? printable(text) : text, () => written()))
    // A stream that takes all at once leaves no turn to signals.
    await setImmediate()
  },
  async note() {},
  async finish() {},
  stop: async () => null
})

/** What must be the same for a later run to go on with what an earlier one wrote. */
export type Question = Readonly<Record<string, string | number | null>>

type Note = { question: Question; startedAt: number; bytes: number } & Progress

/**
 * Takes a file that appears when all is in it. Until then it is called FILE.part, and FILE.part.json notes how far that is whole: whatever
 * was written behind that is cut off when a later run goes on. `CommandError` when there is such a part and nobody said to go on with it.
 */
export const fileOutput = async (path: string, question: Question, resume: boolean): Promise<Output> => {
  if (irregularAt(path) !== null) {
    throw new CommandError(
      `${path} is no file that another one could take the place of: name a file, or leave --out away.`
    )
  }
  const part = `${path}.part`
  const notes = `${part}.json`
  const note = resume ? await readNote(notes) : null
  if (note !== null) {
    const changed = Object.keys(question).filter((name) => note.question[name] !== question[name])
    if (changed.length > 0) {
      throw new CommandError(
        `${part} is of another export, which differs in ${changed.join(' and ')}: write to another file, or remove it.`
      )
    }
  }
  const { file, kept } = await openPart(part, note, resume)
  // Of a part that is gone, or is not what it was.
  if (kept === null) await rm(notes, { force: true })
  let bytes = kept === null ? 0 : (note?.bytes ?? 0)
  let noted = kept?.records ?? null
  const startedAt = kept === null ? Date.now() : (note?.startedAt ?? Date.now())
  return {
    kept,
    startedAt,
    async write(text) {
      await file.appendFile(text)
      bytes += Buffer.byteLength(text)
    },
    async note(progress) {
      await writeFile(`${notes}.new`, JSON.stringify({ question, startedAt, bytes, ...progress } satisfies Note))
      await rename(`${notes}.new`, notes)
      noted = progress.records
    },
    async finish() {
      await file.sync()
      await file.close()
      await rename(part, path)
      for (const left of [notes, `${notes}.new`]) await rm(left, { force: true })
    },
    async stop() {
      await file.close()
      if (noted === null) await rm(part, { force: true })
      return noted
    }
  }
}

const openPart = async (
  part: string,
  note: Note | null,
  resume: boolean
): Promise<{ file: FileHandle; kept: Progress | null }> => {
  await mkdir(dirname(part), { recursive: true })
  let file: FileHandle
  try {
    file = await open(part, resume ? 'a' : 'ax')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new CommandError(
        `${part} is there, from an export that is under way or was stopped: go on with it by --resume, or remove it.`
      )
    }
    throw error
  }
  const { size } = await file.stat()
  const isWhole = note !== null && note.bytes <= size
  await file.truncate(isWhole ? note.bytes : 0)
  return { file, kept: isWhole ? { records: note.records, next: note.next } : null }
}

/** Null where there is none, or none that can be read: then the export begins anew. */
const readNote = async (path: string): Promise<Note | null> => {
  try {
    // What `note` wrote.
    const note: Partial<Note> = JSON.parse(await readFile(path, 'utf8'))
    const { question, startedAt, bytes, records, next } = note
    if (typeof question !== 'object' || next === undefined) return null
    if (![startedAt, bytes, records].every(Number.isSafeInteger)) return null
    return note as Note
  } catch {
    return null
  }
}
