import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import type { Collection } from '../../../records/collection.ts'
import type { CreatorScorecard } from '../../../records/creator-scorecard.ts'
import { type FactsKey, isHashtagName, keyOfHashtag, keyOfSound, readSoundKey } from '../../../records/facts-key.ts'
import type { LiveRoom, LiveSearchResult } from '../../../records/live-room.ts'
import {
  accountIdOf,
  formerHandle,
  hasFormerHandle,
  isUnknown,
  knownValue,
  missingIn,
  withMissing
} from '../../../records/missing-fields.ts'
import { type HashtagUse, ofAuthor, type Post } from '../../../records/post.ts'
import type { Sound } from '../../../records/sound.ts'
import { FormerHolder } from '../../../records/user-key.ts'
import type { UserProfile } from '../../../records/user-profile.ts'
import { challenges } from '../../../services/challenges.ts'
import { collections } from '../../../services/collections.ts'
import { live } from '../../../services/live.ts'
import { sounds } from '../../../services/sounds.ts'
import { knowsAccountIds, users } from '../../../services/users.ts'
import type { Context } from './builder.ts'

/** An object made for each request from a longer-lived one. */
export abstract class DerivedObject {
  /** The source of all its values, the same object while it is cached; null without one. */
  readonly from: object | null

  constructor(from: object | null) {
    this.from = from
  }
}

/**
 * An object before its look-up: the fields that the parent carries are available, the others need one look-up, which the request's loaders
 * batch and cache.
 */
export abstract class Reference<R extends object> extends DerivedObject {
  readonly carried: Partial<R>

  constructor(carried: Partial<R>, from: object | null) {
    super(from)
    this.carried = carried
  }

  protected abstract load(context: Context): Awaitable<R>

  /** A field of the record, looked up if the parent does not carry it; null if it is unknown. */
  field<K extends keyof R & string>(key: K, context: Context): Awaitable<R[K] | null> {
    const value = this.carried[key]
    // Undefined means "not carried".
    if (value === undefined) return andThen(this.load(context), (record) => knownValue(record, key))
    return isUnknown(this.carried, key) ? null : value
  }

  /** The whole record. `key`: a field that no parent carries alone. */
  whole(key: keyof R, context: Context): Awaitable<R> {
    // If the parent carries this field, it carries all.
    return this.carried[key] === undefined ? this.load(context) : (this.carried as R)
  }
}

/** Unknown author fields of a post, by their names in a profile. Cached, because posts share a few lists of missing fields. */
const unknownOfAuthor = (post: Post): readonly string[] => {
  const missing = missingIn(post)
  let names = unknownOfAuthors.get(missing)
  if (names === undefined) {
    names = Object.entries(ofAuthor).flatMap(([field, name]) => (isUnknown(post, field) ? [name] : []))
    unknownOfAuthors.set(missing, names)
  }
  return names
}
const unknownOfAuthors = new Map<readonly string[], readonly string[]>()

/** Account fields that a post or live room carries. `missing`: its unknown fields. */
const ofAccount = (fields: Partial<UserProfile>, record: object, missing: readonly string[]): Partial<UserProfile> => {
  const userId = accountIdOf(record)
  if (userId !== null) fields.user_id = userId
  const beside = hasFormerHandle(record) ? [formerHandle, ...missing] : missing
  return beside.length === 0 ? fields : withMissing(fields, beside.join())
}

export class UserReference extends Reference<UserProfile> {
  readonly username: string

  constructor(username: string, carried: Partial<UserProfile>, from: object | null = null) {
    super(carried, from)
    this.username = username
  }

  static of(profile: UserProfile): UserReference {
    return new UserReference(profile.username, profile, profile)
  }

  /** The account with a handle, known by this alone: see `identified`. */
  static byHandle(username: string): UserReference {
    return new UserReference(username, {})
  }

  static ofStreamer(room: Pick<LiveRoom, 'streamer'>): UserReference {
    const { streamer } = room
    return new UserReference(streamer.username, ofAccount({ ...streamer }, room, missingIn(streamer)), streamer)
  }

