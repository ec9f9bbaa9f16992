/** Counts of viewers' reactions to a post; null is unknown. */
export type Engagement = {
  readonly plays: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
}

/**
 * (likes + comments + shares) / plays of one post, a fraction rounded to 6 decimals. Null without plays, and if one of the counts is unknown.
 * It may exceed 1, because one viewer can like, comment and share.
 */
export const postEngagementRate = ({ plays, likes, comments, shares }: Engagement): number | null => {
  if (plays === null || plays === 0 || likes === null || comments === null || shares === null) return null
  return Math.round(((likes + comments + shares) / plays) * 1e6) / 1e6
}
