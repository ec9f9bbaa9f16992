import type {
  DecodedCollection,
  DecodedLiveRoom,
  DecodedPlace,
  DecodedPost,
  DecodedSound,
  DecodedUser
} from './decoder.ts'
import { isFields, readFields } from './read-value.ts'
import { list, type Readings, within } from './readings.ts'

/** Fields of a format's records, each with the possible places of its value. Omits fields that the format lacks. */

type Columns<T> = { readonly [K in keyof T]?: Readings<NonNullable<T[K]>> }

export type UserTable = Columns<Omit<DecodedUser, 'username'>> & { readonly username: Readings<string> }
export type SoundTable = Columns<DecodedSound>
export type PlaceTable = Columns<DecodedPlace>

/** A list of hashtags, whose elements are objects or names, or a text with their names. `id` and `name`: keys of an element, best first. */
export type HashtagTable = { readonly list: string; readonly id: readonly string[]; readonly name: readonly string[] }

/** A list of effects, or one of them, as `HashtagTable`. An effect needs both id and name. */
export type EffectTable = HashtagTable & { readonly icon?: string }

export type RoomTable = Columns<Omit<DecodedLiveRoom, 'room_id' | 'streamer'>> & {
  readonly room_id: Readings<string>
  readonly status: Readings<number>
  readonly streamer: UserTable
}

export type CollectionTable = Columns<Omit<DecodedCollection, 'collection_id' | 'owner' | 'place_in_list'>> & {
  readonly collection_id: Readings<string>
  readonly owner: UserTable
}

export type PostTable = Columns<
  Omit<DecodedPost, 'post_id' | 'author' | 'author_refused' | 'sound' | 'place' | 'hashtags' | 'effects' | 'created_at'>
> & {
  readonly post_id: Readings<string>
  readonly created_at: Readings<number>
  readonly author?: UserTable
  readonly sound?: SoundTable
  readonly place?: PlaceTable
  /** Best first: the first list with any hashtags counts. Without any list, or for `caption`, hashtags are from the caption. */
  readonly hashtags?: readonly HashtagTable[] | 'caption'
  /** Effects are from all of these lists. */
  readonly effects?: readonly EffectTable[]
  /** The posts are on the platform's site, so missing addresses are derived. `photo`: a path that only photo posts have. */
  readonly site?: { readonly photo?: string }
  /** Zero plays with likes mean unknown plays, because the platform does not show them. */
  readonly hidesPlays?: true
}

/**
 * Paths that must all be present. `key=value` must have this value in any case, a path that ends with a dot must be an object, and a path that
 * begins with an exclamation mark must be missing. `strength`: how sure they are.
 */
export type Evidence = { readonly strength: number; readonly paths: readonly string[] }

/** Names of the text in comments and messages, which also have a post, likes, an author and a time. */
export const commentTexts = ['text', 'comment', 'comment_text', 'message', 'content', 'body'] as const
/** Further evidence of a post: no text of a comment. */
export const withoutCommentText = commentTexts.map((key) => `!${key}` as const)

/** For example `evidence(3, 'desc', 'stats.')`. */
export const evidence = (strength: number, ...paths: readonly string[]): Evidence => ({ strength, paths })

/** One format: the evidence of its records, and a table for the kind of record in an element. */
export type Mapping = {
  /** Name for messages and documentation. */
  readonly name: string
  /** Description of an element, for messages. */
  readonly accepts: string
  /** Of the formats with any evidence, the one that can read most values of an element is used. */
  readonly evidence: readonly Evidence[]
  /** Collection time, besides `scrapedAt`, `collectedAt` and `collected_at`. */
  readonly collectedAt?: Readings<number>
} & (
  | { readonly post: PostTable }
  | { readonly room: RoomTable }
  | { readonly sound: SoundTable }
  | { readonly user: UserTable }
  | { readonly collection: CollectionTable }
)

/** The same table for a record within another one. */
export const tableWithin = <T extends UserTable | SoundTable | PlaceTable>(prefix: string, table: T): T =>
  // The same fields, with readings of the same types.
  Object.fromEntries(
    Object.entries<Readings<unknown>>({ ...table }).map(([field, readings]) => [field, within(prefix, readings)])
  ) as T

export const isReadings = (value: unknown): value is Readings<unknown> =>
  Array.isArray(value) && value.every((reading) => isFields(reading) && 'paths' in reading)

/** The readings of each field of a table, including nested records and lists. */
export const fieldsOf = (table: object): Readings<unknown>[] =>
  Object.values(table).flatMap((value: unknown): Readings<unknown>[] => {
    if (isReadings(value)) return [value]
    if (Array.isArray(value)) return value.map((reading) => list(String(readFields(reading).list)))
    return isFields(value) ? fieldsOf(value) : []
  })

/** The table of a format's record. */
export const tableOf = (mapping: Mapping): PostTable | RoomTable | SoundTable | UserTable | CollectionTable => {
  if ('post' in mapping) return mapping.post
  if ('sound' in mapping) return mapping.sound
  if ('collection' in mapping) return mapping.collection
  return 'room' in mapping ? mapping.room : mapping.user
}
