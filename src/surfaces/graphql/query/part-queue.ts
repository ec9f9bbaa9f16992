import type { PartBatch, ResultPart } from './result.ts'

/** Deferred parts in the order in which they finish. Ends when none is pending, or when the reader stops. */
export class PartQueue implements AsyncIterableIterator<PartBatch> {
  #finished: ResultPart[] = []
  #pending = 0
  #isDone = false
  #wake: (() => void) | null = null
  readonly #stop: () => void

  /** `stop` ends the work on pending parts. */
  constructor(stop: () => void) {
    this.#stop = stop
  }

  begin(): void {
    this.#pending += 1
  }

  push(part: ResultPart): void {
    this.#finished.push(part)
    this.#wake?.()
  }

  end(): void {
    this.#pending -= 1
    this.#wake?.()
  }

  async next(): Promise<IteratorResult<PartBatch, undefined>> {
    while (this.#finished.length === 0 && this.#pending > 0 && !this.#isDone) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#isDone) return { done: true, value: undefined }
    const parts = this.#finished
    this.#finished = []
    this.#isDone = this.#pending === 0
    return { done: false, value: { parts, hasNext: !this.#isDone } }
  }

  async return(): Promise<IteratorResult<PartBatch, undefined>> {
    this.#isDone = true
    this.#finished = []
    this.#stop()
    this.#wake?.()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
