import type Type from 'typebox'
import { Effect } from './effect.ts'
import { count, list, nullable, record, unixTime } from './fields.ts'
import { LiveSearchResult } from './live-room.ts'
import { Place } from './place.ts'
import { HashtagUse, Post } from './post.ts'
import { Sound } from './sound.ts'
import { UserProfile } from './user-profile.ts'

export const TopHashtag = record('TopHashtag', 'A hashtag and the number of posts in the data that use it.', {
  ...HashtagUse.properties,
  posts_count: count('Posts in the data that use the hashtag.')
})
export type TopHashtag = Type.Static<typeof TopHashtag>

/** Maximum length of each list of the most popular. */
export const topLength = 12

const top = <T extends Type.TSchema>(items: T, what: string) => list(items, `${what}, at most ${topLength}.`)

export const Dataset = record('Dataset', 'The served data as a whole: their size, date and most popular records.', {
  as_of: nullable(
    unixTime('Newest time in the data, in Unix seconds: of a post, of collection, or the last day of generated data.')
  ),
  creators_count: count('Accounts with a handle.'),
  posts_count: count('Posts.'),
  sounds_count: count('Sounds with a page of their own.'),
  hashtags_count: count('Hashtags.'),
  places_count: count('Places.'),
  effects_count: count('Camera effects.'),
  collections_count: count('Collections of posts.'),
  live_rooms_count: count('Live rooms that are live now.'),
  top_creators: top(UserProfile, 'Public creators with posts, by followers'),
  top_posts: top(Post, 'Posts of public creators, by plays'),
  top_sounds: top(Sound, 'Sounds, by the posts that use them'),
  top_hashtags: top(TopHashtag, 'Hashtags, by the posts that use them'),
  top_places: top(Place, 'Places, by the posts tagged with them'),
  top_effects: top(Effect, 'Camera effects, by uses'),
  top_live_rooms: top(LiveSearchResult, 'Live rooms that are live now, by viewers')
})
export type Dataset = Type.Static<typeof Dataset>
