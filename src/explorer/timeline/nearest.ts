import type { DotPositions } from './dot-positions.ts'

/** The first index at or after `x`. */
const firstFrom = (xs: Float32Array, x: number): number => {
  let [low, high] = [0, xs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((xs[middle] ?? 0) < x) low = middle + 1
    else high = middle
  }
  return low
}

/** The index of the dot nearest to a position, within this many pixels; null if there is none. Examines only that vertical strip. */
export const nearest = ({ xs, ys }: DotPositions, x: number, y: number, within: number): number | null => {
  let found: number | null = null
  let least = within
  for (let index = firstFrom(xs, x - within); index < xs.length && (xs[index] ?? 0) <= x + within; index += 1) {
    const away = Math.hypot((xs[index] ?? 0) - x, (ys[index] ?? 0) - y)
    if (away > least) continue
    least = away
    found = index
  }
  return found
}
