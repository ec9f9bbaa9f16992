import { type ByteText, bytesOf } from '../../core/byte-text.ts'
import type { Evictable, Memory } from '../../core/memory.ts'
import { MadeAnew } from '../schema/references.ts'

/** What a text takes besides its characters, with its place among the others, in bytes. */
const textBytes = 100

/**
 * The texts of records under one selection. A record stays the same object while it is in the cache, and its text with it; when
 * the cache lets go of the record, so does the memo.
 */
export class Memo {
  texts = new WeakMap<object, ByteText>()
  generation = 0
}

/** The texts in all memos. They count until all of them start anew: nobody tells when the cache lets go of a record. */
export class ResultCache implements Evictable {
  readonly #memory: Memory
  #generation = 0
  bytes = 0

  constructor(memory: Memory, share: number) {
    this.#memory = memory
    memory.add(this, share)
  }

  get(memo: Memo, value: object): ByteText | undefined {
    if (memo.generation !== this.#generation) return undefined
    const key = keyOf(value)
    return key === null ? undefined : memo.texts.get(key)
  }

  set(memo: Memo, value: object, text: ByteText): ByteText {
    const key = keyOf(value)
    if (key === null) return text
    if (memo.generation !== this.#generation) {
      memo.texts = new WeakMap()
      memo.generation = this.#generation
    }
    // Made of one piece: a text that was joined remembers its parts, and walks through them each time it is copied.
    const whole = bytesOf(text).toString('latin1')
    memo.texts.set(key, whole)
    this.bytes += whole.length + textBytes
    this.#memory.fit()
    return whole
  }

  evict(): void {
    this.bytes = 0
    this.#generation += 1
  }
}

const keyOf = (value: object): object | null => (value instanceof MadeAnew ? value.from : value)
