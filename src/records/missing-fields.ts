import type Type from 'typebox'
import { type FieldSchema, list, nullable, oneOf, record, withoutNull } from './fields.ts'
import { Place } from './place.ts'
import { borrowedFields, Post } from './post.ts'
import { Sound } from './sound.ts'
import { UserProfile } from './user-profile.ts'

/**
 * Fields that are numbers, flags and names in every record, although sources may lack them. The record then shows 0, false, or a value that is
 * computed. They follow from the record: each field that is never null, except the ones that every source gives.
 */
type NeverNull<T> = { [K in keyof T & string]: null extends T[K] ? never : K }[keyof T & string]

const fieldsWithout = <P extends Type.TProperties, G extends keyof P & string>(
  { properties }: Type.TObject<P>,
  ...given: readonly G[]
) =>
  // The filter leaves the names that the type leaves.
  Object.entries<FieldSchema>({ ...properties })
    .filter(([name, field]) => withoutNull(field) === undefined && !given.some((known) => known === name))
    .map(([name]) => name) as Exclude<NeverNull<Type.Static<Type.TObject<P>>>, G>[]

export const untoldOfUser = fieldsWithout(UserProfile, 'user_id', 'username')
export const untoldOfPost = fieldsWithout(Post, 'created_at', 'hashtags', ...borrowedFields)
export const untoldOfSound = fieldsWithout(Sound, 'sound_id')
export const untoldOfPlace = fieldsWithout(Place, 'place_id')

/** Totals that no source gives at all: they count the posts that are here. */
export const alwaysCounted = ['posts_count'] as const
type Counted = (typeof alwaysCounted)[number]
/** The same names without the totals that are counted here. */
export const withoutCounted = <N extends string>(names: readonly N[]) =>
  // The filter leaves the names that the type leaves.
  names.filter((name) => !alwaysCounted.some((counted) => counted === name)) as Exclude<N, Counted>[]

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