  /** The author of a post; null when no source names the account, or it is gone. */
  static fromPost(post: Post): UserReference | null {
    const { author_username, author_display_name, author_verified, author_avatar_url } = post
    if (author_username === null) return null
    const carried = ofAccount(
      { username: author_username, verified: author_verified, avatar_thumb_url: author_avatar_url },
      post,
      unknownOfAuthor(post)
    )
    // A post that omits a field that is never null in a record does not carry it: the record is looked up.
    if (author_display_name !== null) carried.display_name = author_display_name
    return new UserReference(author_username, carried, post)
  }

  /** Key for look-ups and lists of this account: its handle, unless another account has that now. */
  get account(): string | FormerHolder {
    const { user_id: userId } = this.carried
    return userId !== undefined && hasFormerHandle(this.carried) ? new FormerHolder(userId) : this.username
  }

  /** The key of its global id: the account's id after `#` if the source has ids in all references, else its handle after `@`. */
  idKey({ deps }: Context): string {
    if (!knowsAccountIds(deps)) return `@${this.username.toLowerCase()}`
    const { user_id: userId } = this.carried
    if (userId === undefined) throw new Error(`${this.username} was named without its id`)
    return `#${userId}`
  }

  /** The same account with its id, which is looked up if it is not carried and the source has it. */
  identified(context: Context): Awaitable<UserReference> {
    if (this.carried.user_id !== undefined || !knowsAccountIds(context.deps)) return this
    return andThen(this.load(context), UserReference.of)
  }

  /** Loads the profile. The handle may have passed to another account since the referring record was read. */
  protected load({ deps, scope }: Context): Awaitable<UserProfile> {
    const { user_id: userId } = this.carried
    return andThen(users.byUsername(deps, scope, { username: this.account }), (profile) =>
      userId === undefined || profile.user_id === userId || !knowsAccountIds(deps)
        ? profile
        : users.byId(deps, scope, { userId })
    )
  }
}

export class SoundReference extends Reference<Sound> {
  /** Null when a post names a sound without a page. */
  readonly soundId: string | null

  constructor(soundId: string | null, carried: Partial<Sound>, from: object | null = null) {
    super(carried, from)
    this.soundId = soundId
  }

  static of(sound: Sound): SoundReference {
    return new SoundReference(sound.sound_id || null, sound, sound)
  }

  /** The sound with a key from a ranking. */
  static byKey(key: string): SoundReference {
    const facts = readSoundKey(key)
    if (facts === null) return new SoundReference(key, {})
    const [title, author, isOriginal] = facts
    return SoundReference.named(null, title, author, isOriginal === null ? null : isOriginal === true)
  }

  /** Key for look-ups and lists; null without an id over another deployment, which finds sounds by id only. */
  key({ deps }: Context): string | FactsKey | null {
    if (this.soundId !== null || deps.reads.hasWholeRecords !== true) return this.soundId
    const { title, author } = this.carried
    return keyOfSound([title || null, author || null, knownValue(this.carried, 'is_original') ?? null])
  }

  /** The sound of a post; null when the post has none. */
  static fromPost(post: Post): SoundReference | null {
    const { sound_id, sound_title, sound_author, sound_is_original } = post
    if (sound_id === null && sound_title === null && sound_author === null && !sound_is_original) return null
    return SoundReference.named(sound_id, sound_title, sound_author, knownValue(post, 'sound_is_original'), post)
  }

  static named(
    soundId: string | null,
    title: string | null,
    author: string | null,
    isOriginal: boolean | null,
    from: object | null = null
  ) {
    const carried: Partial<Sound> = withMissing(
      { is_original: isOriginal === true },
      isOriginal === null ? 'is_original' : ''
    )
    if (title !== null) carried.title = title
    if (author !== null) carried.author = author
    return new SoundReference(soundId, carried, from)
  }

  override field<K extends keyof Sound>(key: K, context: Context): Awaitable<Sound[K] | null> {
    // A sound without id has only the facts in its key; the rest is unknown. Without a key it cannot be looked up.
    const isOfKey = this.soundId === null && (key === 'title' || key === 'author' || key === 'is_original')
    if (this.carried[key] === undefined && (isOfKey || this.key(context) === null)) return null
    return super.field(key, context)
  }

