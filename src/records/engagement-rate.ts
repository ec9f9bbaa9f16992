import type { Post } from './post.ts'

const precision = 1e6

/** Likes, comments and shares per play, rounded to 6 decimals; null for a post without plays. */
export const engagementRateOf = ({
  plays,
  likes,
  comments,
  shares
}: Pick<Post, 'plays' | 'likes' | 'comments' | 'shares'>): number | null =>
  plays === 0 ? null : Math.round(((likes + comments + shares) / plays) * precision) / precision
