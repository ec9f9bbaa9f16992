import { type ByteText, bytesOf } from '../../../core/byte-text.ts'
import type { Evictable, Memory } from '../../../core/memory.ts'
import { isForOneRequest } from '../../../core/one-request.ts'
import { DerivedObject } from '../schema/references.ts'

/** Overhead of a cached text in bytes, including its map entry. */
const textBytes = 100

/**
 * JSON texts of records for one selection. A record stays the same object while it is cached; when the cache evicts it, its texts are
 * garbage collected.
 */
export class Memo {
  texts = new WeakMap<object, ByteText>()
  generation = 0
}

/** All memos together. Texts count until the whole cache is cleared, because eviction of a record gives no notice. */
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
    // A flat string: a concatenated one keeps its parts and is walked at each copy.
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

/** Null for an object made for one request: its texts would use memory and never be found. */
const keyOf = (value: object): object | null => {
  const key = value instanceof DerivedObject ? value.from : value
  return key === null || isForOneRequest(key) ? null : key
}
