import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from '../../core/errors.ts'
import { fileProblem } from '../../core/file-problem.ts'
import { openFile } from './data-file.ts'

/**
 * Makes a file that appears under its name when complete. `write` is called with the name it has until then. Throws `CommandError` where the
 * name is taken.
 */
export const makeNewFile = async (path: string, write: (temporary: string) => void | Promise<void>): Promise<void> => {
  if (existsSync(path)) throw new CommandError(`${path} exists: name another file, or remove it.`)
  const temporary = `${path}.${process.pid}.part`
  try {
    mkdirSync(dirname(path), { recursive: true })
    await write(temporary)
    const file = openSync(temporary, 'r+')
    fsyncSync(file)
    closeSync(file)
    renameSync(temporary, path)
  } catch (cause) {
    for (const left of [temporary, `${temporary}-journal`]) if (existsSync(left)) rmSync(left)
    const isRefusal = cause instanceof Error && ('syscall' in cause || 'errcode' in cause)
    if (!isRefusal) throw cause
    throw new CommandError(`${path} cannot be written: ${fileProblem(cause)}.`, { cause })
  }
}

/** Copies a data set as it is now into a new file, with everything that is in it. Servers and imports go on meanwhile. */
export const backUp = async (path: string, out: string): Promise<void> => {
  const db = openFile(path)
  try {
    await makeNewFile(out, (temporary) => {
      db.exec('PRAGMA query_only = OFF')
      db.prepare('VACUUM INTO ?').run(temporary)
    })
  } finally {
    db.close()
  }
}
