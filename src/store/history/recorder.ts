import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../core/errors.ts'
import type { SampledKind } from '../../engines/history/samples.ts'
import { historyOf } from '../../engines/history/series.ts'
import type { CountHistory } from '../../records/count-history.ts'
import type { LookupResult } from '../source.ts'
import { isBusy } from '../sqlite/file-faults.ts'
import { type WriteReport, writeBatch } from './batches.ts'
import { addSample } from './blocks.ts'
import type { HistoryOwner } from './history-file.ts'
import { HistoryReader } from './history-reader.ts'
import { HistoryThread } from './history-thread.ts'
import { SampleQueue } from './sample-queue.ts'

/** Samples since the start: stored, and lost because too many waited. `bytes`: size of the file. */
export type HistoryFigures = { readonly recorded: number; readonly dropped: number; readonly bytes: number }

export type RecorderOptions = HistoryOwner & {
  readonly path: string
  /** Limits for the size of the file and the age of samples. */
  readonly maxBytes: number
  readonly maxDays: number
  readonly now: () => number
  /** Receives a problem when it begins and when it ends. */
  readonly complain: (problem: string, level?: 'warn') => void
  /** Time between writes, in milliseconds. */
  readonly writeMs?: number
  /** Maximum number of samples waiting to be written. */
  readonly maxWaiting?: number
}

/** Without samples, the thread runs once in so many intervals to remove old ones. */
const idleWrites = 60
/** How long closing waits for the thread, in milliseconds. */
const closingMs = 5_000
/** How long a read waits for a commit, and how often it retries, in milliseconds. */
const maxBusyMs = 1_000
const busyPauseMs = 2
/** Longest pause after failed writes, in skipped writes. */
const maxPause = 60

/** Records samples in a file in the background, and reads them again. */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #thread: HistoryThread
  readonly #reader: HistoryReader
  readonly #queue: SampleQueue
  readonly #timer: NodeJS.Timeout
  /** The first write opens the file. */
  readonly #started: Promise<void>
  #writing: Promise<void>
  #isWriting = false
  #opening = 0
  #recorded = 0
  #bytes = 0
  #problem: string | null = null
  #saidDropped = false
  /** Writes still to skip, and how many to skip after the next failure. */
  #pause = 0
  #nextPause = 1
  #idle = 0

  constructor(options: RecorderOptions) {
    const { path, maxBytes, maxDays, deployment, movedFrom, writeMs = 1_000, maxWaiting = 50_000 } = options
    this.#options = options
    this.#thread = new HistoryThread({ path, maxBytes, maxDays, deployment, movedFrom })
    this.#reader = new HistoryReader(path, options)
    this.#queue = new SampleQueue(maxWaiting)
    this.#started = this.#write()
    this.#writing = this.#started
    this.#timer = setInterval(() => this.#tick(), writeMs).unref()
  }

  get figures(): HistoryFigures {
    return { recorded: this.#recorded, dropped: this.#queue.dropped, bytes: this.#bytes }
  }

  /** Unix seconds. */
  now(): number {
    return Math.floor(this.#options.now() / 1_000)
  }

  /** `at`: when the counts were read; a time in the future becomes unknown. `counts`: in the order of `countFields`; `rounded`: bits of rounded ones. */
  record(kind: SampledKind, key: string, at: number, counts: readonly (number | null)[], rounded = 0): void {
    this.#queue.add(kind, key, { at: Math.min(at, this.now()), source: 0, values: counts, rounded, negative: 0 })
  }

  /** Samples of an object, including those not written yet. An object that was never read has none. */
  async history(kind: SampledKind, key: string): Promise<LookupResult<CountHistory>> {
    await this.#started
    const deadline = performance.now() + maxBusyMs
    for (;;) {
      try {
        const samples = this.#reader.samples(kind, key, this.#options.maxDays, this.now())
        for (const sample of this.#queue.of(kind, key)) addSample(samples, sample)
        return historyOf(samples, () => null)
      } catch (cause) {
        // A writer locks the file exclusively while it commits.
        if (isBusy(cause) && performance.now() < deadline) await pause(busyPauseMs)
        // The thread finds the same problem and logs it once.
        else return new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: 1, isExpected: true, cause })
      }
    }
  }

  /** Writes the waiting samples and closes the file. Samples that take too long are lost. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const timer = setTimeout(() => this.#thread.terminate(), closingMs)
    await this.#writing
    if (!this.#queue.isEmpty) await this.#write()
    // Closes before the writer, which removes the journal as the last connection.
    this.#reader.close()
    await this.#thread.close()
    clearTimeout(timer)
  }

  #tick(): void {
    this.#idle += 1
    if (this.#isWriting || (this.#queue.isEmpty && this.#idle < idleWrites && this.#problem === null)) return
    if (this.#pause > 0) this.#pause -= 1
    else this.#writing = this.#write()
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    this.#idle = 0
    this.#complainOfDropped()
    const report = await this.#thread.write(writeBatch(this.#queue.take(), this.now()))
    this.#isWriting = false
    if ('problem' in report) {
      this.#queue.putBack()
      this.#failed(report.problem)
    } else {
      this.#queue.stored()
      this.#succeeded(report)
    }
  }

  #succeeded({ opening, samples, bytes }: Exclude<WriteReport, { problem: string }>): void {
    // The file may have been replaced.
    if (opening !== this.#opening) this.#reader.close()
    this.#opening = opening
    this.#recorded += samples
    this.#bytes = bytes
    this.#nextPause = 1
    if (this.#problem !== null) this.#options.complain(`history is recorded in ${this.#options.path} again`, 'warn')
    this.#problem = null
  }

  #failed(problem: string): void {
    this.#pause = this.#nextPause
    this.#nextPause = Math.min(maxPause, this.#nextPause * 2)
    if (this.#problem === problem) return
    this.#problem = problem
    this.#options.complain(
      `no history is recorded in ${this.#options.path}: ${problem}. Requests are answered as before`
    )
  }

  #complainOfDropped(): void {
    if (this.#saidDropped || this.#queue.dropped === 0) return
    this.#saidDropped = true
    this.#options.complain(`too many samples wait for ${this.#options.path}: the oldest are dropped`)
  }
}
