/** The value below which `share` of the values lie, between two of them in proportion. `ascending` is sorted and not empty. */
const quantile = (ascending: readonly number[], share: number): number => {
  const place = (ascending.length - 1) * share
  const [below = 0, above = below] = [ascending[Math.floor(place)], ascending[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}

/** Of fewer values the middle half says nothing. */
const fewest = 5

/** What is usual: the median, and the two quartiles, between which the middle half lies. The range is null for fewer than five values. */
export type Usual = { median: number; range: readonly [from: number, to: number] | null }

/** Null where nothing is known. */
export const usualOf = (values: readonly number[]): Usual | null => {
  if (values.length === 0) return null
  const ascending = values.toSorted((a, b) => a - b)
  return {
    median: quantile(ascending, 0.5),
    range: values.length < fewest ? null : [quantile(ascending, 0.25), quantile(ascending, 0.75)]
  }
}

/** The least and the greatest; null where there is none. A list of any length: it is not spread into arguments. */
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