  protected load(context: Context): Awaitable<Sound> {
    return sounds.byId(context.deps, context.scope, { soundId: this.key(context) ?? '' })
  }
}

export class LiveRoomReference extends Reference<LiveRoom> {
  readonly roomId: string
  /** Cover, which only search returns; undefined if the room was not found by search. */
  readonly #cover: string | null | undefined

  constructor(roomId: string, carried: Partial<LiveRoom>, from: object, cover?: string | null) {
    super(carried, from)
    this.roomId = roomId
    this.#cover = cover
  }

  static of(room: LiveRoom): LiveRoomReference {
    return new LiveRoomReference(room.room_id, room, room)
  }

  static fromSearch(result: LiveSearchResult): LiveRoomReference {
    // Search returns the covers of live rooms. Any other room has no cover, as when found by its id.
    return new LiveRoomReference(result.room_id, result, result, result.is_live ? result.cover_url : null)
  }

  streamer(context: Context): Awaitable<UserReference> {
    const { streamer } = this.carried
    return streamer === undefined
      ? andThen(this.load(context), UserReference.ofStreamer)
      : UserReference.ofStreamer(this.carried as LiveRoom)
  }

  /** The cover, independent of how the room was found: calls search if needed. */
  cover({ deps, scope }: Context): Awaitable<string | null> {
    return this.#cover === undefined ? live.cover(deps, scope, { roomId: this.roomId }) : this.#cover
  }

  protected load({ deps, scope }: Context): Awaitable<LiveRoom> {
    return live.byRoomId(deps, scope, { roomId: this.roomId })
  }
}

export class CollectionReference extends Reference<Collection> {
  readonly collectionId: string
  /** Undefined if the collection was not reached through its owner. */
  readonly #owner: UserReference | undefined

  constructor(collectionId: string, carried: Partial<Collection>, from: object | null = null, owner?: UserReference) {
    super(carried, from)
    this.collectionId = collectionId
    this.#owner = owner
  }

  static of(collection: Collection, owner?: UserReference): CollectionReference {
    return new CollectionReference(collection.collection_id, collection, collection, owner)
  }

  owner(context: Context): Awaitable<UserReference | null> {
    if (this.#owner !== undefined) return this.#owner.identified(context)
    const { deps, scope } = context
    return andThen(collections.owner(deps, scope, { collectionId: this.collectionId }), (post) =>
      post === null ? null : UserReference.fromPost(post)
    )
  }

  protected load({ deps, scope }: Context): Awaitable<Collection> {
    return collections.byId(deps, scope, { collectionId: this.collectionId })
  }
}

/** A scorecard with its creator. */
export class ScorecardReference extends DerivedObject {
  readonly user: UserReference
  readonly card: CreatorScorecard

  constructor(user: UserReference, card: CreatorScorecard) {
    super(card)
    this.user = user
    this.card = card
  }
}

/** A hashtag. The platform has no look-up for it beyond its posts. */
export class HashtagReference extends DerivedObject {
  readonly hashtagId: string | null
  /** The spelling in the caption; null when only the id is known. */
  readonly spelledName: string | null

  constructor(hashtag: HashtagUse) {
    super(hashtag)
    this.hashtagId = hashtag.id !== null && isHashtagName(hashtag.id) ? null : hashtag.id
    this.spelledName = hashtag.name
  }

  /** The same as for a sound. */
  key({ deps }: Context): string | FactsKey | null {
    if (this.hashtagId !== null || this.spelledName === null || deps.reads.hasWholeRecords !== true)
      return this.hashtagId
    return keyOfHashtag(this.spelledName)
  }

  name({ deps, scope }: Context): Awaitable<string | null> {
    if (this.spelledName !== null || this.hashtagId === null) return this.spelledName
    return andThen(challenges.hashtag(deps, scope, { hashtagId: this.hashtagId }), ({ name }) => name)
  }
}
