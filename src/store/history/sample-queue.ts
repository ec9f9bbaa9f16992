import type { Sample, SampledKind } from '../../history/samples.ts'
import type { RecordedThing } from './batches.ts'
import { addSample, isRepeated, sameWithin } from './blocks.ts'

/** Things whose last sample is remembered, to drop repeated ones before they are queued. Twice as many at most. */
const maxRemembered = 20_000

const nameOf = (kind: SampledKind, key: string): string => `${kind}:${key}`

/** Samples that are not stored yet, those of one thing together. Bounded: the thing that waits longest is dropped first. */
export class SampleQueue {
  readonly #maxSamples: number
  #waiting = new Map<string, RecordedThing>()
  /** Taken, and not known to be stored. */
  #taken: ReadonlyMap<string, RecordedThing> = new Map()
  #size = 0
  // The last sample of each thing of this minute and of the one before.
  #remembered = new Map<string, Sample>()
  #rememberedBefore = new Map<string, Sample>()
  #rememberedSince = 0
  /** Samples dropped because too many waited. */
  dropped = 0

  constructor(maxSamples: number) {
    this.#maxSamples = maxSamples
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  add(kind: SampledKind, key: string, sample: Sample): void {
    const name = nameOf(kind, key)
    const before = this.#remembered.get(name) ?? this.#rememberedBefore.get(name)
    if (before !== undefined && isRepeated(before, sample)) return
    this.#remember(name, sample)
    const thing = this.#waiting.get(name)
    if (thing === undefined) this.#waiting.set(name, { kind, key, samples: [sample] })
    else if (!addSample(thing.samples, sample)) return
    this.#size += 1
    this.#trim()
  }

  /** Everything that waits. It is still found by `of` until it is stored or put back. */
  take(): Iterable<RecordedThing> {
    this.#taken = this.#waiting
    this.#waiting = new Map()
    this.#size = 0
    return this.#taken.values()
  }

  /** What was taken is stored. */
  stored(): void {
    this.#taken = new Map()
  }

  /** What was taken is not stored, and waits again, before what came meanwhile. */
  putBack(): void {
    const later = this.#waiting
    this.#waiting = new Map(this.#taken)
    this.#taken = new Map()
    for (const [name, thing] of later) {
      const waiting = this.#waiting.get(name)
      if (waiting === undefined) this.#waiting.set(name, thing)
      else for (const sample of thing.samples) addSample(waiting.samples, sample)
    }
    this.#size = this.#waiting.values().reduce((sum, { samples }) => sum + samples.length, 0)
    this.#trim()
  }

  /** Samples of a thing that may not be stored yet, in the order in which they came. */
  of(kind: SampledKind, key: string): Sample[] {
    const name = nameOf(kind, key)
    return [this.#taken, this.#waiting].flatMap((things) => things.get(name)?.samples ?? [])
  }

  #remember(name: string, sample: Sample): void {
    const now = sample.at ?? 0
    if (Math.abs(now - this.#rememberedSince) >= sameWithin || this.#remembered.size >= maxRemembered) {
      this.#rememberedBefore = this.#remembered
      this.#remembered = new Map()
      this.#rememberedSince = now
    }
    this.#remembered.set(name, sample)
  }

  #trim(): void {
    for (const [name, { samples }] of this.#waiting) {
      if (this.#size <= this.#maxSamples) return
      this.#waiting.delete(name)
      this.#size -= samples.length
      this.dropped += samples.length
    }
  }
}
