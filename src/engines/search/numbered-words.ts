import { withCapacity } from './growable-arrays.ts'
import { hashWith } from './remembered-parts.ts'

/**
 * Words numbered in insertion order. Their letters share one buffer: a million words take a third of the memory they would as strings in a
 * map.
 */
export class NumberedWords {
  size = 0
  /** Hash table: word number plus one, or 0 for a free slot. */
  #slots = new Uint32Array(2048)
  /** Start offset of each word's letters, which is where the previous word ends. */
  #starts = new Uint32Array(1024)
  #letters = new Uint16Array(8192)

  /** The number of a word; -1 if it is unknown. */
  find(word: string): number {
    return (this.#slots[this.#slotOf(word)] ?? 0) - 1
  }

  /** The number of a word; a new word gets the next one. */
  numberOf(word: string): number {
    const slot = this.#slotOf(word)
    const existing = (this.#slots[slot] ?? 0) - 1
    if (existing >= 0) return existing
    const number = this.size++
    const start = this.#starts[number] ?? 0
    const end = start + word.length
    this.#letters = withCapacity(this.#letters, end)
    for (let at = 0; at < word.length; at += 1) this.#letters[start + at] = word.charCodeAt(at)
    this.#starts = withCapacity(this.#starts, number + 2)
    this.#starts[number + 1] = end
    this.#slots[slot] = number + 1
    if (this.size * 2 > this.#slots.length) this.#widen()
    return number
  }

  /** The word with a number. */
  wordOf(number: number): string {
    return String.fromCharCode(...this.#letters.subarray(this.#starts[number], this.#starts[number + 1]))
  }

  /** The slot where a word is, or belongs. */
  #slotOf(word: string): number {
    let hash = 0
    for (let at = 0; at < word.length; at += 1) hash = hashWith(hash, word.charCodeAt(at))
    let slot = this.#slot(hash)
    for (;;) {
      const number = (this.#slots[slot] ?? 0) - 1
      if (number < 0 || this.#is(number, word)) return slot
      slot = (slot + 1) & (this.#slots.length - 1)
    }
  }

  #slot(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1)
  }

  #is(number: number, word: string): boolean {
    const start = this.#starts[number] ?? 0
    if ((this.#starts[number + 1] ?? 0) - start !== word.length) return false
    for (let at = 0; at < word.length; at += 1) if (this.#letters[start + at] !== word.charCodeAt(at)) return false
    return true
  }

  #widen(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let number = 0; number < this.size; number += 1) {
      let hash = 0
      const end = this.#starts[number + 1] ?? 0
      for (let at = this.#starts[number] ?? 0; at < end; at += 1) hash = hashWith(hash, this.#letters[at] ?? 0)
      let slot = this.#slot(hash)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1)
      this.#slots[slot] = number + 1
    }
  }
}
