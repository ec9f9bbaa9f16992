/** What viewers did with a post; null is unknown. */
export type Engagement = {
  readonly plays: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
}

/**
 * (likes + comments + shares) / plays of one post, a fraction rounded to 6 decimals. Unknown (null) without plays or likes; unknown comments
 * and shares count as 0. It may pass 1, because one viewer can like, comment and share.
 */
export const postEngagementRate = ({ plays, likes, comments, shares }: Engagement): number | null => {
  if (plays === null || plays === 0 || likes === null) return null
  return Math.round(((likes + (comments ?? 0) + (shares ?? 0)) / plays) * 1e6) / 1e6
}
