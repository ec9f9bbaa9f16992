import type Type from 'typebox'
import { Collection } from '../../records/collection.ts'
import { Effect } from '../../records/effect.ts'
import {
  count,
  flag,
  id,
  int,
  latestTime,
  list,
  nullable,
  record,
  schema,
  text,
  unixTime,
  url,
  withoutNull
} from '../../records/fields.ts'
import { LiveRoom, LiveSearchResult } from '../../records/live-room.ts'
import type { Origin } from '../../records/origin.ts'
import { Place } from '../../records/place.ts'
import { borrowedFields, Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { fieldsThatMayBeMissing } from '../../store/tables/schema.ts'
import { neverObserved } from '../merge/provenance.ts'
import { PostSamplesLine, UserSamplesLine } from './sample-lines.ts'

/**
 * Lines of a whole export, one record each per kind: the content of a data set with references by public id. Fields are those of the
 * records, except counts that follow from other lines. Addresses that begin with / belong to the serving server.
 */

const without = <T extends Type.TProperties, K extends keyof T>(properties: T, ...names: readonly K[]): Omit<T, K> =>
  // The remaining properties.
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.some((out) => out === name))) as Omit<T, K>

/** Fields that sources may lack are nullable. */
const imported = <T extends Type.TProperties, K extends string>(
  properties: T,
  names: readonly K[]
): LoadedPosts<T, K> =>
  // Each property is unchanged, or nullable if named.
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      names.some((missing) => missing === name) && withoutNull(field) === undefined
        ? nullable(field as Type.TSchema & { description: string })
        : field
    ])
  ) as LoadedPosts<T, K>
type LoadedPosts<T extends Type.TProperties, K extends string> = {
  [P in keyof T]: P extends K ? Type.TUnion<[T[P], Type.TNull]> : T[P]
}

/** Observation time: Unix seconds, far below 0 when unknown (docs/importing.md). */
const observed = (description: string) =>
  Object.assign(
    schema<Type.TInteger>({ type: 'integer', format: 'int64', minimum: neverObserved, maximum: latestTime }),
    { description }
  )

/** Provenance of a row; null for rows that were not imported. */
const provenance = {
  source: nullable(text('Name of the source of its newest observation.')),
  collected_at: nullable(observed('When that was collected.')),
  older: nullable(
    list(
      record('OlderField', 'A field that is known from an older observation, or rounded.', {
        field: text('Name of the field.'),
        at: observed('When it was collected.'),
        rounded: flag('Whether it is rounded.')
      }),
      'Null where the newest observation tells all of it exactly.'
    )
  )
}

const SourceLine = record('source', 'Where records were collected.', {
  name: text('The file as it was named.'),
  collected_from: nullable(unixTime('The first time that its records tell they were collected, in Unix seconds.')),
  collected_to: nullable(unixTime('The last such time.'))
})

const ImportLine = record('import', 'An import that ended.', {
  inputs: list(text('A file, as it was named.'), 'What it read.'),
  passed: count('How many records it read.'),
  started_at: unixTime('When it began, in Unix seconds.'),
  finished_at: unixTime('When it ended.')
})

export const Variant = record(
  'Variant',
  'What a profile shows differently in one region; null where it shows the same.',
  {
    region: text('ISO 3166-1 alpha-2 code.'),
    display_name: nullable(text('Name the account shows there.')),
    bio: nullable(text('What it says of itself there.')),
    website_url: nullable(url('Link in the profile there.'))
  }
)

const origin = {
  country: nullable(text('Country that a source gives, as an ISO 3166-1 alpha-2 code; null when unknown.')),
  language: nullable(text('Language that a source gives, as an ISO 639 code; null when unknown.'))
} satisfies { [K in keyof Origin]: unknown }

const UserLine = record('user', 'An account.', {
  ...imported(UserProfile.properties, fieldsThatMayBeMissing.users),
  ...origin,
  handle: nullable(text('Username in lower case; null when another account holds it now.')),
  is_private_by_id: nullable(flag('Whether it is private, as observations with its id say; null when unknown.')),
  has_id: flag('Whether a source gave its id; otherwise it was generated.'),
  ...provenance,
  variants: list(Variant, 'In the order of their regions.')
})

const HandleLine = record('handle', 'Who was seen with a handle, under whatever name it goes now.', {
  handle: text('In lower case.'),
  user_id: id('Who that is.'),
  claimed_from: nullable(observed('When it was first seen with it.')),
  claimed_at: nullable(observed('When it was last seen with it; the newest holds the handle.')),
  is_private: nullable(
    flag('Whether its account is private, as observations with the handle alone say; null when unknown.')
  ),
  is_private_at: nullable(observed('When the newest of them was collected.'))
})

