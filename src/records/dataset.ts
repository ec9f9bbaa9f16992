import type Type from 'typebox'
import { Effect } from './effect.ts'
import { count, list, nullable, record, unixTime } from './fields.ts'
import { LiveSearchResult } from './live-room.ts'
import { Place } from './place.ts'
import { HashtagUse, Post } from './post.ts'
import { Sound } from './sound.ts'
import { UserProfile } from './user-profile.ts'

export const TopHashtag = record('TopHashtag', 'A hashtag, and how many posts of the data carry it.', {
  ...HashtagUse.properties,
  posts_count: count('Number of posts of the data that carry the hashtag.')
})
export type TopHashtag = Type.Static<typeof TopHashtag>

/** Maximum length of each list of the most popular. */
export const topLength = 12

const top = <T extends Type.TSchema>(items: T, what: string) => list(items, `${what}, at most ${topLength}.`)

export const Dataset = record('Dataset', 'The data as a whole: size, date and most popular records.', {
  as_of: nullable(
    unixTime(
      'Newest time in the data, in Unix seconds: when a post was published or counts were collected; the last day of sample data. Null for empty data.'
    )
  ),
  creators_count: count('Number of accounts with a handle.'),
  posts_count: count('Number of public posts.'),
  sounds_count: count('Number of sounds with a numeric id.'),
  hashtags_count: count('Number of hashtags.'),
  places_count: count('Number of places.'),
  effects_count: count('Number of camera effects.'),
  collections_count: count('Number of collections.'),
  live_rooms_count: count('Number of rooms that are live now.'),
  top_creators: top(UserProfile, 'Public creators with posts, most followers first'),
  top_posts: top(Post, 'Posts of public creators, most plays first'),
  top_sounds: top(Sound, 'Sounds that most posts use'),
  top_hashtags: top(TopHashtag, 'Hashtags that most posts carry'),
  top_places: top(Place, 'Places that most posts are tagged with'),
  top_effects: top(Effect, 'Camera effects, most used first'),
  top_live_rooms: top(LiveSearchResult, 'Rooms that are live now, most viewers first')
})
export type Dataset = Type.Static<typeof Dataset>
