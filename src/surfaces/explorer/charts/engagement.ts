type Played = Readonly<Record<'plays' | 'likes' | 'comments' | 'shares', number | null>>

/** Likes, comments and shares per play; null for a post without plays, or with an unknown count. */
export const engagementOf = ({ plays, likes, comments, shares }: Played): number | null =>
  plays === null || plays === 0 || likes === null || comments === null || shares === null
    ? null
    : (likes + comments + shares) / plays
