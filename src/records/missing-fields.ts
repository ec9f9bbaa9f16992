import { list, nullable, oneOf, record } from './fields.ts'

/**
 * Fields that are numbers, flags and names in every record, though no feed may have told them. What stands there then is 0, no, or what can
 * be computed.
 */
export const untoldOfUser = [
  'display_name',
  'followers',
  'following',
  'total_likes',
  'total_videos',
  'verified',
  'is_private'
] as const
export const untoldOfPost = [
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
export const untoldOfSound = [
  'title',
  'author',
  'duration_seconds',
  'is_original',
  'is_copyrighted',
  'posts_count'
] as const
export const untoldOfPlace = ['name', 'posts_count'] as const

/** Totals that no feed tells at all: whatever was collected, they count what is there. */
export const alwaysCounted: readonly string[] = ['posts_count']

export type UntoldField =
  | (typeof untoldOfUser)[number]
  | (typeof untoldOfPost)[number]
  | (typeof untoldOfSound)[number]
  | (typeof untoldOfPlace)[number]

/** What no feed told of one thing. */
const untoldFields = <const N extends readonly UntoldField[]>(names: N) =>
  record('UntoldFields', 'What no feed told of a thing.', {
    fields: nullable(
      list(oneOf(names, 'A field of the record.'), 'Names of fields; null where the source does not tell.')
    )
  })
export const UntoldOfUser = untoldFields(untoldOfUser)
export const UntoldOfPost = untoldFields(untoldOfPost)
export const UntoldOfSound = untoldFields(untoldOfSound)
export const UntoldOfPlace = untoldFields(untoldOfPlace)
export type UntoldFields<N extends UntoldField = UntoldField> = { fields: N[] | null }
export type UntoldOfUser = UntoldFields<(typeof untoldOfUser)[number]>
export type UntoldOfPost = UntoldFields<(typeof untoldOfPost)[number]>
export type UntoldOfSound = UntoldFields<(typeof untoldOfSound)[number]>
export type UntoldOfPlace = UntoldFields<(typeof untoldOfPlace)[number]>
