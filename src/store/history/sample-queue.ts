import type { Sample, SampledKind } from '../../engines/history/samples.ts'
import { isRepeated, sameWithin } from './blocks.ts'

/** Things of a kind whose last sample is remembered, to drop repeated ones before they are queued. Twice as many at most. */
const maxRemembered = 20_000

/** A sample on its way to the file. */
export type QueuedSample = { readonly kind: SampledKind; readonly key: string; readonly sample: Sample }

/** The last sample of each thing of a minute and of the one before. */
type Remembered = { now: Map<string, Sample>; before: Map<string, Sample>; since: number }

/** Samples that are not stored yet. Bounded: those that wait longest are dropped first. It is used for every record that is read. */
export class SampleQueue {
  readonly #maxSamples: number
  readonly #remembered: Readonly<Record<SampledKind, Remembered>>
  #waiting: QueuedSample[] = []
  /** Taken, and not known to be stored. */
  #taken: readonly QueuedSample[] = []
  /** Samples dropped because too many waited. */
  dropped = 0

  constructor(maxSamples: number) {
    this.#maxSamples = maxSamples
    const none = (): Remembered => ({ now: new Map(), before: new Map(), since: 0 })
    this.#remembered = { posts: none(), users: none(), sounds: none() }
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  add(kind: SampledKind, key: string, sample: Sample & { readonly at: number }): void {
    const remembered = this.#remembered[kind]
    const { at } = sample
    const before = remembered.now.get(key) ?? remembered.before.get(key)
    if (before !== undefined && isRepeated(before, sample)) return
    if (Math.abs(at - remembered.since) >= sameWithin || remembered.now.size >= maxRemembered) {
      remembered.before = remembered.now
      remembered.now = new Map()
      remembered.since = at
    }
    remembered.now.set(key, sample)
    this.#waiting.push({ kind, key, sample })
    // By the half, because the beginning of an array is not removed for free.
    if (this.#waiting.length >= this.#maxSamples * 1.5) this.#trim()
  }

  /** Everything that waits. It is still found by `of` until it is stored or put back. */
  take(): readonly QueuedSample[] {
    this.#trim()
    this.#taken = this.#waiting
    this.#waiting = []
    return this.#taken
  }

  /** What was taken is stored. */
  stored(): void {
    this.#taken = []
  }

  /** What was taken is not stored, and waits again, before what came meanwhile. */
  putBack(): void {
    this.#waiting = [...this.#taken, ...this.#waiting]
    this.#taken = []
    this.#trim()
  }

  /** Samples of a thing that may not be stored yet, in the order in which they came. */
  of(kind: SampledKind, key: string): Sample[] {
    const samples: Sample[] = []
    for (const queued of [this.#taken, this.#waiting]) {
      for (const entry of queued) if (entry.key === key && entry.kind === kind) samples.push(entry.sample)
    }
    return samples
  }

  #trim(): void {
    const tooMany = this.#waiting.length - this.#maxSamples
    if (tooMany <= 0) return
    this.#waiting.splice(0, tooMany)
    this.dropped += tooMany
  }
}
