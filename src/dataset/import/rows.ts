import type { DatasetWriter, PostRow } from '../../source/sql/writer.ts'
import type { DecodedPost } from './decoder.ts'
import { mergeAuthors } from './merge-authors.ts'
import { mergeHashtags } from './merge-hashtags.ts'
import { mergeSounds } from './merge-sounds.ts'
import { countMissing, type ImportSummary } from './summary.ts'

/** Writes decoded posts, whatever their format, with the accounts, sounds and hashtags they name. Ids of posts are unique. */
export const writeRows = (
  posts: readonly DecodedPost[],
  writer: DatasetWriter,
  onPosts: (done: number, total: number) => void
): Pick<ImportSummary, 'posts' | 'users' | 'sounds' | 'hashtags' | 'missing'> => {
  const authors = mergeAuthors(posts)
  const sounds = mergeSounds(posts)
  const hashtags = mergeHashtags(posts)

  // Posts refer to the others.
  for (const row of authors.users) writer.user(row)
  for (const row of sounds.sounds) writer.sound(row)
  for (const row of hashtags.hashtags) writer.hashtag(row)

  posts.forEach((post, index) => {
    writer.post({
      pk: index + 1,
      post_id: post.post_id,
      author_pk: authors.pkOf.get(post) ?? null,
      sound_pk: sounds.pkOf.get(post) ?? null,
      place_pk: null,
      caption: post.caption,
      created_at: post.created_at,
      is_ad: post.is_ad ?? false,
      plays: post.plays ?? 0,
      likes: post.likes ?? 0,
      comments: post.comments ?? 0,
      shares: post.shares ?? 0,
      saves: post.saves ?? 0,
      reposts: post.reposts ?? 0,
      cover_url: post.cover_url,
      share_url: post.share_url,
      duration_seconds: post.duration_seconds ?? 0,
      video_height: post.video_height ?? 0,
      video_width: post.video_width ?? 0,
      hashtags: usesWithRows(post, hashtags.pkOf)
    })
    if ((index + 1) % 10_000 === 0) onPosts(index + 1, posts.length)
  })
  onPosts(posts.length, posts.length)

  return {
    posts: posts.length,
    users: authors.users.length,
    sounds: sounds.sounds.length,
    hashtags: hashtags.hashtags.length,
    missing: countMissing(posts, { user_id: authors.withoutId, followers: authors.withoutFollowers })
  }
}

const usesWithRows = (post: DecodedPost, pkOf: (use: DecodedPost['hashtags'][number]) => number | null) => {
  const uses: PostRow['hashtags'][number][] = []
  for (const use of post.hashtags) {
    const pk = pkOf(use)
    // The post keeps its own spelling; the row's name is the first one of the file.
    if (pk !== null) uses.push({ ...use, pk })
  }
  return uses
}
