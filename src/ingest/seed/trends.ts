import type { SeedCreator } from './creators.ts'
import type { SeedHashtags, Tag } from './hashtags.ts'
import { day, week } from './moments.ts'
import type { Random, Streams } from './random.ts'
import type { Sounds } from './sounds.ts'
import type { SeedTimeline } from './timeline.ts'

type TrendSubject = 'track' | 'recording' | 'hashtag'

/**
 * Kinds of trends in time order: a track after its release, a creator's recording, a hashtag. They start in the second half of the posts,
 * when enough accounts exist.
 */
const kinds: readonly TrendSubject[] = [
  'track',
  'hashtag',
  'track',
  'recording',
  'hashtag',
  'track',
  'track',
  'hashtag',
  'recording',
  'track',
  'hashtag',
  'track',
  'recording',
  'hashtag',
  'track',
  'hashtag',
  'track'
]
const [firstBegins, lastBegins] = [0.46, 0.955]

/** Trends are started by accounts with at most this many followers; nobody joins one more than `mostUses` times. */
const smallAudience = 60_000
const mostUses = 2
/** A candidate joins within this time or not at all. */
const patience = 3 * day
/** Fewer uses could not be distinguished from chance. */
const fewestUses = 75

/** Trends: started by a small account, quiet for a while, then a steep rise and a long decay. */
export class Trends {
  readonly #timeline: SeedTimeline
  readonly #creators: readonly SeedCreator[]
  readonly #sounds: number[] = []
  readonly #tags: Tag[] = []
  /** Per post, the trending sound and hashtag it uses, from 1. */
  readonly #soundOf: Uint8Array
  readonly #tagOf: Uint8Array

  constructor(
    streams: Streams,
    creators: readonly SeedCreator[],
    timeline: SeedTimeline,
    sounds: Sounds,
    hashtags: SeedHashtags
  ) {
    this.#timeline = timeline
    this.#creators = creators
    const posts = timeline.author.length
    this.#soundOf = new Uint8Array(posts)
    this.#tagOf = new Uint8Array(posts)
    const tags = [...hashtags.challenges]
    kinds.forEach((kind, index) => {
      const random = streams.at('trend', index)
      const share = firstBegins + ((lastBegins - firstBegins) * (index + 0.6 * random.float())) / kinds.length
      const from = Math.floor(posts * share)
      const uses = Math.floor(this.#weekly(from) * (0.65 + 0.6 * random.float()))
      if (uses < fewestUses) return
      const starter = this.#starterFrom(from)
      if (starter === undefined) return
      const { number, creator } = starter
      const begins = timeline.ownTime[number] ?? 0
      if (kind === 'hashtag') {
        const tag = tags.shift()
        if (tag !== undefined) this.#spread(random, this.#tagOf, this.#tags.push(tag), number, uses)
        return
      }
      const recording = kind === 'recording' ? sounds.recordingBefore(creator, begins) : undefined
      const sound = recording ?? sounds.trackBefore(begins)
      if (sound === undefined) return
      sounds.quietUntil(sound, begins)
      this.#spread(random, this.#soundOf, this.#sounds.push(sound), number, uses)
    })
  }

  /** The trending sound of a post, if any. */
  soundOf(number: number): number | undefined {
    return this.#sounds[(this.#soundOf[number] ?? 0) - 1]
  }

  /** The trending hashtag of a post, if any. */
  tagOf(number: number): Tag | undefined {
    return this.#tags[(this.#tagOf[number] ?? 0) - 1]
  }

  /** Posts per week around a post. */
  #weekly(number: number): number {
    const at = this.#timeline.ownTime[number] ?? 0
    return (this.#firstFrom(at + 2 * week) - this.#firstFrom(at - 2 * week)) / 4
  }

  #firstFrom(time: number): number {
    const { ownTime } = this.#timeline
    let [low, high] = [0, ownTime.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ownTime[middle] ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The showcase account is excluded, because examples use it. */
  #authorOf(number: number): SeedCreator | undefined {
    const pk = this.#timeline.author[number] ?? 0
    return pk > 1 ? this.#creators[pk - 1] : undefined
  }

  #starterFrom(from: number): { number: number; creator: SeedCreator } | undefined {
    for (let number = from; number < this.#timeline.author.length; number++) {
      const creator = this.#authorOf(number)
      if (creator !== undefined && creator.followers < smallAudience) return { number, creator }
    }
    return undefined
  }

  /** Marks the posts that join the trend `which`, from its first one. */
  #spread(random: Random, marks: Uint8Array, which: number, first: number, uses: number): void {
    const { ownTime, author } = this.#timeline
    const begins = ownTime[first] ?? 0
    const usesOf = new Map<number, number>()
    const take = (time: number, mostFollowers: number): void => {
      for (let number = this.#firstFrom(time); (ownTime[number] ?? Infinity) < time + patience; number++) {
        const creator = this.#authorOf(number)
        const known = usesOf.get(author[number] ?? 0) ?? 0
        if (creator === undefined || marks[number] !== 0 || known === mostUses) continue
        if (creator.followers >= mostFollowers) continue
        marks[number] = which
        usesOf.set(creator.pk, known + 1)
        return
      }
    }
    take(begins, smallAudience)
    const quiet = random.between(6, 20) * day
    for (let early = random.between(2, 5); early > 0; early--) take(begins + quiet * random.float(), smallAudience)
    const wave = waveOf(random)
    for (let use = 0; use < uses; use++) take(begins + quiet + wave(), Infinity)
  }
}

/** Draws the delay after the start: during the first days, the peak weeks, or long after. */
const waveOf = (random: Random): (() => number) => {
  const rise = random.between(2, 5) * day
  const weeks = random.between(9, 18) * day
  const months = random.between(70, 140) * day
  const waited = () => -Math.log(1 - random.float())
  return () => {
    const roll = random.float()
    if (roll < 0.22) return rise * Math.sqrt(random.float())
    return rise * 0.5 + (roll < 0.72 ? weeks : months) * waited()
  }
}
