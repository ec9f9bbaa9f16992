import { type ByteText, bytesOf } from '../../core/byte-text.ts'
import { Reference } from '../schema/references.ts'

/** Bytes all memos may hold together; when they reach it, all of them start anew. */
const maxTotalBytes = 64 * 1024 * 1024
let totalBytes = 0
let generation = 0

/**
 * The texts of records under one selection. A record stays the same object while it is in the cache, and its text with it; when
 * the cache lets go of the record, so does the memo.
 */
export class Memo {
  #texts = new WeakMap<object, ByteText>()
  #generation = generation

  get(value: object): ByteText | undefined {
    return this.#generation === generation ? this.#texts.get(keyOf(value)) : undefined
  }

  set(value: object, text: ByteText): ByteText {
    if (totalBytes > maxTotalBytes) {
      totalBytes = 0
      generation += 1
    }
    if (this.#generation !== generation) {
      this.#texts = new WeakMap()
      this.#generation = generation
    }
    totalBytes += text.length
    // Made of one piece: a text that was joined remembers its parts, and walks through them each time it is copied.
    const whole = bytesOf(text).toString('latin1')
    this.#texts.set(keyOf(value), whole)
    return whole
  }
}

/** References are made for each request, around a record that is not. */
const keyOf = (value: object): object => (value instanceof Reference ? value.known : value)
