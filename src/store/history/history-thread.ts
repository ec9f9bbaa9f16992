import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Batch, buffersOf, type WriteReport, type WriterOptions } from './batches.ts'

/** How long closing waits for the thread, in milliseconds. */
const closingMs = 5_000

/** The thread that writes a history file. A thread that ended early is started again with the next batch. */
export class HistoryThread {
  readonly #options: WriterOptions
  #worker: Worker | null = null
  #settle: ((report: WriteReport) => void) | null = null

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** One at a time. Never rejects. */
  write(batch: Batch): Promise<WriteReport> {
    return new Promise((done) => {
      this.#settle = done
      try {
        this.#worker ??= this.#start()
        this.#worker.postMessage(batch, buffersOf(batch))
      } catch (error) {
        this.#report({ problem: error instanceof Error ? error.message : String(error) })
      }
    })
  }

  /** After the batch in progress, if there is one. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === null) return
    const ended = new Promise<void>((done) => worker.once('exit', () => done()))
    worker.postMessage(null)
    const timer = setTimeout(() => void worker.terminate(), closingMs).unref()
    // It keeps no process alive, except while its last samples are written.
    worker.ref()
    await ended
    clearTimeout(timer)
  }

  #start(): Worker {
    const worker = new Worker(new URL(`./history-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb: 8 }
    })
    worker.unref()
    worker.on('message', (report: WriteReport) => this.#report(report))
    worker.once('error', (error: Error) => this.#end(worker, error.message))
    worker.once('exit', () => this.#end(worker, 'its thread ended'))
    return worker
  }

  #end(worker: Worker, problem: string): void {
    // An error is followed by the exit.
    if (this.#worker !== worker) return
    this.#worker = null
    this.#report({ problem })
  }

  #report(report: WriteReport): void {
    const settle = this.#settle
    this.#settle = null
    settle?.(report)
  }
}
