import { ApiError, CommandError } from '../../core/errors.ts'
import { BadPosition } from '../../core/paging.ts'
import { PageTooLarge } from '../source.ts'
import { DataFile, type DataFileOptions } from './data-file.ts'
import { isBusy, isDamage } from './file-faults.ts'

type ServedFileOptions = DataFileOptions & {
  /** Receives a message when data becomes unreadable, and when it is readable again. */
  complain: (problem: string, level?: 'warn') => void
}

/** Errors that do not mean that the file is damaged. */
const isOfRead = [ApiError, BadPosition, PageTooLarge, CommandError]

type ReadFile<T> = (data: DataFile) => T

/**
 * The data file of a server. It is reopened when the file is replaced or written to. Once it cannot be read, every read is refused until it
 * can be: a damaged file's answers cannot be trusted.
 */
export class ServedFile {
  readonly #options: ServedFileOptions
  readonly #listeners: (() => void)[] = []
  #data: DataFile
  /** The read that found the damage; null while the file is fine. */
  #failed: ReadFile<unknown> | null = null

  constructor(options: ServedFileOptions) {
    this.#options = options
    this.#data = this.#open()
  }

  get generation(): string {
    return this.#failed === null ? this.#data.generation : 'unreadable'
  }

  get isSampleData(): boolean {
    return this.#data.isSampleData
  }

  /** As in `DataFile`. */
  get version(): string | null {
    return this.#data.version
  }

  /** Calls back when earlier reads are outdated. */
  onNewData(listener: () => void): void {
    this.#listeners.push(listener)
  }

  read<T>(read: ReadFile<T>): T {
    if (this.#failed !== null) throw unavailable()
    try {
      return this.#data.read(read)
    } catch (error) {
      if (isOfRead.some((kind) => error instanceof kind)) throw error
      if (isBusy(error)) throw new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: 1, cause: error })
      if (!isDamage(error) && !this.#data.isWrittenTo()) throw error
      this.#giveUp(read, error)
      throw unavailable()
    }
  }

  /** Checks for new data. */
  look(): void {
    const before = this.#data
    const isDown = this.#failed !== null
    try {
      if (!isDown && !before.isOutdated()) return
    } catch (error) {
      if (!isBusy(error)) this.#giveUp((data) => data.check(), error)
      return
    }
    try {
      this.#reopen()
    } catch (error) {
      if (isDown || isBusy(error)) return
      if (before.isWrittenTo()) this.#giveUp((data) => data.check(), error)
      // The new file is unreadable; the open one can still be read.
      else this.#options.complain(messageOf(error))
    }
  }

  close(): void {
    this.#data.close()
  }

  #open(): DataFile {
    return new DataFile(this.#options)
  }

  #reopen(): void {
    const [before, failed] = [this.#data, this.#failed]
    const data = this.#open()
    try {
      failed?.(data)
    } catch (error) {
      if (isDamage(error)) {
        data.close()
        throw error
      }
    }
    this.#data = data
    this.#failed = null
    before.close()
    if (failed !== null) this.#options.complain(`${this.#options.path} can be read again`, 'warn')
    // An import writes to a WAL file long before its data becomes valid. Any other changed file is a new generation.
    if (failed !== null || data.generation !== before.generation || !data.isInWal) this.#tell()
  }

  #giveUp(read: ReadFile<unknown>, error: unknown): void {
    this.#failed = read
    // The next connection starts without locks and caches.
    this.#data.close()
    this.#options.complain(
      `${this.#options.path} cannot be read any more (${messageOf(error)}): nothing is answered from it until it can be`
    )
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Logged once; refused requests are not. */
const unavailable = () => new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: 1, isExpected: true })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
