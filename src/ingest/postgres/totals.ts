import { statement } from '../../store/postgres/database.ts'
import { mostLikesOfPost } from '../merge/merge-store.ts'

/** Adds up what the posts of accounts come to. It stands in for totals that no feed told. */
export const addUpPosts = statement(`UPDATE users u SET listed_videos = sums.videos, listed_likes = sums.likes
  FROM (SELECT author_pk, count(*) AS videos, sum(least(coalesce(likes, 0), ${mostLikesOfPost})) AS likes
    FROM posts GROUP BY author_pk) sums
  WHERE u.pk = sums.author_pk`)
