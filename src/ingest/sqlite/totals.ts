import { addUpPosts } from '../merge/derived.ts'

/** Adds up what the posts of all accounts, sounds and places come to: each table is gone through once. */
export const addUpAllPosts = `
  UPDATE users SET listed_videos = 0, listed_likes = 0 WHERE listed_videos <> 0;
  ${addUpPosts};
  ${['sound', 'place']
    .map(
      (kind) => `UPDATE ${kind}s SET posts_count = 0 WHERE posts_count <> 0;
  UPDATE ${kind}s SET posts_count = more.posts
    FROM (SELECT ${kind}_pk, count(*) AS posts FROM posts WHERE ${kind}_pk IS NOT NULL GROUP BY ${kind}_pk) more WHERE ${kind}s.pk = more.${kind}_pk;`
    )
    .join('\n  ')}`
