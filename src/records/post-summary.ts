import type Type from 'typebox'
import { Distribution } from './distribution.ts'
import { count, fraction, list, nullable, record, text, unixTime } from './fields.ts'

const posts = count('Number of posts.')

const sum = (what: string) => nullable(count(`${what} of these posts together. Null when none is known.`))
export const TimelineEntry = record('TimelineEntry', 'Posts that were published in one step of a timeline.', {
  start: unixTime('When the step begins, in Unix seconds.'),
  posts,
  plays: sum('Plays')
})
export type TimelineEntry = Type.Static<typeof TimelineEntry>
/** Sums of counts. Unknown counts add nothing. */
export const PostSums = record('PostSums', 'Sums of counts over posts. Unknown counts add nothing.', {
  plays: sum('Plays'),
  likes: sum('Likes'),
  comments: sum('Comments'),
  shares: sum('Shares'),
  saves: sum('Saves'),
  reposts: sum('Reposts')
})
export type PostSums = Type.Static<typeof PostSums>
export const GroupEntry = record(
  'GroupEntry',
  'Posts that have a creator, hashtag, sound, place, country or language in common.',
  {
    id: nullable(
      // A hashtag or sound without id has a key of its facts (`facts-key.ts`).
      text(
        'Id of the creator, hashtag, sound or place; null for a country or a language, and for what comes without one.'
      )
    ),
    name: nullable(
      text('Handle of the creator, text of the hashtag without the leading #, or code; null for sounds and places.')
    ),
    posts,
    sums: PostSums,
    engagement_rate: nullable(
      fraction(
        'Mean engagement rate of the posts whose rate is known, as a fraction: 0.05 is 5 %. Null without such a post.'
      )
    )
  }
)
export type GroupEntry = Type.Static<typeof GroupEntry>
/** Facets of a list of posts. Each read fills the requested facet and leaves the others null. */
export const PostSummary = record('PostSummary', 'Counts over a list of posts.', {
  count: nullable(posts),
  plays: nullable(Distribution),
  likes: nullable(Distribution),
  duration_seconds: nullable(Distribution),
  engagement_rate: nullable(Distribution),
  sums: nullable(PostSums),
  timeline: nullable(list(TimelineEntry, 'Steps with posts, the earliest first.')),
  groups: nullable(list(GroupEntry, 'The first groups in their order.'))
})
export type PostSummary = Type.Static<typeof PostSummary>
