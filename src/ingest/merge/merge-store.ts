import type { Awaitable } from '../../core/awaitable.ts'
import { Place } from '../../records/place.ts'
import { Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'

/**
 * What a store has to do that gathers (docs/importing.md): read what is known of things, a batch at a time, and write what became of them.
 * What becomes of them is decided above it, for all stores alike.
 */

/** A value as tables keep it: flags as 0 and 1, lists as JSON. Null: unknown. */
export type Cell = string | number | null

const without = (record: { properties: object }, ...keys: string[]) =>
  Object.keys(record.properties).filter((key) => !keys.includes(key))

const ofPosts = without(Post, 'post_id').filter((key) => !/^(author|sound)_/.test(key))

/**
 * Fields that are gathered, in their order. All are columns, but for three of posts, which are told by public keys and kept as references:
 * `author` is a user id, or a handle in lower case behind `@`; `sound` a sound id, or title, author and flag of one without as JSON;
 * `place` is a place id.
 */
export const mergedFields = {
  posts: [...ofPosts, 'author', 'sound', 'place'],
  users: without(UserProfile, 'user_id'),
  sounds: without(Sound, 'sound_id', 'posts_count'),
  places: without(Place, 'place_id', 'posts_count')
} as const
/** Kinds of things that have fields, and all kinds of things. */
export type FieldKind = keyof typeof mergedFields
export type MergedKind = FieldKind | 'hashtags'

/** All that is known of one thing. */
export type State = {
  /** In the order of the fields. */
  readonly values: Cell[]
  /** How well each value is known (`rank`); -1 where it is not. */
  readonly ranks: number[]
  /** When the newest observation was collected: Unix seconds, negative where it does not tell. */
  at: number
  /** Where that came from; null for what was not gathered. */
  source: string | null
}

/** All that is known of a hashtag beside its id, if it has one: a name, and when that was told. */
export type HashtagState = { readonly name: string | null; readonly at: number }

/** A row by its key inside the store, and what is known of it. */
export type Stored = { pk: number; state: State }

export type StoredUser = Stored & { id: string; handle: string | null; hasId: boolean }
/** `isHidden`: the account of its author is private, so it is listed and counted nowhere. */
export type StoredPost = Stored & {
  authorPk: number | null
  soundPk: number | null
  placePk: number | null
  isHidden: boolean
}
/** A post that was hidden just now, or is shown again, with all that lists and sums are made of. `hashtags`: as JSON. */
export type TurnedPost = Omit<StoredPost, 'state'> & {
  createdAt: number
  idOrder: number
  likes: number | null
  hashtags: string
}
/** About how many of them come at once. */
export const turnedAtOnce = 2_000

/** Who was seen last with a handle. */
export type Claim = { userId: string; at: number }
export type Holder = Claim & { pk: number }

/** A hashtag; its id is null where no hashtag with an id was ever called so. */
export type StoredHashtag = { pk: number; id: string | null; state: HashtagState }

/** A row to be written. `isNew`: there is none of its pk yet. `isChanged`: a value is another one, and not only how well it is known. */
export type Write = { pk: number; state: State; isNew: boolean; isChanged: boolean }
/** `takesHandle`: the handle is another one than before, or was freed. */
export type UserWrite = Write & { id: string; handle: string | null; takesHandle: boolean; hasId: boolean }
export type SoundWrite = Write & { id: string | null }
export type PlaceWrite = Write & { id: string }
export type HashtagWrite = StoredHashtag & { isNew: boolean }
export type PostWrite = Write & {
  id: string
  authorPk: number | null
  soundPk: number | null
  placePk: number | null
}
/** A post in the list of a hashtag. */
export type Use = { hashtagPk: number; createdAt: number; idOrder: number; postPk: number }

/** What is added to sums of posts, by the pk of what they are of. */
export type Sums = {
  readonly users: ReadonlyMap<number, { videos: number; likes: number }>
  readonly sounds: ReadonlyMap<number, number>
  readonly places: ReadonlyMap<number, number>
}

/** Kinds of rows whose change search has to hear of. */
export const staleKinds = { posts: 1, users: 2, sounds: 4, places: 5 } as const
export type StaleKind = keyof typeof staleKinds

/** The largest share of one post in the likes of an account: beyond all that was ever seen, and thousands of thousands of them add up exactly. */
export const mostLikesOfPost = 2 ** 40

/** The first and the last of the times that records of a source tell, in Unix seconds; null where none does. */
export type Times = { from: number | null; to: number | null }

/** What a store reads and writes within one transaction. Lists of keys hold none twice. */
export type MergeStore = {
  /** A pk that no row of the kind has; the next call gives another. */
  nextPk(kind: MergedKind): number

  /** Accounts that were told with an id, by that. */
  users(ids: readonly string[]): Awaitable<ReadonlyMap<string, StoredUser>>
  /** Accounts that are known by their handle alone, by that. */
  nameless(handles: readonly string[]): Awaitable<ReadonlyMap<string, StoredUser>>
  /** Which of the ids some account has. */
  takenIds(ids: readonly string[]): Awaitable<ReadonlySet<string>>
  holders(handles: readonly string[]): Awaitable<ReadonlyMap<string, Holder>>
  /** By what a post says of its sound (`mergedFields`). */
  sounds(keys: readonly string[]): Awaitable<ReadonlyMap<string, Stored>>
  places(ids: readonly string[]): Awaitable<ReadonlyMap<string, Stored>>
  hashtags(ids: readonly string[]): Awaitable<ReadonlyMap<string, StoredHashtag>>
  /** Which hashtag a name alone means, by the name in lower case. */
  hashtagsNamed(names: readonly string[]): Awaitable<ReadonlyMap<string, StoredHashtag>>
  posts(ids: readonly string[]): Awaitable<ReadonlyMap<string, StoredPost>>

  /**
   * Nobody is found by these handles any more, and accounts without an id are gone; what they were the author of waits for `giveHandles`.
   * Gives the accounts that lost one and stay.
   */
  freeHandles(handles: readonly string[]): Awaitable<readonly number[]>
  writeUsers(rows: readonly UserWrite[]): Awaitable<void>
  /** Notes who holds handles: others than before, who take over what names its author by the handle alone; and the same with a newer claim. */
  giveHandles(taken: ReadonlyMap<string, Holder>, renewed: ReadonlyMap<string, Holder>): Awaitable<void>
  writeSounds(rows: readonly SoundWrite[]): Awaitable<void>
  writePlaces(rows: readonly PlaceWrite[]): Awaitable<void>
  writeHashtags(rows: readonly HashtagWrite[]): Awaitable<void>
  /** Which hashtag each name means from now on. */
  writeHashtagNames(names: ReadonlyMap<string, number>): Awaitable<void>
  /** One hashtag is all of another, which goes. */
  mergeHashtag(from: number, to: number): Awaitable<void>
  /** Posts that a hashtag lists, with their hashtags as JSON. */
  postsOfHashtag(pk: number): Awaitable<Iterable<{ pk: number; createdAt: number; idOrder: number; hashtags: string }>>
  writePosts(rows: readonly PostWrite[]): Awaitable<void>
  /**
   * Hides posts of those of the accounts that are private, and shows hidden ones of the others: some of them each time, until there are no more.
   * A store in which nobody reads yet may leave that to its end.
   */
  turnPosts(authors: readonly number[]): Awaitable<readonly TurnedPost[]>
  removeUses(uses: readonly Use[]): Awaitable<void>
  /** Those that are there already stay. */
  addUses(uses: readonly Use[]): Awaitable<void>
  addSums(sums: Sums): Awaitable<void>
  noteSources(sources: ReadonlyMap<string, Times>): Awaitable<void>
  noteStale(kind: StaleKind, pks: readonly number[]): Awaitable<void>
}

/** How many rows a data set has, and how many accounts do not tell what many readers look for. */
export type Rows = Record<MergedKind, number> & { usersWithoutId: number; usersWithoutFollowers: number }

/** How far an import is. */
export type ImportProgress = {
  /** How many of its records have gone in, in the order in which they are read. */
  passed: number
  /** What became of them, in the words of the import. */
  counts: unknown
}

/** One import into a store, from its beginning or from where it was interrupted. */
export type PostLoader = {
  readonly store: MergeStore
  /** Made-up data were there, which are not added to. */
  readonly replacesMadeUp: boolean
  /** An interrupted import was there that could have been gone on with. */
  readonly dropsInterrupted: boolean
  /** What an interrupted import had come to, where it is gone on with. `isComplete`: all that it lacks is to be served. */
  readonly interrupted: (ImportProgress & { inputs: unknown; isComplete: boolean }) | null
  /** Before it reads. `inputs` is what it reads, in the words of the import. */
  begin(inputs: unknown): Awaitable<void>
  /** Runs the work of a batch in one transaction, which also notes how far the import is. */
  batch(work: () => Promise<void>, progress: () => ImportProgress): Promise<void>
  /** Derives what compares all rows, and serves it all. */
  finish(onStep: (step: string, done: number, total: number) => void): Awaitable<Rows>
  /** Lets go of the store, whether finished or not: what was noted stays. Nothing is left of an import of which nothing went in. */
  close(): Awaitable<void>
}
