import { rankOf } from '../../engines/search/keys.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { Bits } from '../tables/bits.ts'

const bitsOfKey = 32
/** 128 MB. Below hundreds of millions of documents it is far from full: a full one would have all keys. */
const most = 2 ** 30
const hashes = 6

/** A Bloom filter of document keys: it has all that were added, and hardly any other. */
export class KeyFilter {
  readonly #bits: Bits
  readonly #size: number

  constructor(keys: number) {
    this.#size = Math.min(most, 2 ** Math.ceil(Math.log2((keys + 1) * bitsOfKey)))
    this.#bits = new Bits(this.#size)
  }

  add(kind: SearchKind, key: number): void {
    for (let hash = 0; hash < hashes; hash += 1) this.#bits.add(this.#bitOf(kind, key, hash))
  }

  mayHave(kind: SearchKind, key: number): boolean {
    for (let hash = 0; hash < hashes; hash += 1) if (!this.#bits.has(this.#bitOf(kind, key, hash))) return false
    return true
  }

  /** The finalizer of MurmurHash3, over both halves of a key. */
  #bitOf(kind: SearchKind, key: number, hash: number): number {
    const seed = Math.imul((rankOf(key) * 4 + kindNumbers[kind]) * hashes + hash, 0x9e37_79b1)
    let mixed = Math.imul(key ^ seed ^ (seed >>> 15), 0x85eb_ca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
    return (mixed ^ (mixed >>> 16)) & (this.#size - 1)
  }
}
