import type Type from 'typebox'
import { Distribution } from './distribution.ts'
import { count, id, list, nullable, record, text, unixTime } from './fields.ts'

const posts = count('Number of posts.')
const plays = count('Plays of these posts together.')

export const TimelineEntry = record('TimelineEntry', 'Posts of one step of a timeline.', {
  start: unixTime('When the step begins, in Unix seconds.'),
  posts,
  plays
})
export const CreatorEntry = record('CreatorEntry', 'A creator with several of the posts.', {
  username: text('Handle without the leading @.'),
  posts,
  plays
})
export const HashtagEntry = record('HashtagEntry', 'A hashtag that several of the posts carry.', {
  id: nullable(id('Numeric hashtag id.')),
  name: nullable(text('Text of the hashtag without the leading #.')),
  posts,
  plays
})
export const SoundEntry = record('SoundEntry', 'A sound that several of the posts use.', {
  sound_id: id('Numeric id of the sound.'),
  posts,
  plays
})
/** Facets of a list of posts. Each read fills what it was asked for and leaves the rest null. */
export const PostSummary = record('PostSummary', 'Counts over a list of posts.', {
  count: nullable(posts),
  plays: nullable(Distribution),
  likes: nullable(Distribution),
  duration_seconds: nullable(Distribution),
  engagement_rate: nullable(Distribution),
  timeline: nullable(list(TimelineEntry, 'Steps with posts, the earliest first.')),
  creators: nullable(list(CreatorEntry, 'Creators with most of the posts.')),
  hashtags: nullable(list(HashtagEntry, 'Hashtags of most of the posts.')),
  sounds: nullable(list(SoundEntry, 'Sounds of most of the posts.'))
})
export type PostSummary = Type.Static<typeof PostSummary>
