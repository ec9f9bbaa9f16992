import { mostLikesOfPost } from '../gathered.ts'

/** Adds up what the posts of accounts come to. It stands in for totals that no feed told. */
export const addUpPosts = `UPDATE users SET listed_videos = (SELECT count(*) FROM posts WHERE author_pk = users.pk),
  listed_likes = (SELECT coalesce(sum(min(coalesce(likes, 0), ${mostLikesOfPost})), 0) FROM posts WHERE author_pk = users.pk)`
