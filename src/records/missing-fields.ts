import type Type from 'typebox'
import { Effect } from './effect.ts'
import { type FieldSchema, list, nullable, oneOf, record, withoutNull } from './fields.ts'
import { LiveRoom } from './live-room.ts'
import { Place } from './place.ts'
import { borrowedFields, Post } from './post.ts'
import { Sound } from './sound.ts'
import { UserProfile } from './user-profile.ts'

/**
 * Numbers, flags and names that records always have although sources may lack them. The record then shows 0, false, or a computed value.
 * Derived from the record: every non-null field except those that every source gives.
 */
type NeverNull<T> = { [K in keyof T & string]: null extends T[K] ? never : K }[keyof T & string]

const fieldsWithout = <P extends Type.TProperties, G extends keyof P & string>(
  { properties }: Type.TObject<P>,
  ...given: readonly G[]
) =>
  // The filter keeps the names that the type keeps.
  Object.entries<FieldSchema>({ ...properties })
    .filter(([name, field]) => withoutNull(field) === undefined && !given.some((known) => known === name))
    .map(([name]) => name) as Exclude<NeverNull<Type.Static<Type.TObject<P>>>, G>[]

export const userFieldsThatMayBeMissing = fieldsWithout(UserProfile, 'user_id', 'username')
/** The address is derived where no source gives it. */
export const postFieldsThatMayBeMissing = [
  ...fieldsWithout(Post, 'created_at', 'hashtags', ...borrowedFields),
  'share_url' as const
]
export const soundFieldsThatMayBeMissing = fieldsWithout(Sound, 'sound_id')
export const placeFieldsThatMayBeMissing = fieldsWithout(Place, 'place_id')
export const liveRoomFieldsThatMayBeMissing = fieldsWithout(LiveRoom, 'room_id', 'status', 'is_live', 'streamer')
export const effectFieldsThatMayBeMissing = fieldsWithout(Effect, 'effect_id', 'name', 'tags')

/** Totals that no source gives; they count the available posts. */
export const alwaysCounted = ['posts_count'] as const
type Counted = (typeof alwaysCounted)[number]
/** The names without counted totals. */
export const withoutCounted = <N extends string>(names: readonly N[]) =>
  // The filter keeps the names that the type keeps.
  names.filter((name) => !alwaysCounted.some((counted) => counted === name)) as Exclude<N, Counted>[]

export type MissingField =
  | (typeof userFieldsThatMayBeMissing)[number]
  | (typeof postFieldsThatMayBeMissing)[number]
  | (typeof soundFieldsThatMayBeMissing)[number]
  | (typeof placeFieldsThatMayBeMissing)[number]
  | (typeof liveRoomFieldsThatMayBeMissing)[number]
  | (typeof effectFieldsThatMayBeMissing)[number]

/** Missing fields of one record. */
const missingFieldsRecord = <const N extends readonly MissingField[]>(names: N) =>
  record('MissingFields', 'Fields of a record that no feed has given.', {
    fields: nullable(list(oneOf(names, 'A field of the record.'), 'Names of fields; null if the source cannot say.'))
  })
export const UserMissingFields = missingFieldsRecord(userFieldsThatMayBeMissing)
export const PostMissingFields = missingFieldsRecord(postFieldsThatMayBeMissing)
export const SoundMissingFields = missingFieldsRecord(soundFieldsThatMayBeMissing)
export const PlaceMissingFields = missingFieldsRecord(placeFieldsThatMayBeMissing)
export const LiveRoomMissingFields = missingFieldsRecord(liveRoomFieldsThatMayBeMissing)
export const EffectMissingFields = missingFieldsRecord(effectFieldsThatMayBeMissing)
export type MissingFields<N extends MissingField = MissingField> = { fields: N[] | null }
export type UserMissingFields = MissingFields<(typeof userFieldsThatMayBeMissing)[number]>
export type PostMissingFields = MissingFields<(typeof postFieldsThatMayBeMissing)[number]>
export type SoundMissingFields = MissingFields<(typeof soundFieldsThatMayBeMissing)[number]>
export type PlaceMissingFields = MissingFields<(typeof placeFieldsThatMayBeMissing)[number]>
export type LiveRoomMissingFields = MissingFields<(typeof liveRoomFieldsThatMayBeMissing)[number]>
export type EffectMissingFields = MissingFields<(typeof effectFieldsThatMayBeMissing)[number]>
