import { rankOf } from '../../engines/search/keys.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { Bits } from '../tables/bits.ts'

const bitsOfKey = 32
const most = 2 ** 27
const hashes = 4

/** A Bloom filter of document keys: it has all that were added, and hardly any other. */
export class KeyFilter {
  readonly #bits: Bits
  readonly #size: number

  constructor(keys: number) {
    this.#size = Math.min(most, 2 ** Math.ceil(Math.log2((keys + 1) * bitsOfKey)))
    this.#bits = new Bits(this.#size)
  }

  add(kind: SearchKind, key: number): void {
    for (const bit of this.#bitsOf(kind, key)) this.#bits.add(bit)
  }

  mayHave(kind: SearchKind, key: number): boolean {
    return this.#bitsOf(kind, key).every((bit) => this.#bits.has(bit))
  }

  #bitsOf(kind: SearchKind, key: number): number[] {
    // The lower half of a key is a hash already.
    const first = Math.imul(key ^ Math.imul(rankOf(key) * 4 + kindNumbers[kind], 0x9e37_79b1), 0x85eb_ca6b)
    const step = (first ^ (first >>> 15)) | 1
    return Array.from({ length: hashes }, (_, at) => ((first ^ (first >>> 13)) + at * step) & (this.#size - 1))
  }
}
