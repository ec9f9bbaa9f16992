import { list, nullable, oneOf, record } from './fields.ts'

/**
 * Fields that are numbers, flags and names in every record, though no feed may have told them. What stands there then is 0, no, or what can
 * be computed.
 */
export const userFieldsThatMayBeMissing = [
  'display_name',
  'followers',
  'following',
  'total_likes',
  'total_videos',
  'verified',
  'is_private'
] as const
export const postFieldsThatMayBeMissing = [
  'is_ad',
  'plays',
  'likes',
  'comments',
  'shares',
  'saves',
  'reposts',
  'duration_seconds',
  'video_height',
  'video_width'
] as const
export const soundFieldsThatMayBeMissing = [
  'title',
  'author',
  'duration_seconds',
  'is_original',
  'is_copyrighted',
  'posts_count'
] as const
export const placeFieldsThatMayBeMissing = ['name', 'posts_count'] as const

/** Totals that no feed tells at all: whatever was collected, they count what is there. */
export const alwaysCounted: readonly string[] = ['posts_count']

export type MissingField =
  | (typeof userFieldsThatMayBeMissing)[number]
  | (typeof postFieldsThatMayBeMissing)[number]
  | (typeof soundFieldsThatMayBeMissing)[number]
  | (typeof placeFieldsThatMayBeMissing)[number]

/** What no feed told of one thing. */
const missingFieldsRecord = <const N extends readonly MissingField[]>(names: N) =>
  record('MissingFields', 'Fields of a record that no feed has given.', {
    fields: nullable(list(oneOf(names, 'A field of the record.'), 'Names of fields; null if the source cannot say.'))
  })
export const UserMissingFields = missingFieldsRecord(userFieldsThatMayBeMissing)
export const PostMissingFields = missingFieldsRecord(postFieldsThatMayBeMissing)
export const SoundMissingFields = missingFieldsRecord(soundFieldsThatMayBeMissing)
export const PlaceMissingFields = missingFieldsRecord(placeFieldsThatMayBeMissing)
export type MissingFields<N extends MissingField = MissingField> = { fields: N[] | null }
export type UserMissingFields = MissingFields<(typeof userFieldsThatMayBeMissing)[number]>
export type PostMissingFields = MissingFields<(typeof postFieldsThatMayBeMissing)[number]>
export type SoundMissingFields = MissingFields<(typeof soundFieldsThatMayBeMissing)[number]>
export type PlaceMissingFields = MissingFields<(typeof placeFieldsThatMayBeMissing)[number]>
