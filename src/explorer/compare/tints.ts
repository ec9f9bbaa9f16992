/** How much of a colour each tint shows; the style sheet's tints are the same. */
export const tints = [0, 0.35, 0.6, 0.8, 1] as const

/** The tint of a count. `most`: the count that has the deepest, common to all grids that are held beside each other. */
export const tintOf = (count: number, most: number): number =>
  Math.ceil((count / Math.max(most, 1)) * (tints.length - 1))
