import { count, id, list, nullable, record, text, unixTime } from '../../records/fields.ts'
import { Post } from '../../records/post.ts'
import { UserProfile } from '../../records/user-profile.ts'

/** Rows of exported histories: the counts of one object at one time. */

const at = unixTime('When they were collected, in Unix seconds.')
const source = nullable(text('Name of the source; null where it has none.'))
const marks = {
  rounded: list(text('Name of a count.'), 'Counts that are rounded.'),
  negative: list(text('Name of a count.'), 'Counts that are null because the source gave a negative number.')
}

const post = Post.properties
export const PostHistoryRow = record('PostHistoryRow', 'Counts of a post at one moment.', {
  post_id: id('The post.'),
  at,
  source,
  plays: nullable(post.plays),
  likes: nullable(post.likes),
  comments: nullable(post.comments),
  shares: nullable(post.shares),
  saves: nullable(post.saves),
  reposts: nullable(post.reposts),
  ...marks
})

const user = UserProfile.properties
export const UserHistoryRow = record('UserHistoryRow', 'Counts of a creator at one moment.', {
  username: text('Handle of the creator, as it was asked for.'),
  at,
  source,
  followers: nullable(user.followers),
  following: nullable(user.following),
  total_likes: nullable(user.total_likes),
  total_videos: nullable(user.total_videos),
  ...marks
})

const posts = {
  at: unixTime('Start of the day in UTC, or when the number was collected, in Unix seconds.'),
  source,
  posts_count: nullable(count('Public posts published by the end of that day, or the number as it was collected.')),
  new_posts: nullable(count('Posts published on that day; null where the number was collected.'))
}
export const SoundHistoryRow = record('SoundHistoryRow', 'Posts with a sound by one day.', {
  sound_id: id('The sound.'),
  ...posts
})
export const HashtagHistoryRow = record('HashtagHistoryRow', 'Posts with a hashtag by one day.', {
  hashtag_id: id('The hashtag.'),
  ...posts
})
