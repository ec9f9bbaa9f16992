import type { DatasetWriter, SoundRow } from '../sqlite/dataset-writer.ts'
import type { Calendar } from './calendar.ts'
import type { SeedCreator } from './creators.ts'
import { day, longestShift, now, snowflake, week } from './moments.ts'
import { displayName } from './profiles.ts'
import { type Random, type Streams, Weighted } from './random.ts'
import { composeArtist, composeTitle } from './sound-names.ts'
import type { SeedTimeline } from './timeline.ts'
import { genres, type Topic, wholeTitles } from './words.ts'

const librarySize = 400
/** The first tracks have existed from the beginning. */
const everPresent = 40

/** Titles of sounds that posts use although they have no page. */
const pagelessTitles = [
  'Untitled take',
  'Voice memo 14',
  'som original',
  'Kitchen radio',
  'оригинальный звук',
  '音效',
  'ringtone idea',
  'Loop (draft)'
]

const popularity = Weighted.byRank(librarySize, 0.8)

/** A library sound, in the internal calendar. */
type LibraryRow = SoundRow & { readonly published_at: number }
type Track = { readonly pk: number; readonly publishedAt: number }

/**
 * The commercial library, some sounds without a page, then the creators' own recordings, numbered per creator. Only the library is held in
 * memory.
 */
export class Sounds {
  readonly #streams: Streams
  readonly #creators: readonly SeedCreator[]
  readonly #library: LibraryRow[]
  readonly #byGenre = new Map<string, Track[]>()
  /** First own sound of each account; the next account's first ends the range. */
  readonly #ownFrom: Uint32Array
  /** Per own sound: time of recording, of first use, and duration. */
  readonly #recordedAt: Uint32Array
  readonly #ownFirstUse: Uint32Array
  readonly #durations: Uint16Array
  /** Per post: which of its author's own sounds it uses first, from 1; 0 for most. */
  readonly #recordedFor: Uint8Array
  /** First use by others of sounds that become trends. */
  readonly #firstUses = new Map<number, number>()

  constructor(streams: Streams, creators: readonly SeedCreator[], timeline: SeedTimeline) {
    this.#streams = streams
    this.#creators = creators
    this.#library = this.#composeLibrary()
    this.#ownFrom = new Uint32Array(creators.length + 2)
    let next = librarySize + pagelessTitles.length + 1
    for (const { pk } of creators) {
      this.#ownFrom[pk] = next
      const posts = timeline.ofAuthor(pk).length
      if (posts > 0) next += 1 + Math.min(39, Math.floor(posts / 9))
    }
    this.#ownFrom[creators.length + 1] = next
    this.#recordedAt = new Uint32Array(next)
    this.#ownFirstUse = new Uint32Array(next)
    this.#durations = new Uint16Array(next)
    this.#recordedFor = new Uint8Array(timeline.author.length)
    for (const creator of creators) this.#recordAll(creator, timeline)
  }

