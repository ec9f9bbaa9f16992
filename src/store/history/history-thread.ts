import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Batch, buffersOf, type WriteReport, type WriterOptions } from './batches.ts'

/** The thread that writes a history file. A thread that ended early is started again with the next batch. */
export class HistoryThread {
  readonly #options: WriterOptions
  #worker: Worker | null = null
  #isTerminated = false
  #settle: ((report: WriteReport) => void) | null = null

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** One call at a time. Never rejects. */
  write(batch: Batch): Promise<WriteReport> {
    if (this.#isTerminated) return Promise.resolve({ problem: 'its thread is ended' })
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

  /** Waits for a batch in progress. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === null) return
    const ended = new Promise<void>((done) => worker.once('exit', () => done()))
    worker.postMessage(null)
    // The thread keeps the process alive only while it writes the last samples.
    worker.ref()
    await ended
  }

  /** Ends the thread at once. A batch in progress is lost. */
  terminate(): void {
    this.#isTerminated = true
    void this.#worker?.terminate()
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
    // An exit event follows an error event.
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
