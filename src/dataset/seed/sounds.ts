import type { DatasetWriter, SoundRow } from '../../source/sql/writer.ts'
import type { Calendar } from './calendar.ts'
import type { Creator } from './creators.ts'
import { day, now, snowflake, week } from './moments.ts'
import { displayName } from './profiles.ts'
import { type Random, type Streams, Weighted } from './random.ts'
import { artistFirst, artistSecond, titleFirst, titleSecond, wholeTitles } from './words/sounds.ts'
import { type Genre, genres, type Topic } from './words/topic.ts'

const librarySize = 400
/** The first tracks have always been there. */
const everPresent = 40

/** Sounds that posts name although they have no page of their own. */
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

/** A sound of the library, in the data set's own calendar. */
type LibraryRow = SoundRow & { readonly published_at: number }
type Track = { readonly pk: number; readonly publishedAt: number }

/**
 * The commercial library, a few sounds without a page, then the creators' own recordings, numbered one creator after the
 * other. Only the library is held in memory.
 */
export class Sounds {
  readonly #streams: Streams
  readonly #creators: readonly Creator[]
  readonly #library: LibraryRow[]
  readonly #byGenre = new Map<Genre, Track[]>()
  /** First own sound of each account; the next account's first ends the range. */
  readonly #ownFrom: Uint32Array
  /** When sounds that take off are first used. */
  readonly #firstUses = new Map<number, number>()

  constructor(streams: Streams, creators: readonly Creator[], postsOf: (pk: number) => number) {
    this.#streams = streams
    this.#creators = creators
    this.#library = this.#composeLibrary()
    this.#ownFrom = new Uint32Array(creators.length + 2)
    let next = librarySize + pagelessTitles.length + 1
    for (const { pk } of creators) {
      this.#ownFrom[pk] = next
      const posts = postsOf(pk)
      if (posts > 0) next += 1 + Math.min(39, Math.floor(posts / 9))
    }
    this.#ownFrom[creators.length + 1] = next
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

  /** A track that came out some weeks before, and has not taken off yet. */
  trackBefore(moment: number): number | undefined {
    const fresh = this.#library.filter(({ pk, published_at }) => pk > everPresent && published_at + 3 * week <= moment)
    return fresh.sort((a, b) => b.published_at - a.published_at).find(({ pk }) => !this.#firstUses.has(pk))?.pk
  }

  /** Something that a creator had recorded by then. */
  recordingBefore(creator: Creator, moment: number): number | undefined {
    const before = this.#ownSounds(creator).filter(({ sound_id }) => Number(BigInt(sound_id ?? 0) >> 32n) < moment)
    return before.find(({ pk }) => !this.#firstUses.has(pk))?.pk
  }

  /** Nobody uses the sound before this moment. */
  quietUntil(pk: number, moment: number): void {
    this.#firstUses.set(pk, moment)
  }

  /** The sound of a post: someone's own recording, a track that is everywhere, or one that suits the topic. */
  draw(random: Random, creator: Creator | undefined, topic: Topic, ownTime: number): number | null {
    const roll = random.below(1000)
    if (roll < 18) return null
    if (roll < 23) return librarySize + 1 + random.below(pagelessTitles.length)
    if (roll < 400 && creator !== undefined) return this.#drawOwn(random, creator.pk, ownTime)
    if (roll < 460) {
      const u = random.float()
      return this.#drawOwn(random, 1 + Math.floor(u * u * u * u * this.#creators.length), ownTime)
    }
    if (roll < 760) return this.#released(this.#library[popularity.pick(random)]?.pk ?? 1, ownTime)
    const tracks = this.#byGenre.get(random.pick(topic.genres)) ?? []
    return tracks.length === 0 ? 1 : this.#released(random.pick(tracks).pk, ownTime)
  }

  #drawOwn(random: Random, pk: number, ownTime: number): number {
    const from = this.#ownFrom[pk] ?? 0
    const count = (this.#ownFrom[pk + 1] ?? 0) - from
    const drawn = count > 0 ? from + random.below(count) : 1
    return (this.#firstUses.get(drawn) ?? 0) <= ownTime ? drawn : 1
  }

  /** Nobody uses a track before it is out, and some days pass until it is heard. */
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

  #ownSounds(creator: Creator): SoundRow[] {
    const random = this.#streams.at('sound', creator.pk)
    const from = this.#ownFrom[creator.pk] ?? 0
    const count = (this.#ownFrom[creator.pk + 1] ?? 0) - from
    return Array.from({ length: count }, (_, index) => this.#ownSound(random, creator, from + index))
  }

  #ownSound(random: Random, creator: Creator, pk: number): SoundRow {
    const id = snowflake(
      random.between(creator.joinedAt, now - creator.habits.silence - 1),
      this.#streams.unique('sound', pk)
    )
    return {
      pk,
      sound_id: id,
      title: random.chance(0.85) ? creator.language.originalSound : composeTitle(random),
      author: displayName(this.#streams, creator),
      duration_seconds: random.chance(0.03) ? 0 : random.between(5, 120),
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

const composeTitle = (random: Random): string => {
  const first = random.pick(titleFirst)
  const second = random.pick(titleSecond)
  switch (random.below(8)) {
    case 0:
      return second
    case 1:
      return `${first} ${second} (sped up)`
    case 2:
      return `${first} ${second} (slowed + reverb)`
    case 3:
      return `${second} in ${random.pick(['Blue', 'Gold', 'June', 'November', 'Stereo', 'Slow Motion'])}`
    default:
      return `${first} ${second}`
  }
}

const composeArtist = (random: Random): string => {
  const [first, second] = [random.pick(artistFirst), random.pick(artistSecond)]
  return random.pick([
    `${first} ${second}`,
    `The ${first} ${plural(second)}`,
    `${first} & ${second}`,
    first + second.toLowerCase()
  ])
}

const plural = (word: string): string => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`)
