import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CommandError } from '../../core/errors.ts'
import { fileProblem } from '../../core/file-problem.ts'
import { openFile } from './data-file.ts'

/** Endings of SQLite's side files. A leftover one would be applied to a new file of the same name. */
export const besides = ['-wal', '-shm', '-journal'] as const

const isTaken = (path: string) => new CommandError(`${path} exists: name another file, or remove it.`)

/** A writer touches its file more often than this. */
const abandonedMs = 3_600_000

const synced = (path: string): void => {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Renames a file in one step, and never replaces another file. */
const appear = (temporary: string, path: string): void => {
  if (existsSync(path)) throw isTaken(path)
  for (const ending of besides) rmSync(path + ending, { force: true })
  try {
    linkSync(temporary, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw isTaken(path)
    // Some file systems have no hard links.
    renameSync(temporary, path)
  }
  synced(dirname(path))
}

/**
 * Creates a file that appears under its name when complete. `write` receives its temporary name. Throws `CommandError` if the name is taken.
 * `mode`: its permissions, less the umask.
 */
export const makeNewFile = async (
  path: string,
  write: (temporary: string) => void | Promise<void>,
  mode = 0o666
): Promise<void> => {
  if (existsSync(path)) throw isTaken(path)
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`
  const remove = (part: string) => {
    for (const ending of ['', ...besides]) rmSync(part + ending, { force: true })
  }
  let isBegun = false
  try {
    mkdirSync(dirname(path), { recursive: true })
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.part')) continue
      const part = join(dirname(path), name)
      if (Date.now() - statSync(part).mtimeMs > abandonedMs) remove(part)
    }
    closeSync(openSync(temporary, 'wx', mode))
    isBegun = true
    await write(temporary)
    synced(temporary)
    appear(temporary, path)
  } catch (cause) {
    const isRefusal = cause instanceof Error && ('syscall' in cause || 'errcode' in cause)
    if (!isRefusal) throw cause
    throw new CommandError(`${path} cannot be written: ${fileProblem(cause)}.`, { cause })
  } finally {
    if (isBegun) remove(temporary)
  }
}

/** Copies the whole current data set into a new file. Servers continue meanwhile; an import that begins waits. */
export const backUp = async (path: string, out: string): Promise<void> => {
  const db = openFile(path)
  try {
    const write = (temporary: string) => {
      db.exec('PRAGMA query_only = OFF')
      db.prepare('VACUUM INTO ?').run(temporary)
    }
    await makeNewFile(out, write, statSync(path).mode & 0o777)
  } finally {
    db.close()
  }
}
