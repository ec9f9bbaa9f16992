export type Point = { x: number; y: number }

const median = (numbers: number[]): number => {
  const sorted = numbers.sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/**
 * How fast `y` grows with `x`: the median of the slopes between any two points (Theil and Sen), which a few points that stick out do not
 * change. 0 for fewer than two.
 */
export const slope = (points: readonly Point[]): number => {
  const slopes: number[] = []
  for (const [index, from] of points.entries()) {
    for (const to of points.slice(index + 1)) slopes.push((to.y - from.y) / (to.x - from.x))
  }
  return slopes.length === 0 ? 0 : median(slopes)
}
