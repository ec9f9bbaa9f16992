import type { Sample, SampledKind } from '../../engines/history/samples.ts'
import { isRepeated, sameWithin } from './blocks.ts'

/** Objects per kind and generation whose last sample is remembered, so that repeated samples are not queued. There are two generations. */
const maxRemembered = 20_000

/** A sample to be written. */
export type QueuedSample = { readonly kind: SampledKind; readonly key: string; readonly sample: Sample }

/** The last sample of each object in the current period and in the one before. */
type Remembered = { now: Map<string, Sample>; before: Map<string, Sample>; since: number }

/** Samples that are not stored yet. The queue is bounded and drops the oldest first. Every record read passes through it. */
export class SampleQueue {
  readonly #maxSamples: number
  readonly #remembered: Readonly<Record<SampledKind, Remembered>>
  #waiting: QueuedSample[] = []
  /** Samples taken by a write that is not confirmed yet. */
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
    // Trims only when half too long, because removing from the beginning of an array is expensive.
    if (this.#waiting.length >= this.#maxSamples * 1.5) this.#trim()
  }

  /** Takes all waiting samples. `of` still finds them until they are stored or put back. */
  take(): readonly QueuedSample[] {
    this.#trim()
    this.#taken = this.#waiting
    this.#waiting = []
    return this.#taken
  }

  /** The taken samples are stored. */
  stored(): void {
    this.#taken = []
  }

  /** The taken samples are not stored; they wait again, before newer ones. */
  putBack(): void {
    this.#waiting = [...this.#taken, ...this.#waiting]
    this.#taken = []
    this.#trim()
  }

  /** Samples of an object that may not be stored yet, in the order of arrival. */
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
