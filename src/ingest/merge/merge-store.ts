import type { Awaitable } from '../../core/awaitable.ts'
import type { ObservedKind, Sample } from '../../engines/history/samples.ts'
import type { IndexStore } from '../../engines/search/index-store.ts'
import { Collection } from '../../records/collection.ts'
import { Effect } from '../../records/effect.ts'
import { LiveRoom, LiveSearchResult } from '../../records/live-room.ts'
import { originFields } from '../../records/origin.ts'
import { Place } from '../../records/place.ts'
import { borrowedFields, Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import type { ListKind } from '../mapping/decoder.ts'
import type { StaleKind } from '../stale/stale-kinds.ts'
import type { RowTables } from '../tables/row-tables.ts'

/**
 * What a store must provide for imports (docs/importing.md): reading existing rows and writing merged ones, in batches. Merging itself is
 * the same for all stores.
 */

/** A sample with the name of its source; null for none. */
export type ObservedCounts = Sample<string | null>

/** A stored value: flags as 0 and 1, lists as JSON, null for unknown. */
export type Cell = string | number | null

const without = (record: { properties: object }, ...keys: string[]) =>
  Object.keys(record.properties).filter((key) => !keys.includes(key))

/**
 * Merged fields in order. All are columns, except references of posts and live rooms, which are public keys like the `owner` of a collection:
 * `author` and `streamer` are a user id, or a lower-case handle after `@`; `sound` is a sound id, or the result of `keyOfSound`; `place` is a
 * place id. `is_private` of an account is derived from `is_private_by_id` and flags of its handles (handle-privacy.ts).
 */
export const mergedFields = {
  posts: [...without(Post, 'post_id', ...borrowedFields), ...originFields, 'is_private', 'author', 'sound', 'place'],
  users: [...without(UserProfile, 'user_id'), ...originFields, 'is_private_by_id'],
  sounds: without(Sound, 'sound_id', 'posts_count'),
  places: without(Place, 'place_id', 'posts_count'),
  live_rooms: [
    ...without(
      { properties: { ...LiveRoom.properties, ...LiveSearchResult.properties } },
      ...['room_id', 'is_live', 'streamer']
    ),
    'streamer'
  ],
  effects: without(Effect, 'effect_id'),
  collections: [...without(Collection, 'collection_id'), 'place_in_list', 'owner']
} as const
/** Kinds with fields, and all kinds. */
export type FieldKind = keyof typeof mergedFields
export type MergedKind = FieldKind | 'hashtags'
/** Kinds that the summary of an import counts. */
export type CountedKind = MergedKind | 'relations'

/** Merged state of one row. */
export type MergedState = {
  /** In field order. */
  readonly values: Cell[]
  /** Rank of each value (`rank`); -1 for an unknown one. */
  readonly ranks: number[]
  /** Collection time of the newest observation in Unix seconds; negative when unknown. */
  at: number
  /** Its source; null for rows that were not imported. */
  source: string | null
}

/** State of a hashtag besides its id: its name, and the time of that observation. */
export type HashtagState = { readonly name: string | null; readonly at: number }

/** A member of a list; an empty member means that a source gave the list (`relations` in store/tables/schema.ts). */
export type StoredRelation = { list: ListKind; owner: string; member: string; position: number }

/** A stored row with its key. */
export type Stored = { pk: number; state: MergedState }

export type StoredUser = Stored & { id: string; handle: string | null; hasId: boolean }
/** `isHidden`: it is not public, or its author's account is private, so no list or count includes it. */
export type StoredPost = Stored & {
  authorPk: number | null
  soundPk: number | null
  placePk: number | null
  isHidden: boolean
}
export type StoredRoom = Stored & { userPk: number }
/** A post that was just hidden or shown, with everything that lists, sums and suggestions need. `hashtags`: JSON. */
export type TurnedPost = Omit<StoredPost, 'state'> & {
  createdAt: number
  idOrder: number
  likes: number | null
  hashtags: string
  caption: string | null
}
/** Authors who became private or public or whose posts changed, and posts that became private or public. */
export type Turned = { authors: readonly number[]; posts: readonly number[] }
/** Approximate number of posts that are hidden or shown at once. */
export const turnedAtOnce = 2_000

/** An account that was seen with a handle, and when first and last. The newest claim has the handle. */
export type Claim = { userId: string; from: number; at: number }
export type Holder = Claim & { pk: number }
/** Whether an account is private, and the time of that observation. */
export type PrivacyFlag = { isPrivate: boolean; at: number }
/** `privacy`: the newest flag of observations with the handle alone; null when unknown. */
export type StoredHandle = { accounts: Holder[]; privacy: PrivacyFlag | null }
/** A handle that an account was seen with, and the last time. */
export type OwnHandle = { handle: string; privacy: PrivacyFlag | null; at: number }
export type ClaimWrite = OwnHandle & { pk: number; from: number }

/** A hashtag; its id is null when the name was never seen with one. */
export type StoredHashtag = { pk: number; id: string | null; state: HashtagState }

/** A row to write. `isNew`: its pk is new. `isChanged`: a value changed, not only its rank. */
export type Write = { pk: number; state: MergedState; isNew: boolean; isChanged: boolean }
/** `takesHandle`: the handle changed or was freed. */
export type UserWrite = Write & { id: string; handle: string | null; takesHandle: boolean; hasId: boolean }
export type SoundWrite = Write & { id: string | null }
export type PlaceWrite = Write & { id: string }
export type EffectWrite = Write & { id: string }
export type CollectionWrite = Write & { id: string }
/** `formerPk`: the streamer of an existing row. */
export type RoomWrite = Write & { id: string; userPk: number; formerPk: number | null }
export type HashtagWrite = StoredHashtag & { isNew: boolean }
export type PostWrite = Write & {
  id: string
  authorPk: number | null
  soundPk: number | null
  placePk: number | null
}
/** Samples of a row, one for each observation of its counts. `isNew`: its pk is new. */
export type RowSamples = { pk: number; isNew: boolean; samples: readonly ObservedCounts[] }
/** A post in a hashtag's list. */
export type PostHashtagUse = { hashtagPk: number; createdAt: number; idOrder: number; postPk: number }

/** Posts hidden by a batch, and accounts that became private. */
export type Hidden = { posts: readonly TurnedPost[]; accounts: readonly number[] }

/** Additions to post sums, by pk of their owner. */
export type Sums = {
  readonly users: ReadonlyMap<number, { videos: number; likes: number }>
  readonly sounds: ReadonlyMap<number, number>
  readonly places: ReadonlyMap<number, number>
}

/** Upper limit of one post's likes within its account's sum: larger than any observed value, but sums over many thousand posts stay exact. */
export const mostLikesOfPost = 2 ** 40

/** Earliest and latest collection time in a source's records, in Unix seconds; null without any. */
export type Times = { from: number | null; to: number | null }

/** Reads and writes within one transaction. Key lists contain no duplicates. */
export type MergeStore = DerivedStore & {
  /** A new pk of the kind; each call returns another. */
  nextPk(kind: MergedKind): number

  /** Accounts with a known id, by id. */
  users(ids: readonly string[]): Awaitable<ReadonlyMap<string, StoredUser>>
  /** Accounts known by handle only, by handle. */
  nameless(handles: readonly string[]): Awaitable<ReadonlyMap<string, StoredUser>>
  /** Which of the ids belong to accounts. */
  takenIds(ids: readonly string[]): Awaitable<ReadonlySet<string>>
  /** Handles that accounts with an id were seen with. */
  handles(handles: readonly string[]): Awaitable<ReadonlyMap<string, StoredHandle>>
  /** Handles that each account was seen with, by its id. */
  handlesOf(ids: readonly string[]): Awaitable<ReadonlyMap<string, readonly OwnHandle[]>>
  /** Accounts that were seen with a handle of these accounts, including these. */
  sharingHandles(pks: readonly number[]): Awaitable<readonly number[]>
  /** By id, or by facts (`keyOfSound`) for those without one. */
  sounds(keys: readonly string[]): Awaitable<ReadonlyMap<string, Stored>>
  places(ids: readonly string[]): Awaitable<ReadonlyMap<string, Stored>>
  effects(ids: readonly string[]): Awaitable<ReadonlyMap<string, Stored>>
  collections(ids: readonly string[]): Awaitable<ReadonlyMap<string, Stored>>
  /** Positions in lists; null for a new relation. */
  relations(rows: readonly StoredRelation[]): Awaitable<readonly (number | null)[]>
  rooms(ids: readonly string[]): Awaitable<ReadonlyMap<string, StoredRoom>>
  hashtags(ids: readonly string[]): Awaitable<ReadonlyMap<string, StoredHashtag>>
  /** The hashtag that a name alone refers to, by canonical name. */
  hashtagsNamed(names: readonly string[]): Awaitable<ReadonlyMap<string, StoredHashtag>>
  posts(ids: readonly string[]): Awaitable<ReadonlyMap<string, StoredPost>>

  /**
   * Removes the handles from their accounts and deletes accounts without an id, with their samples; posts of those wait for `giveHandles`.
   * Returns the remaining accounts that lost a handle.
   */
  freeHandles(handles: readonly string[]): Awaitable<readonly number[]>
  writeUsers(rows: readonly UserWrite[]): Awaitable<void>
  /**
   * Stores claims to handles. New holders take over posts and live rooms that name their account by handle only.
   * Returns the accounts that lost posts by that; a store that derives sums at the end of the import returns none.
   */
  giveHandles(taken: ReadonlyMap<string, number>, claims: readonly ClaimWrite[]): Awaitable<readonly number[]>
  writeSounds(rows: readonly SoundWrite[]): Awaitable<void>
  /**
   * Assigns posts with these facts alone to the sound that the facts refer to now: the only one with an id that has them, or else the one without
   * id. Returns the sounds by facts.
   */
  nameSounds(facts: readonly string[]): Awaitable<ReadonlyMap<string, number>>
  writePlaces(rows: readonly PlaceWrite[]): Awaitable<void>
  writeEffects(rows: readonly EffectWrite[]): Awaitable<void>
  writeCollections(rows: readonly CollectionWrite[]): Awaitable<void>
  writeRelations(rows: readonly StoredRelation[]): Awaitable<void>
  writeRooms(rows: readonly RoomWrite[]): Awaitable<void>
  writeHashtags(rows: readonly HashtagWrite[]): Awaitable<void>
  /** Stores which hashtag each name refers to. */
  writeHashtagNames(names: ReadonlyMap<string, number>): Awaitable<void>
  /** Merges one hashtag into another and deletes it. */
  mergeHashtag(from: number, to: number): Awaitable<void>
  /** Posts of a hashtag, with their hashtags as JSON. */
  postsOfHashtag(pk: number): Awaitable<Iterable<{ pk: number; createdAt: number; idOrder: number; hashtags: string }>>
  writePosts(rows: readonly PostWrite[]): Awaitable<void>
  /**
   * Hides and shows posts of some authors and some posts by `turnings`, one batch per call, until none is left. A store without readers may defer
   * that to the end.
   */
  turnPosts(among: Turned): Awaitable<readonly TurnedPost[]>
  removeUses(uses: readonly PostHashtagUse[]): Awaitable<void>
  /** Adds uses; existing ones stay. */
  addUses(uses: readonly PostHashtagUse[]): Awaitable<void>
  addSums(sums: Sums): Awaitable<void>
  noteSources(sources: ReadonlyMap<string, Times>): Awaitable<void>
  /** Adds samples, joined by time and source. */
  addSamples(kind: ObservedKind, rows: readonly RowSamples[]): Awaitable<void>
}

/** The part of a merge store for data derived from rows. */
export type DerivedStore = {
  /** Direct access to tables and index, for removals. */
  readonly tables: RowTables
  indexStore(): Awaitable<IndexStore>
  /** Removes rows hidden by a batch from all data that are derived at the end of an import. Called after sums and uses. */
  hideDerived(hidden: Hidden): Awaitable<void>
  /** Updates the summary of the data set. Called last in a batch. */
  keepSummary(): Awaitable<void>
  /** Notes rows that search has in another form. */
  noteStale(kind: StaleKind, pks: readonly number[]): Awaitable<void>
  /** Accounts whose scores may have changed. */
  noteStaleScores(pks: readonly number[]): Awaitable<void>
}

/** Number of rows, and of accounts without an id or a follower count. */
export type RowCounts = Record<CountedKind, number> & { usersWithoutId: number; usersWithoutFollowers: number }

/** Called with `done` of `total` units of a step; 0 for an unknown total. */
export type OnProgress = (step: string, done: number, total: number, note?: string) => void

/** Progress of an import. */
export type ImportProgress = {
  /** Number of its records that are stored, in reading order. */
  passed: number
  /** Counts so far, opaque to the store. */
  counts: unknown
}

/** One import into a store, new or resumed. */
export type ImportSession = {
  readonly store: MergeStore
  /** The store contained seed data, which an import replaces. */
  readonly replacesMadeUp: boolean
  /** There was an interrupted import that could have been resumed. */
  readonly dropsInterrupted: boolean
  /** Progress of the resumed import. `isComplete`: only its last step is missing, which replaces the data set. */
  readonly interrupted: (ImportProgress & { inputs: unknown; isComplete: boolean }) | null
  /** Called before reading. `inputs`: identifies the input; `counts`: as in `ImportProgress`; both opaque to the store. */
  begin(inputs: unknown, counts: unknown): Awaitable<void>
  /** Runs a batch in one transaction that also stores the progress. */
  batch(work: () => Promise<void>, progress: () => ImportProgress): Promise<void>
  /** Derives sums, ranks and search, and makes the data available. `counts`: replaces the stored counts. */
  finish(onStep: OnProgress, counts: unknown): Awaitable<RowCounts>
  /** Closes the store, finished or not; stored progress remains. An import without records leaves no trace. */
  close(): Awaitable<void>
}
