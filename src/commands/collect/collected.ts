import { hash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { CommandError } from '../../core/errors.ts'
import { fileProblem } from '../../core/file-problem.ts'
import type { OnGiven } from '../../store/source/live-source.ts'
import { lockFile } from '../../store/sqlite/import-lock.ts'
import { operations } from '../../surfaces/rest/operations.ts'
import type { Next } from '../export/walk.ts'

/** Where a list continues: records read, the begin of reading, from which a duration such as 30d counts, and its records per file. */
type ListPlace = {
  readonly next: NonNullable<Next>
  readonly startedAt: number
  readonly records: number
  readonly given: Readonly<Record<string, number>>
}
/** `ended`: when each list was last completely read. */
type CollectedNote = {
  readonly of: string
  readonly lists: Record<string, ListPlace>
  readonly ended: Record<string, number>
}

/** Member names by which the import formats recognize lists of ambiguous elements; other lists are in `data`. */
const listNames: { readonly [K in Parameters<OnGiven>[0]]?: string } = {
  listUserFollowers: 'user_followers',
  listUserReposts: 'user_reposted_videos',
  getUserPlaylist: 'playlists',
  getCollection: 'playlists'
}

const dayMs = 86_400_000
/** Maximum bytes of a file name, less an ending. */
const longestName = 240

/**
 * Answers of a live source, in files that `import` reads: a folder for each run, named by its time, with files named like paths of this API,
 * which identify the owners of lists. A file beside them has the state of each list.
 */
export class Collected {
  readonly #folder: string
  readonly #run = String(Date.now())
  readonly #note: CollectedNote
  readonly #unlock: () => void
  #given: Record<string, number> = {}
  /** How long files stay after their import; null for not at all. */
  readonly keepDays: number | null

  private constructor(folder: string, of: string, keepDays: number | null, unlock: () => void) {
    this.#folder = folder
    this.#unlock = unlock
    this.keepDays = keepDays
    const note = this.#readNote()
    if (note !== null && note.of !== of) {
      throw new CommandError(`${folder} is of another source or data set: name another folder with --folder.`)
    }
    this.#note = note ?? { of, lists: {}, ended: {} }
    this.#write()
    if (keepDays === null) return
    // The data set is served until the next run, a day later.
    const first = Date.now() - (keepDays - 1) * dayMs
    for (const name of this.#runs()) if (Number(name) < first) this.#remove(name)
  }

  /** `of`: identifies source and target. Throws `CommandError` while another run uses the folder. */
  static open(folder: string, of: string, keepDays: number | null): Collected {
    let unlock: () => void
    try {
      mkdirSync(folder, { recursive: true })
      unlock = lockFile(join(folder, 'lock'), (since) => `Another run collects into ${folder}${since}.`)
    } catch (error) {
      if (error instanceof CommandError) throw error
      throw new CommandError(`${folder} cannot be written to: ${fileProblem(error)}.`)
    }
    try {
      return new Collected(folder, hash('sha256', of), keepDays, unlock)
    } catch (error) {
      unlock()
      throw error
    }
  }

  get #noteFile(): string {
    return join(this.#folder, 'lists.json')
  }

  #readNote(): CollectedNote | null {
    let text: string
    try {
      text = readFileSync(this.#noteFile, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw new CommandError(`${this.#noteFile} cannot be read: ${fileProblem(error)}.`)
    }
    try {
      const note: Partial<CollectedNote> = JSON.parse(text)
      if (typeof note.of === 'string' && typeof note.lists === 'object' && typeof note.ended === 'object') {
        return note as CollectedNote
      }
    } catch {
      // Handled below like any other text.
    }
    throw new CommandError(`${this.#noteFile} is damaged: remove it to read all lists from their start.`)
  }

  #write(): void {
    writeFileSync(`${this.#noteFile}.new`, JSON.stringify(this.#note), { flush: true })
    renameSync(`${this.#noteFile}.new`, this.#noteFile)
  }

  /** Stores an answer of the source. */
  readonly add: OnGiven = (operation, of, records) => {
    if (records.length === 0) return
    const { path = '' } = operations.find(({ id }) => id === operation) ?? {}
    const written = encodeURIComponent(of)
    // Imports skip hidden files. Names of accounts and collections, which imports read, are always short enough.
    const name = written.length > longestName ? hash('sha256', of) : written.replace(/^\./, '%2E')
    const address = path.replace(/^\/api\/v1\//, '').replace(/\{\w+\}/, name)
    const file = join(this.#folder, this.#run, `${address}.ndjson`)
    mkdirSync(dirname(file), { recursive: true })
    const cursor = (this.#given[address] ?? 0) + records.length
    const collectedAt = Math.floor(Date.now() / 1_000)
    appendFileSync(file, `${JSON.stringify({ collectedAt, cursor, [listNames[operation] ?? 'data']: records })}\n`, {
      flush: true
    })
    this.#given[address] = cursor
  }

  /** When a list was last completely read; 0 for never. */
  endedAt(what: string): number {
    return this.#note.ended[what] ?? 0
  }

  /** Begins to read a list: where the previous run ended, or at its start. */
  begin(what: string): Omit<ListPlace, 'next' | 'given'> & { readonly next: Next } {
    const place = this.#note.lists[what]
    this.#given = { ...place?.given }
    return place ?? { next: null, startedAt: Date.now(), records: 0 }
  }

  goOnFrom(what: string, next: NonNullable<Next>, startedAt: number, records: number): void {
    this.#note.lists[what] = { next, startedAt, records, given: { ...this.#given } }
    this.#write()
  }

  /** Notes that the list was completely read, or cannot be continued. */
  end(what: string): void {
    delete this.#note.lists[what]
    this.#note.ended[what] = Date.now()
    this.#write()
  }

  /** Folders of all runs, the earliest first. */
  runs(): string[] {
    return this.#runs().map((name) => join(this.#folder, name))
  }

  /** Whether one of these files belongs to a run that must be deleted. */
  hasOutlived(files: readonly string[]): boolean {
    if (this.keepDays === null) return false
    const first = Date.now() - this.keepDays * dayMs
    return files.some((file) => Number(relative(this.#folder, file).split(sep)[0]) < first)
  }

  #runs(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => /^\d+$/.test(name))
      .sort()
  }

  /** Notes that the runs are imported. Moves runs with unreadable parts aside. Returns the folder of the files that stay. */
  imported(isWhole: boolean): string {
    if (this.keepDays !== null) return this.#folder
    for (const name of this.#runs()) {
      if (isWhole) this.#remove(name)
      else renameSync(join(this.#folder, name), join(this.#folder, `skipped-${name}`))
    }
    return join(this.#folder, 'skipped-*')
  }

  #remove(name: string): void {
    rmSync(join(this.#folder, name), { recursive: true })
  }

  close(): void {
    this.#unlock()
  }
}
