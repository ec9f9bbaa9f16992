/** The quantile of `share`, with linear interpolation. `ascending` is sorted and not empty. */
const quantile = (ascending: readonly number[], share: number): number => {
  const place = (ascending.length - 1) * share
  const [below = 0, above = below] = [ascending[Math.floor(place)], ascending[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}

/** Fewest values for quartiles. */
const fewest = 5

/** The median and the quartiles. The range is null for fewer than five values. */
export type Usual = { median: number; range: readonly [from: number, to: number] | null }

/** Null without values. */
export const usualOf = (values: readonly number[]): Usual | null => {
  if (values.length === 0) return null
  const ascending = values.toSorted((a, b) => a - b)
  return {
    median: quantile(ascending, 0.5),
    range: values.length < fewest ? null : [quantile(ascending, 0.25), quantile(ascending, 0.75)]
  }
}

/** Minimum and maximum; null for an empty list. Works for lists too long for function arguments. */
export const extentOf = (values: readonly number[]): readonly [least: number, greatest: number] | null => {
  const [first] = values
  if (first === undefined) return null
  let [least, greatest] = [first, first]
  for (const value of values) {
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  return [least, greatest]
}