/** Without an id, title and author identify a sound. */
export const SoundFacts = record('SoundFacts', 'A sound without an id.', {
  title: nullable(text('Title of the sound.')),
  author: nullable(text('Who the sound is credited to.')),
  is_original: nullable(Sound.properties.is_original)
})

const SoundLine = record('sound', 'A sound. Some feeds tell less of it than makes a record.', {
  ...imported(without(Sound.properties, 'posts_count'), fieldsThatMayBeMissing.sounds),
  published_at: nullable(unixTime('When it entered the commercial library; null for sounds that are not in it.')),
  ...provenance
})

const PlaceLine = record('place', 'A place.', {
  ...imported(without(Place.properties, 'posts_count'), fieldsThatMayBeMissing.places),
  ...provenance
})

const HashtagLine = record('hashtag', 'A hashtag that posts use.', {
  hashtag_id: nullable(id('Numeric id of the hashtag; null when no source gave one.')),
  name: nullable(text('Its text without the leading #.')),
  named_at: nullable(observed('When it was seen with that name.'))
})

const HashtagNameLine = record('hashtag_name', 'The hashtag that a name alone refers to.', {
  name: text('Its canonical name: NFKC, lower case, without #.'),
  hashtag_id: nullable(id('Which that is; null for the one of this name that has no id.'))
})

const PostLine = record('post', 'A post. What it shows of author and sound stands in their lines.', {
  post_id: id('Numeric id of the post.'),
  author_id: nullable(id('Who made it; null when the account is gone.')),
  sound_id: Post.properties.sound_id,
  sound: nullable(SoundFacts),
  place_id: nullable(id('Place the post is tagged with.')),
  author_handle: nullable(text('Handle of an author who is known by handle only, in lower case.')),
  ...imported(without(Post.properties, 'post_id', ...borrowedFields), fieldsThatMayBeMissing.posts),
  ...origin,
  is_private: nullable(flag('Whether the post itself is not public; null when unknown.')),
  ...provenance
})

const RepostLine = record('repost', 'A post that an account reposted.', {
  user_id: id('Who reposted it.'),
  post_id: id('The post.'),
  reposted_at: unixTime('When, in Unix seconds.')
})

const FollowerLine = record('follower', 'An account that follows another.', {
  user_id: id('Who is followed.'),
  follower_id: id('Who follows.'),
  followed_at: unixTime('Since when, in Unix seconds.')
})

const CollectionLine = record('collection', 'A collection with its posts.', {
  ...without(Collection.properties, 'posts_count'),
  user_id: id('Whose collection it is.'),
  place_in_list: int('Where it stands among the collections of its creator, from 1.', { minimum: 0 }),
  post_ids: list(id('A post.'), 'The posts in their order.')
})

const LiveRoomLine = record('live_room', 'A live room.', {
  user_id: id('Who streams.'),
  streamer_handle: nullable(text('Handle of a streamer who is known by handle only, in lower case.')),
  ...imported(
    without({ ...LiveRoom.properties, ...LiveSearchResult.properties }, 'is_live', 'streamer'),
    fieldsThatMayBeMissing.live_rooms
  ),
  ...provenance
})

const EffectLine = record('effect', 'A camera effect.', {
  ...imported(Effect.properties, fieldsThatMayBeMissing.effects),
  ...provenance
})

/** In order: referenced kinds come first. */
export const lineKinds = {
  source: SourceLine,
  import: ImportLine,
  user: UserLine,
  handle: HandleLine,
  sound: SoundLine,
  place: PlaceLine,
  hashtag: HashtagLine,
  hashtag_name: HashtagNameLine,
  post: PostLine,
  repost: RepostLine,
  follower: FollowerLine,
  collection: CollectionLine,
  live_room: LiveRoomLine,
  effect: EffectLine,
  user_samples: UserSamplesLine,
  post_samples: PostSamplesLine
} as const
export type LineKind = keyof typeof lineKinds
export type Lines = { [K in LineKind]: Type.Static<(typeof lineKinds)[K]> }
export type SoundFacts = Type.Static<typeof SoundFacts>

/** Defaults for lines of version 1, which had no generated ids. Nullable fields need none. */
export const versionOneFields: Readonly<Record<string, unknown>> = { has_id: true }
