export type RefreshLimits = {
  /** Approximate number of postings changed per round, which is one transaction. */
  postingsOfRound: number
  /** Share of stale documents above which rebuilding is faster than refreshing. */
  largestShare: number
}

export const limits: RefreshLimits = { postingsOfRound: 4_000_000, largestShare: 1 / 3 }
