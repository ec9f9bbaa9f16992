import { type Awaitable, andThen } from '../../core/awaitable.ts'
import type { Collection } from '../../records/collection.ts'
import type { CreatorScorecard } from '../../records/creator-scorecard.ts'
import type { LiveRoom, LiveSearchResult } from '../../records/live-room.ts'
import { isUnknown, knownValue, withMissing } from '../../records/missing-fields.ts'
import { type HashtagUse, ofAuthor, type Post } from '../../records/post.ts'
import type { Sound } from '../../records/sound.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import { challenges } from '../../services/challenges.ts'
import { collections } from '../../services/collections.ts'
import { live } from '../../services/live.ts'
import { sounds } from '../../services/sounds.ts'
import { users } from '../../services/users.ts'
import type { Context } from './builder.ts'

/** An object made for each request from a longer-lived one. */
export abstract class DerivedObject {
  /** The source of all its values, the same object while it is cached; null where there is none. */
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

  /** A field of the record, looked up when the parent does not carry it; null where it is unknown. */
  field<K extends keyof R & string>(key: K, context: Context): Awaitable<R[K] | null> {
    const value = this.carried[key]
    // Undefined means "not carried".
    if (value === undefined) return andThen(this.load(context), (record) => knownValue(record, key))
    return isUnknown(this.carried, key) ? null : value
  }

  /** The whole record. `key`: a field that no parent carries alone. */
  whole(key: keyof R, context: Context): Awaitable<R> {
    // With this field, all are carried.
    return this.carried[key] === undefined ? this.load(context) : (this.carried as R)
  }
}

/** Fields that a post has of another record and that are unknown, by their names there. */
const missingOf = (post: Post, fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .filter(([field]) => isUnknown(post, field))
    .map(([, name]) => name)
    .join()

export class UserReference extends Reference<UserProfile> {
  readonly username: string
  readonly region: string | null

  constructor(
    username: string,
    carried: Partial<UserProfile>,
    from: object | null = null,
    region: string | null = null
  ) {
    super(carried, from)
    this.username = username
    this.region = region
  }

  static of(profile: UserProfile, region: string | null = null): UserReference {
    return new UserReference(profile.username, profile, profile, region)
  }

  /** The author of a post; null when the account is gone. */
  static fromPost(post: Post): UserReference | null {
    const { author_username, author_display_name, author_verified, author_avatar_url } = post
    if (author_username === null) return null
    const carried: Partial<UserProfile> = {
      username: author_username,
      verified: author_verified,
      avatar_thumb_url: author_avatar_url
    }
    // A post that omits a field that is never null in a record does not carry it: the record is looked up.
    if (author_display_name !== null) carried.display_name = author_display_name
    return new UserReference(author_username, withMissing(carried, missingOf(post, ofAuthor)), post)
  }

  protected load({ deps, scope }: Context): Awaitable<UserProfile> {
    return users.byUsername(deps, scope, { username: this.username, region: this.region })
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
    return new SoundReference(sound.sound_id, sound, sound)
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
    // Without an id there is no look-up: fields that the post lacks are unknown.
    if (this.soundId === null && this.carried[key] === undefined) return null
    return super.field(key, context)
  }

  protected load({ deps, scope }: Context): Awaitable<Sound> {
    return sounds.byId(deps, scope, { soundId: this.soundId ?? '' })
  }
}

export class LiveRoomReference extends Reference<LiveRoom> {
  readonly roomId: string
  /** Only search returns it; undefined where the room was not found by search. */
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
    // Search returns live rooms. Any other room has no more of a cover than when found by its id.
    return new LiveRoomReference(result.room_id, result, result, result.is_live ? result.cover_url : null)
  }

  streamer(context: Context): Awaitable<LiveRoom['streamer']> {
    return this.carried.streamer ?? andThen(this.load(context), ({ streamer }) => streamer)
  }

  /** Same value whichever way the room was found: otherwise search is called. */
  cover({ deps, scope }: Context): Awaitable<string | null> {
    return this.#cover === undefined ? live.cover(deps, scope, { roomId: this.roomId }) : this.#cover
  }

  protected load({ deps, scope }: Context): Awaitable<LiveRoom> {
    return live.byRoomId(deps, scope, { roomId: this.roomId })
  }
}

export class CollectionReference extends Reference<Collection> {
  readonly collectionId: string
  /** Handle of the creator; undefined where the collection was not reached through its owner. */
  readonly #owner: string | undefined

  constructor(collectionId: string, carried: Partial<Collection>, from: object | null = null, owner?: string) {
    super(carried, from)
    this.collectionId = collectionId
    this.#owner = owner
  }

  static of(collection: Collection, owner?: string): CollectionReference {
    return new CollectionReference(collection.collection_id, collection, collection, owner)
  }

  owner({ deps, scope }: Context): Awaitable<UserReference | null> {
    const owner = this.#owner ?? collections.owner(deps, scope, { collectionId: this.collectionId })
    return andThen(owner, (username) => (username === null ? null : new UserReference(username, {})))
  }

  protected load({ deps, scope }: Context): Awaitable<Collection> {
    return collections.byId(deps, scope, { collectionId: this.collectionId })
  }
}

/** A part of a scorecard, with its creator. Parts have their own ids, so that client caches merge the results of different queries. */
export class ScorecardPart<K extends keyof CreatorScorecard = keyof CreatorScorecard> extends DerivedObject {
  readonly name: K
  readonly card: CreatorScorecard

  constructor(name: K, card: CreatorScorecard) {
    super(null)
    this.name = name
    this.card = card
  }

  get part(): CreatorScorecard[K] {
    return this.card[this.name]
  }
}

/** A hashtag. The platform has no look-up for it beyond its posts. */
export class HashtagReference extends DerivedObject {
  readonly hashtagId: string | null
  /** The spelling in the caption; null when only the id is known. */
  readonly spelledName: string | null

  constructor(hashtag: HashtagUse) {
    super(hashtag)
    this.hashtagId = hashtag.id
    this.spelledName = hashtag.name
  }

  name({ deps, scope }: Context): Awaitable<string | null> {
    if (this.spelledName !== null || this.hashtagId === null) return this.spelledName
    return andThen(challenges.hashtag(deps, scope, { hashtagId: this.hashtagId }), ({ name }) => name)
  }
}
