import { type Awaitable, andThen } from '../../core/awaitable.ts'
import type { LiveRoom, LiveSearchResult } from '../../records/live-room.ts'
import type { HashtagUse, Post } from '../../records/post.ts'
import type { Sound } from '../../records/sound.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import { live } from '../../services/live.ts'
import { sounds } from '../../services/sounds.ts'
import { users } from '../../services/users.ts'
import type { Context } from './builder.ts'

/**
 * Things the graph refers to before it has looked them up: what the parent carries of them is at hand, the rest is one look-up,
 * which the request's loaders batch and remember.
 */
export abstract class Reference<R extends object> {
  readonly known: Partial<R>

  constructor(known: Partial<R>) {
    this.known = known
  }

  protected abstract load(context: Context): Awaitable<R>

  /** One field of the record, looked up when the parent did not carry it. */
  field<K extends keyof R>(key: K, context: Context): Awaitable<R[K]> {
    const value = this.known[key]
    // Undefined is "not carried"; records themselves use null for the unknown.
    return value === undefined ? andThen(this.load(context), (record) => record[key]) : value
  }
}

export class UserReference extends Reference<UserProfile> {
  readonly username: string
  readonly region: string | null

  constructor(username: string, known: Partial<UserProfile>, region: string | null = null) {
    super(known)
    this.username = username
    this.region = region
  }

  static of(profile: UserProfile, region: string | null = null): UserReference {
    return new UserReference(profile.username, profile, region)
  }

  protected load({ deps, scope }: Context): Awaitable<UserProfile> {
    return users.byUsername(deps, scope, { username: this.username, region: this.region })
  }
}

export class SoundReference extends Reference<Sound> {
  /** Null when a post names a sound that has no page of its own. */
  readonly soundId: string | null

  constructor(soundId: string | null, known: Partial<Sound>) {
    super(known)
    this.soundId = soundId
  }

  static of(sound: Sound): SoundReference {
    return new SoundReference(sound.sound_id, sound)
  }

  /** The sound of a post; null when the post tells nothing of one. */
  static fromPost(post: Post): SoundReference | null {
    const { sound_id, sound_title, sound_author, sound_is_original } = post
    if (sound_id === null && sound_title === null && sound_author === null && !sound_is_original) return null
    return new SoundReference(sound_id, {
      // The fields are nullable here, as they are in the post: what it does not tell is unknown.
      title: sound_title as string,
      author: sound_author as string,
      is_original: sound_is_original
    })
  }

  override field<K extends keyof Sound>(key: K, context: Context): Awaitable<Sound[K]> {
    // Nothing to look up without an id: what the post does not tell stays unknown, and these fields are nullable.
    if (this.soundId === null && this.known[key] === undefined) return null as Sound[K]
    return super.field(key, context)
  }

  protected load({ deps, scope }: Context): Awaitable<Sound> {
    return sounds.byId(deps, scope, { soundId: this.soundId ?? '' })
  }
}

/** A live room with what search alone tells: its cover. */
export type LiveRoomFacts = LiveRoom & Pick<LiveSearchResult, 'cover_url'>

export class LiveRoomReference extends Reference<LiveRoomFacts> {
  readonly roomId: string

  constructor(roomId: string, known: Partial<LiveRoomFacts>) {
    super(known)
    this.roomId = roomId
  }

  static of(room: LiveRoom): LiveRoomReference {
    return new LiveRoomReference(room.room_id, { ...room, cover_url: null })
  }

  static fromSearch(result: LiveSearchResult): LiveRoomReference {
    return new LiveRoomReference(result.room_id, result)
  }

  protected load({ deps, scope }: Context): Awaitable<LiveRoomFacts> {
    return andThen(live.byRoomId(deps, scope, { roomId: this.roomId }), (room) => ({ ...room, cover_url: null }))
  }
}

/** A hashtag. The platform has no look-up for it beyond its posts. */
export class HashtagReference {
  readonly hashtagId: string | null
  readonly name: string | null

  constructor(hashtag: HashtagUse) {
    this.hashtagId = hashtag.id
    this.name = hashtag.name
  }
}
