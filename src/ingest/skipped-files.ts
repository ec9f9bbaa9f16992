import type { InputFile } from './input/files.ts'

/** How far an import is in each of its files, as it is noted with every batch. */
export type NotedFiles = { [file: string]: { stamp: string | null; passed: number } }

/** Knows of each record whether an import that is gone on with has it already. A file that is another one by now is read from its beginning. */
export class FilesPassed {
  readonly #before: Readonly<NotedFiles>
  readonly #now: NotedFiles = {}
  readonly #stamps = new Map<string, string | null>()

  constructor(before: Readonly<NotedFiles>) {
    this.#before = before
  }

  /** Hears which files are read, before they are. Gives those that changed since they were noted. */
  list(files: readonly InputFile[]): string[] {
    for (const { file, stamp } of files) this.#stamps.set(file, stamp)
    return files
      .filter(({ file, stamp }) => this.#noted(file) !== undefined && !this.#isSame(file, stamp))
      .map(({ file }) => file)
  }

  /** Passes the next record of a file, and tells whether it is in already. */
  pass(file: string): boolean {
    const stamp = this.#stamps.get(file) ?? null
    this.#now[file] ??= { stamp, passed: 0 }
    this.#now[file].passed += 1
    return this.#isSame(file, stamp) && this.#now[file].passed <= (this.#noted(file)?.passed ?? 0)
  }

  /** Files that are not reached yet are as far as they were. */
  note(): NotedFiles {
    const noted: NotedFiles = {}
    for (const [file, { stamp, passed }] of Object.entries({ ...this.#before, ...this.#now })) {
      const before = this.#isSame(file, stamp) ? (this.#noted(file)?.passed ?? 0) : 0
      noted[file] = { stamp, passed: Math.max(passed, before) }
    }
    return noted
  }

  #noted(file: string): NotedFiles[string] | undefined {
    return Object.hasOwn(this.#before, file) ? this.#before[file] : undefined
  }

  #isSame(file: string, stamp: string | null): boolean {
    return this.#noted(file)?.stamp === stamp
  }
}