  get count(): number {
    return (this.#ownFrom.at(-1) ?? 1) - 1
  }

  write(writer: DatasetWriter, calendar: Calendar): void {
    for (const { published_at, ...row } of this.#library) {
      writer.sound({ ...row, published_at: calendar.shown(published_at) })
    }
    pagelessTitles.forEach((title, index) => {
      writer.sound(pagelessSound(librarySize + 1 + index, title))
    })
    for (const creator of this.#creators) for (const row of this.#ownSounds(creator)) writer.sound(row)
  }

  /** A track released some weeks before that is not a trend yet. */
  trackBefore(moment: number): number | undefined {
    const fresh = this.#library.filter(({ pk, published_at }) => pk > everPresent && published_at + 3 * week <= moment)
    return fresh.sort((a, b) => b.published_at - a.published_at).find(({ pk }) => !this.#firstUses.has(pk))?.pk
  }

  /** A recording that its creator had posted by then. */
  recordingBefore({ pk }: SeedCreator, moment: number): number | undefined {
    const own = this.#ownRange(pk)
    return own.find((sound) => (this.#ownFirstUse[sound] ?? 0) < moment && !this.#firstUses.has(sound))
  }

  /** The own sound recorded with this post. */
  recordedFor(number: number, author: number): number | undefined {
    const which = this.#recordedFor[number] ?? 0
    return which === 0 ? undefined : (this.#ownFrom[author] ?? 0) + which - 1
  }

  /** Duration of a video of `drawn` seconds: as long as the sound recorded with it; later videos are not longer than their sound. */
  durationWith(sound: number | null, isRecorded: boolean, drawn: number): number {
    const own = sound === null ? 0 : (this.#durations[sound] ?? 0)
    if (sound === null || own === 0) return drawn
    if (isRecorded) this.#durations[sound] = drawn
    return Math.min(drawn, this.#durations[sound] ?? drawn)
  }

  /** Except for the post it was recorded with, nobody uses the sound before this time. */
  quietUntil(pk: number, moment: number): void {
    this.#firstUses.set(pk, moment)
  }

  /** A post's sound: an own recording, a popular track, or one that suits the topic. */
  draw(random: Random, creator: SeedCreator | undefined, topic: Topic, ownTime: number): number | null {
    const roll = random.below(1000)
    if (roll < 18) return null
    if (roll < 23) return librarySize + 1 + random.below(pagelessTitles.length)
    if (roll < 400 && creator !== undefined) return this.#drawOwn(random, creator.pk, ownTime)
    if (roll < 460) {
      const u = random.float()
      return this.#drawOwn(random, 1 + Math.floor(u * u * u * u * this.#creators.length), ownTime - 2 * longestShift)
    }
    if (roll < 760) return this.#released(this.#library[popularity.pick(random)]?.pk ?? 1, ownTime)
    const tracks = this.#byGenre.get(random.pick(topic.genres)) ?? []
    return tracks.length === 0 ? 1 : this.#released(random.pick(tracks).pk, ownTime)
  }

  /** One of an account's existing own sounds, or else a track. */
  #drawOwn(random: Random, pk: number, ownTime: number): number {
    const own = this.#ownRange(pk)
    const at = own.length > 0 ? random.below(own.length) : 0
    for (let step = 0; step < own.length; step++) {
      const sound = own[(at + step) % own.length] ?? 0
      if (Math.max(this.#ownFirstUse[sound] ?? 0, this.#firstUses.get(sound) ?? 0) <= ownTime) return sound
    }
    return this.#released(1 + ((pk + at) % librarySize), ownTime)
  }

  /** The `pk`s of an account's own sounds. */
  #ownRange(pk: number): number[] {
    const from = this.#ownFrom[pk] ?? 0
    return Array.from({ length: (this.#ownFrom[pk + 1] ?? 0) - from }, (_, index) => from + index)
  }

  /**
   * Records every own sound with one of its creator's posts: the first free one some days after the drawn time, or else an earlier free
   * one.
   */
  #recordAll(creator: SeedCreator, { ofAuthor, ownTime }: SeedTimeline): void {
    const posts = ofAuthor(creator.pk)
    const record = (sound: number, number: number, at: number) => {
      this.#recordedFor[number] = sound - (this.#ownFrom[creator.pk] ?? 0) + 1
      this.#recordedAt[sound] = at
      this.#ownFirstUse[sound] = ownTime[number] ?? 0
    }
    const drawn = this.#ownSounds(creator).map(({ pk, sound_id, duration_seconds }) => {
      this.#durations[pk] = duration_seconds ?? 0
      return { pk, at: Number(BigInt(sound_id ?? 0) >> 32n) }
    })
    let next = 0
    const late = drawn
      .sort((a, b) => a.at - b.at)
      .filter(({ pk, at }) => {
        while (next < posts.length && (ownTime[posts[next] ?? 0] ?? 0) < at + longestShift) next++
        const number = posts[next++]
        if (number !== undefined) record(pk, number, at)
        return number === undefined
      })
    const free = posts.filter((number) => this.#recordedFor[number] === 0)
    late.forEach(({ pk }, index) => {
      const number = free[free.length - 1 - index] ?? 0
      record(pk, number, Math.max(creator.joinedAt, (ownTime[number] ?? 0) - longestShift))
    })
  }

  /** Nobody uses a track before its release, and some days pass until it is known. */
  #released(pk: number, ownTime: number): number {
    const from = this.#firstUses.get(pk) ?? (this.#library[pk - 1]?.published_at ?? 0) + week
    return from <= ownTime ? pk : 1 + (pk % everPresent)
  }

  #composeLibrary(): LibraryRow[] {
    const random = this.#streams.at('library')
    const titles = new Set<string>(wholeTitles)
    while (titles.size < librarySize) titles.add(composeTitle(random))
    const artists = [...new Set(Array.from({ length: 150 }, () => composeArtist(random)))]
    return random.sample([...titles], librarySize).map((title, index) => {
      const pk = index + 1
      const publishedAt =
        index < everPresent ? now - random.between(1500, 2600) * day : now - random.between(0, 1500 * day)
      const id = snowflake(publishedAt, this.#streams.unique('sound', pk))
      const genre = random.pick(genres)
      const tracks = this.#byGenre.get(genre) ?? []
      this.#byGenre.set(genre, [...tracks, { pk, publishedAt }])
      return {
        pk,
        sound_id: id,
        title,
        author: random.chance(0.15) ? random.sample(artists, 2).join(' feat. ') : random.pick(artists),
        duration_seconds: random.pick([15, 30, 30, 59, 60, 60, random.between(20, 240)]),
        is_original: false,
        is_copyrighted: true,
        cover_url: `/media/sound/${id}.svg`,
        play_url: random.chance(0.04) ? null : `/media/sound/${id}.wav`,
        published_at: publishedAt
      }
    })
  }

  #ownSounds(creator: SeedCreator): SoundRow[] {
    const random = this.#streams.at('sound', creator.pk)
    return this.#ownRange(creator.pk).map((pk) => this.#ownSound(random, creator, pk))
  }

  #ownSound(random: Random, creator: SeedCreator, pk: number): SoundRow {
    const drawnAt = random.between(creator.joinedAt, now - creator.habits.silence - 1)
    const id = snowflake(Math.floor(this.#recordedAt[pk] || drawnAt), this.#streams.unique('sound', pk))
    const title = random.chance(0.85) ? creator.language.originalSound : composeTitle(random)
    const drawnDuration = random.chance(0.03) ? 3 : random.between(5, 120)
    return {
      pk,
      sound_id: id,
      title,
      author: displayName(this.#streams, creator),
      duration_seconds: this.#durations[pk] || drawnDuration,
      is_original: true,
      is_copyrighted: false,
      cover_url: random.chance(0.05) ? null : `/media/sound/${id}.svg`,
      play_url: random.chance(0.06) ? null : `/media/sound/${id}.wav`,
      published_at: null
    }
  }
}

const pagelessSound = (pk: number, title: string): SoundRow => ({
  pk,
  sound_id: null,
  title,
  author: null,
  duration_seconds: 0,
  is_original: true,
  is_copyrighted: false,
  cover_url: null,
  play_url: null,
  published_at: null
})
