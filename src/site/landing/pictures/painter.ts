import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../../core/errors.ts'
import type { Drawing } from './drawing.ts'

/** Time a picture may take, the start of the thread included; most take a twentieth of a second. */
const paintMs = 10_000
/** The thread holds some 60 MB: it ends when nobody has asked for a while. */
const idleMs = 60_000
const keptBytes = 8 * 1024 * 1024
const mostWaiting = 16

const tooMany = () =>
  new ApiError('UNAVAILABLE', 'Too many pictures are asked for.', { retryAfterSeconds: 1, isExpected: true })

/**
 * Paints pictures in a thread of its own, one at a time, so that nothing else waits for them. What was painted lately is kept. Throws
 * `UNAVAILABLE` where too many wait, and where one takes too long or fails.
 */
export class Painter {
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: ({ length }) => length })
  readonly #asked = new Map<string, Promise<Buffer>>()
  #last: Promise<unknown> = Promise.resolve()
  #thread: Worker | null = null
  #idle: NodeJS.Timeout | undefined

  async paint(drawing: Drawing): Promise<Buffer> {
    const key = JSON.stringify(drawing)
    const known = this.#kept.get(key) ?? this.#asked.get(key)
    if (known !== undefined) return known
    if (this.#asked.size >= mostWaiting) throw tooMany()
    const painted = this.#last.then(() => this.#paint(drawing))
    this.#last = painted.catch(() => {})
    this.#asked.set(key, painted)
    try {
      const png = await painted
      this.#kept.set(key, png)
      return png
    } finally {
      this.#asked.delete(key)
    }
  }

  #paint(drawing: Drawing): Promise<Buffer> {
    clearTimeout(this.#idle)
    this.#thread ??= this.#start()
    const thread = this.#thread
    return new Promise<Buffer>((resolve, reject) => {
      const done = (png: Uint8Array) => {
        settle()
        resolve(Buffer.from(png))
      }
      const fail = (cause: unknown) => {
        settle()
        this.#end(thread)
        reject(new ApiError('UNAVAILABLE', 'The picture could not be painted.', { cause }))
      }
      const patience = setTimeout(fail, paintMs, new Error(`it took longer than ${paintMs} ms`))
      const settle = () => {
        clearTimeout(patience)
        thread.off('message', done).off('error', fail)
      }
      thread.on('message', done).on('error', fail)
      thread.postMessage(drawing)
    }).finally(() => {
      this.#idle = setTimeout(() => this.#end(thread), idleMs).unref()
    })
  }

  #start(): Worker {
    const thread = new Worker(new URL(`./painting${extname(import.meta.url)}`, import.meta.url))
    thread.unref()
    // Between two pictures nobody else hears of it, and an error that nobody hears ends the process.
    thread.on('error', () => this.#end(thread))
    return thread
  }

  #end(thread: Worker) {
    if (this.#thread === thread) this.#thread = null
    thread.terminate()
  }
}
