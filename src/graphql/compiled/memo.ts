import { Reference } from '../references.ts'
import { type Pieces, toBytes } from './pieces.ts'

/** Bytes all memos may hold together; when they reach it, all of them start anew. */
const maxTotalBytes = 64 * 1024 * 1024
let totalBytes = 0
let generation = 0

/**
 * The texts of records under one selection. A record stays the same object while it is in the cache, and its text with it; when
 * the cache lets go of the record, so does the memo.
 */
export class Memo {
  #texts = new WeakMap<object, Buffer>()
  #generation = generation

  get(value: object): Buffer | undefined {
    return this.#generation === generation ? this.#texts.get(keyOf(value)) : undefined
  }

  /** Keeps the text as bytes, which are copied into an answer without being encoded again, and returns them. */
  set(value: object, text: Pieces): Buffer {
    if (totalBytes > maxTotalBytes) {
      totalBytes = 0
      generation += 1
    }
    if (this.#generation !== generation) {
      this.#texts = new WeakMap()
      this.#generation = generation
    }
    const bytes = toBytes(text)
    totalBytes += bytes.length
    this.#texts.set(keyOf(value), bytes)
    return bytes
  }
}

/** References are made for each request, around a record that is not. */
const keyOf = (value: object): object => (value instanceof Reference ? value.known : value)
