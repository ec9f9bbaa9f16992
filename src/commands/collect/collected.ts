import { hash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError } from '../../core/errors.ts'
import type { OnGiven } from '../../store/source/live-source.ts'
import { lockFile } from '../../store/sqlite/import-lock.ts'
import { operations } from '../../surfaces/rest/operations.ts'
import type { Next } from '../export/walk.ts'

/** Where a list goes on, and when its reading began, which a duration such as 30d counts from. */
type Place = { readonly next: NonNullable<Next>; readonly startedAt: number }
type Note = { readonly of: string; readonly lists: Record<string, Place> }

/** Names by which the import formats know lists whose members say little of themselves; others stand in `data`. */
const listNames: { readonly [K in Parameters<OnGiven>[0]]?: string } = {
  listUserFollowers: 'user_followers',
  listUserReposts: 'user_reposted_videos',
  getUserPlaylist: 'playlists'
}

const dayMs = 86_400_000

/**
 * What a live source gave, in files that `import` reads: a folder for each run, named by its time, and in it files named like the addresses of
 * this API, which says whose lists they have. Beside them stands where each list goes on.
 */
export class Collected {
  readonly #folder: string
  readonly #run: string
  readonly #of: string
  readonly #unlock: () => void
  readonly #lists: Record<string, Place>
  /** How long files stay after their import; null for not at all. */
  readonly keepDays: number | null
  readonly isNew: boolean

  private constructor(folder: string, of: string, keepDays: number | null, unlock: () => void) {
    this.#folder = folder
    this.#run = join(folder, String(Date.now()))
    this.#of = hash('sha256', of)
    this.#unlock = unlock
    this.keepDays = keepDays
    const note = existsSync(this.#noteFile) ? (JSON.parse(readFileSync(this.#noteFile, 'utf8')) as Note) : null
    if (note !== null && note.of !== this.#of) {
      throw new CommandError(`${folder} is of another source or data set: name another folder with --folder.`)
    }
    this.isNew = note === null
    this.#lists = note?.lists ?? {}
  }

  /** `of`: what is collected from where into what, which may contain a password and is hashed. Throws `CommandError` while another run has the folder. */
  static open(folder: string, of: string, keepDays: number | null): Collected {
    mkdirSync(folder, { recursive: true })
    const unlock = lockFile(join(folder, 'lock'), (since) => `Another run collects into ${folder}${since}.`)
    try {
      return new Collected(folder, of, keepDays, unlock)
    } catch (error) {
      unlock()
      throw error
    }
  }

  get #noteFile(): string {
    return join(this.#folder, 'lists.json')
  }

  /** Keeps what the source gave. */
  readonly add: OnGiven = (operation, of, records) => {
    const { path = '' } = operations.find(({ id }) => id === operation) ?? {}
    const address = path.replace(/^\/api\/v1\//, '').replace(/\{\w+\}/, encodeURIComponent(of).replace(/^\.+$/, '_'))
    const file = join(this.#run, `${address}.ndjson`)
    mkdirSync(dirname(file), { recursive: true })
    const line = { collectedAt: Math.floor(Date.now() / 1_000), [listNames[operation] ?? 'data']: records }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }

  goesOnFrom(what: string): Place | undefined {
    return this.#lists[what]
  }

  /** Notes where a list goes on; null at its end. */
  goOnFrom(what: string, place: Place | null): void {
    if (place === null) delete this.#lists[what]
    else this.#lists[what] = place
    const note: Note = { of: this.#of, lists: this.#lists }
    writeFileSync(`${this.#noteFile}.new`, JSON.stringify(note))
    renameSync(`${this.#noteFile}.new`, this.#noteFile)
  }

  /** Folders of all runs whose records may be kept, the earliest first. Removes the others. */
  runs(): string[] {
    const names = readdirSync(this.#folder).filter((name) => /^\d+$/.test(name))
    const first = this.keepDays === null ? 0 : Date.now() - this.keepDays * dayMs
    for (const name of names) if (Number(name) < first) this.#remove(name)
    return names
      .filter((name) => Number(name) >= first)
      .map((name) => join(this.#folder, name))
      .sort()
  }

  /** Everything is in the data set. */
  imported(): void {
    if (this.keepDays !== null) return
    for (const path of this.runs()) rmSync(path, { recursive: true })
  }

  #remove(name: string): void {
    rmSync(join(this.#folder, name), { recursive: true })
  }

  close(): void {
    this.#unlock()
  }
}
