import type { InputFile } from './input/files.ts'

/** Progress per file, stored with every batch. */
export type NotedFiles = { [file: string]: { stamp: string | null; passed: number } }

/** Knows which records a resumed import has already stored. A changed file is read from its beginning. */
export class FilesPassed {
  readonly #before: Readonly<NotedFiles>
  readonly #now: NotedFiles = {}
  readonly #stamps = new Map<string, string | null>()

  constructor(before: Readonly<NotedFiles>) {
    this.#before = before
  }

  /** Takes the list of files and returns those that changed. */
  list(files: readonly InputFile[]): string[] {
    for (const { file, stamp } of files) this.#stamps.set(file, stamp)
    return files
      .filter(({ file, stamp }) => this.#noted(file) !== undefined && !this.#isSame(file, stamp))
      .map(({ file }) => file)
  }

  /** Moves to the next record of a file and returns whether it is already stored. */
  pass(file: string): boolean {
    const stamp = this.#stamps.get(file) ?? null
    this.#now[file] ??= { stamp, passed: 0 }
    this.#now[file].passed += 1
    return this.#isSame(file, stamp) && this.#now[file].passed <= (this.#noted(file)?.passed ?? 0)
  }

  /** Files not reached yet keep their progress. */
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
