type Played = { readonly plays: number; readonly likes: number; readonly comments: number; readonly shares: number }

/** Likes, comments and shares for each play; null for a post that was not played. */
export const engagementOf = ({ plays, likes, comments, shares }: Played): number | null =>
  plays === 0 ? null : (likes + comments + shares) / plays
