type Played = { readonly plays: number; readonly likes: number; readonly comments: number; readonly shares: number }

/** Likes, comments and shares per play; null for a post without plays. */
export const engagementOf = ({ plays, likes, comments, shares }: Played): number | null =>
  plays === 0 ? null : (likes + comments + shares) / plays
