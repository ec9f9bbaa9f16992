/** Opacity of each tint; the same values as in the style sheet. */
export const tints = [0, 0.35, 0.6, 0.8, 1] as const

/** The tint of a count. `most`: the count with the darkest tint, common to all grids of a comparison. */
export const tintOf = (count: number, most: number): number =>
  Math.ceil((count / Math.max(most, 1)) * (tints.length - 1))
