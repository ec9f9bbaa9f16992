import { Collection } from '../../records/collection.ts'
import { Effect } from '../../records/effect.ts'
import { type FieldSchema, isCount } from '../../records/fields.ts'
import { LiveRoom } from '../../records/live-room.ts'
import { Post } from '../../records/post.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { collectionTimeOf } from './collection-time.ts'
import type { DecodedUser, Seen } from './decoder.ts'
import { isAbbreviated, type NumberColumns } from './number-columns.ts'
import { type Fields, isNegative, readCount } from './read-value.ts'

/** A field with a total. Fields of a post's author begin with `author.`, of a room's streamer with `streamer.`. */
type NumberIn<T> = { [K in keyof T & string]: number extends T[K] ? K : never }[keyof T & string]
export type CountField =
  | 'created_at'
  | NumberIn<Post>
  | NumberIn<LiveRoom>
  | NumberIn<Effect>
  | NumberIn<Collection>
  | `${'' | 'author.' | 'streamer.'}${NumberIn<UserProfile>}`

const totalsOf = ({ properties }: { properties: object }) =>
  Object.entries<FieldSchema>({ ...properties })
    .filter(([, field]) => isCount(field))
    .map(([name]) => name)

const bits = new Map<string, number>(
  [
    ...[Post, UserProfile, LiveRoom, Effect, Collection].flatMap(totalsOf),
    ...['author', 'streamer'].flatMap((who) => totalsOf(UserProfile).map((field) => `${who}.${field}`)),
    'created_at'
  ].map((field, index) => [field, 1 << index])
)

/** Shared combinations by the bits of their fields, because few distinct ones occur. */
const combinations = new Map<number, Seen>()

const fieldsOf = (mask: number): ReadonlySet<string> | null =>
  mask === 0 ? null : new Set([...bits].filter(([, bit]) => (mask & bit) !== 0).map(([field]) => field))

const seenWith = (rounded: number, negative: number): Seen => {
  const key = rounded + negative * 2 ** bits.size
  let seen = combinations.get(key)
  if (seen === undefined) {
    seen = { collectedAt: null, rounded: fieldsOf(rounded), negative: fieldsOf(negative) }
    combinations.set(key, seen)
  }
  return seen
}

/** Reads the totals of one element and records which are rounded or negative. */
export class Counts {
  /** Number formats of the element's file. */
  readonly numbers: NumberColumns
  #rounded = 0
  #negative = 0

  constructor(numbers: NumberColumns) {
    this.numbers = numbers
  }

  /** Null when missing, negative or unreadable. `column`: identifies the value's column in the file. */
  read(field: CountField, value: unknown, column: unknown = field): number | null {
    const count = readCount(value, this.numbers, column)
    if (count === null) {
      if (isNegative(value)) this.#negative |= bits.get(field) ?? 0
      return null
    }
    // Another name of the field may have a number although the first has a negative one.
    this.#negative &= ~(bits.get(field) ?? 0)
    if (typeof value === 'string' && isAbbreviated(value)) this.markRounded(field)
    return count
  }

  /**
   * A total as shown on a page, rounded to hundreds from ten thousand on and to hundreds of thousands from a million on, such as 81,800 and
   * 3,600,000. Exact totals rarely look like that.
   */
  readShown(field: CountField, value: unknown, column: unknown): number | null {
    const count = this.read(field, value, column)
    if (count !== null && count >= 10_000 && count % (count < 1_000_000 ? 100 : 100_000) === 0) this.markRounded(field)
    return count
  }

  /** Marks a value as rounded, or a time as not from the source, so that an exact one replaces it. */
  markRounded(field: CountField): void {
    this.#rounded |= bits.get(field) ?? 0
  }

  /** When and how the element was observed, as far as known. */
  seen(element: Fields): Seen {
    const seen = seenWith(this.#rounded, this.#negative)
    const collectedAt = collectionTimeOf(element)
    return collectedAt === null ? seen : { ...seen, collectedAt }
  }
}

type Totals = Pick<DecodedUser, 'followers' | 'following' | 'total_likes' | 'total_videos'>

/**
 * Removes impossible totals of a post's author: feeds write 0, or 1 for videos, when unknown. Zero videos, or fewer likes than the post has, are
 * invalid; together with one of those, so are zero followers, none followed, or a single video.
 */
export const withoutPlaceholders = <T extends Totals>(author: T, likes: number | null): T => {
  const { followers, total_likes, total_videos } = author
  // The common case, which needs no copy.
  if (followers !== 0 && total_likes !== 0 && (total_videos ?? 2) > 1) return author
  const hasNoLikes = total_likes === 0 && (likes ?? 0) > 0
  const hasNoVideos = total_videos === 0
  const isHollow = hasNoLikes || hasNoVideos || (followers === 0 && total_videos === 1)
  if (!isHollow) return author
  return {
    ...author,
    followers: followers || null,
    following: author.following || null,
    total_likes: total_likes || null,
    total_videos: total_videos === undefined || total_videos === null || total_videos <= 1 ? null : total_videos
  }
}
