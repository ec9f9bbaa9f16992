import type { Day } from '../src/surfaces/explorer/parts/take-off.ts'

/** Days with posts, as the graph gives them, from publication times in Unix milliseconds. */
export const daysOf = (times: readonly number[]): Day[] => {
  const days = Map.groupBy(times, (at) => new Date(at).toISOString().slice(0, 10))
  return [...days]
    .map(([day, of]) => ({ at: `${day}T00:00:00.000Z`, count: of.length, plays: 10 * of.length }))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
