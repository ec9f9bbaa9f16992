import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from '../core/errors.ts'
import { fileProblem } from '../core/file-problem.ts'

type Reject = { file: string; at: string; reason: string; example: string }

/** File of skipped elements, and its length as of the last stored batch. */
export type NotedRejects = { file: string; bytes: number }

/** Writes skipped elements to a file as JSON lines, continuing after the stored length when resuming. */
export class Rejects {
  readonly #file: string
  readonly #descriptor: number
  #bytes: number

  constructor(file: string, before: NotedRejects | null) {
    this.#file = file
    this.#bytes = before !== null && resolve(before.file) === resolve(file) ? before.bytes : 0
    this.#descriptor = this.#try(() => {
      const descriptor = openSync(file, this.#bytes === 0 ? 'w' : 'a')
      // Later elements are read again. The file may have become shorter.
      this.#bytes = Math.min(this.#bytes, fstatSync(descriptor).size)
      ftruncateSync(descriptor, this.#bytes)
      return descriptor
    })
  }

  add(reject: Reject): void {
    this.#bytes += this.#try(() => writeSync(this.#descriptor, `${JSON.stringify(reject)}\n`))
  }

  note(): NotedRejects {
    return { file: resolve(this.#file), bytes: this.#bytes }
  }

  close(): void {
    this.#try(() => closeSync(this.#descriptor))
  }

  #try<T>(write: () => T): T {
    try {
      return write()
    } catch (cause) {
      throw new CommandError(`${this.#file} cannot be written: ${fileProblem(cause, 'folder')}.`, { cause })
    }
  }
}
