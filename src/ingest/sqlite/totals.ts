import { mostLikesOfPost } from '../merge/merge-store.ts'

/** Adds up what the posts of accounts come to. It stands in for totals that no feed told. */
export const addUpPosts = `UPDATE users SET listed_videos = (SELECT count(*) FROM posts WHERE author_pk = users.pk),
  listed_likes = (SELECT coalesce(sum(min(coalesce(likes, 0), ${mostLikesOfPost})), 0) FROM posts WHERE author_pk = users.pk)`

/** The same of a whole data set, with what posts of sounds and places come to: each table is gone through once. */
export const addUpAllPosts = `
  UPDATE users SET listed_videos = 0, listed_likes = 0 WHERE listed_videos <> 0;
  UPDATE users SET listed_videos = more.videos, listed_likes = more.likes
    FROM (SELECT author_pk, count(*) AS videos, sum(min(coalesce(likes, 0), ${mostLikesOfPost})) AS likes
      FROM posts WHERE +author_pk IS NOT NULL GROUP BY +author_pk) more WHERE users.pk = more.author_pk;
  ${['sound', 'place']
    .map(
      (kind) => `UPDATE ${kind}s SET posts_count = 0 WHERE posts_count <> 0;
  UPDATE ${kind}s SET posts_count = more.posts
    FROM (SELECT ${kind}_pk, count(*) AS posts FROM posts WHERE ${kind}_pk IS NOT NULL GROUP BY ${kind}_pk) more WHERE ${kind}s.pk = more.${kind}_pk;`
    )
    .join('\n  ')}`
