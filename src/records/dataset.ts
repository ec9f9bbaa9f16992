import type Type from 'typebox'
import { Effect } from './effect.ts'
import { count, list, nullable, record, unixTime } from './fields.ts'
import { LiveSearchResult } from './live-room.ts'
import { Place } from './place.ts'
import { HashtagUse, Post } from './post.ts'
import { Sound } from './sound.ts'
import { UserProfile } from './user-profile.ts'

export const TopHashtag = record('TopHashtag', 'A hashtag and how many of the posts that are there use it.', {
  ...HashtagUse.properties,
  posts_count: count('Posts that use the hashtag, of those that are there.')
})
export type TopHashtag = Type.Static<typeof TopHashtag>

/** Maximum length of each list of the most popular. */
export const topLength = 12

const top = <T extends Type.TSchema>(items: T, what: string) => list(items, `${what}, at most ${topLength}.`)

export const Dataset = record(
  'Dataset',
  'The data that are served as a whole: how much there is, of when, and what is most popular.',
  {
    as_of: nullable(
      unixTime(
        'The newest moment that the data tell of, in Unix seconds: of a post, of collecting, or the day they were made for.'
      )
    ),
    creators_count: count('Accounts with a handle.'),
    posts_count: count('Posts.'),
    sounds_count: count('Sounds with a page of their own.'),
    hashtags_count: count('Hashtags.'),
    places_count: count('Places.'),
    effects_count: count('Camera effects.'),
    collections_count: count('Collections of posts.'),
    live_rooms_count: count('Live rooms that are on the air.'),
    top_creators: top(UserProfile, 'Public creators with posts, by followers'),
    top_posts: top(Post, 'Posts of public creators, by plays'),
    top_sounds: top(Sound, 'Sounds, by the posts that use them'),
    top_hashtags: top(TopHashtag, 'Hashtags, by the posts that use them'),
    top_places: top(Place, 'Places, by the posts tagged with them'),
    top_effects: top(Effect, 'Camera effects, by uses'),
    top_live_rooms: top(LiveSearchResult, 'Live rooms on the air, by viewers')
  }
)
export type Dataset = Type.Static<typeof Dataset>
