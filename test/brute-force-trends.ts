import { leastTrendCount, type TrendWindow, trendWindows } from '../src/engines/history/growth.ts'
import type { Sample } from '../src/engines/history/samples.ts'
import { canonicalHashtag } from '../src/records/hashtag-name.ts'
import { maxTrendEntries, type TrendEntry, type TrendKind } from '../src/records/trending.ts'
import type { ReadRows, World } from './brute-force-filters.ts'
import { samplesByRow, samplesSql } from './stored-samples.ts'

/** Growth and rankings by going through all samples and all rows: what stores are compared with. */

type Kind = 'posts' | 'users'
type Growth = { growth_day: number | null; growth_week: number | null; growth_month: number | null }
export type Trends = Growth & {
  /** When growth that rankings take ends. */
  rankedAt: Readonly<Record<TrendWindow, number | null>>
}

export const noTrends: Trends = {
  ...{ growth_day: null, growth_week: null, growth_month: null },
  rankedAt: { DAY: null, WEEK: null, MONTH: null }
}

type PlainGrowth = { rate: number | null; from: number; endsAt: number }
type Seen = { at: number; count: number; isRounded: boolean }

/** The least and the most that a rounded count may have been. */
const boundsOf = ({ count, isRounded }: Seen): readonly [number, number] => {
  if (!isRounded) return [count, count]
  const zeros = /0*$/.exec(String(count))?.[0].length ?? 0
  const unit = [9, 8, 6, 4, 3].find((digits) => 10 ** digits <= count) ?? 0
  const step = count === 0 ? 1 : 10 ** Math.min(zeros, unit)
  return [count - Math.floor(step / 2), count + step - 1]
}

const growthAmong = (known: readonly Seen[], seconds: number): PlainGrowth | null => {
  const to = known.at(-1)
  if (to === undefined) return null
  const start = to.at - seconds
  const away = ({ at }: { at: number }) => Math.abs(at - start)
  const level = known.find(({ at, count }, index) => {
    const next = known[index + 1]
    return at <= start && next !== undefined && next.at > start && next.count === count
  })
  const [near] = known.filter((each) => away(each) <= seconds / 4).sort((a, b) => away(a) - away(b) || a.at - b.at)
  // A count that a rounded one equals was between the bounds of that one.
  const after = level === undefined ? undefined : known[known.indexOf(level) + 1]
  const from = level?.isRounded === false && after?.isRounded === true ? after : (level ?? near)
  if (from === undefined) return null
  if (from.count === 0) return { rate: null, from: 0, endsAt: to.at }
  const [[low, high], [least, most]] = [boundsOf(from), boundsOf(to)]
  const rate = least > high ? (least - high) / high : most < low ? (most - low) / low : 0
  return { rate, from: from.count, endsAt: to.at }
}

/** Growth of the first count, by the rule that `growthOf` describes. */
export const plainGrowth = (samples: readonly Sample[], seconds: number): PlainGrowth | null => {
  const byMoment = new Map<number, Seen>()
  for (const { at, values, rounded } of samples) {
    const [count = null] = values
    if (at === null || count === null) continue
    const own = { at, count, isRounded: rounded % 2 === 1 }
    const other = byMoment.get(at)
    const isBetter = other === undefined || (own.isRounded === other.isRounded ? count > other.count : other.isRounded)
    if (isBetter) byMoment.set(at, own)
  }
  const known = [...byMoment.values()].sort((a, b) => a.at - b.at)
  const exact = known.filter((seen) => {
    const [low, high] = boundsOf(seen)
    return low === high
  })
  const lag = (known.at(-1)?.at ?? 0) - (exact.at(-1)?.at ?? 0)
  return (lag <= seconds / 4 ? growthAmong(exact, seconds) : null) ?? growthAmong(known, seconds)
}

/** What samples say of each row that has any, by kind and row. */
export const readTrends = async (read: ReadRows): Promise<Readonly<Record<Kind, ReadonlyMap<number, Trends>>>> => {
  const found = { posts: new Map<number, Trends>(), users: new Map<number, Trends>() }
  for (const kind of ['posts', 'users'] as const) {
    for (const [pk, samples] of samplesByRow(kind, await read(samplesSql[kind]))) {
      const [day, week, month] = [1, 7, 30].map((days) => plainGrowth(samples, days * 86_400))
      const rankedAt = (growth: PlainGrowth | null = null) =>
        growth !== null && growth.from >= leastTrendCount ? growth.endsAt : null
      found[kind].set(pk, {
        growth_day: day?.rate ?? null,
        growth_week: week?.rate ?? null,
        growth_month: month?.rate ?? null,
        rankedAt: { DAY: rankedAt(day), WEEK: rankedAt(week), MONTH: rankedAt(month) }
      })
    }
  }
  return found
}

const columns = { DAY: 'growth_day', WEEK: 'growth_week', MONTH: 'growth_month' } as const

const down = (a: number | null, b: number | null) => (b ?? -1) - (a ?? -1)

/** The whole ranking of a kind within a window. */
export const trendingOf = (world: World, kind: TrendKind, window: TrendWindow): TrendEntry[] => {
  const { asOf } = world
  if (asOf === null) return []
  const from = asOf - trendWindows[window]
  const column = columns[window]
  const rises = ({
    rankedAt,
    numbers
  }: Pick<Trends, 'rankedAt'> & { numbers: Readonly<Record<string, number | null>> }) =>
    (rankedAt[window] ?? 0) >= from && (numbers[column] ?? 0) > 0
  if (kind === 'POST') {
    return world.posts
      .filter(rises)
      .sort(
        (a, b) =>
          down(a.numbers[column], b.numbers[column]) ||
          down(a.numbers.created_at, b.numbers.created_at) ||
          b.idOrder - a.idOrder
      )
      .map(({ id, numbers }) => ({ key: id, name: null, rate: Number(numbers[column]), from: null, to: null }))
      .slice(0, maxTrendEntries)
  }
  if (kind === 'CREATOR') {
    return world.users
      .filter((user) => rises(user) && user.numbers.is_private !== 1)
      .sort((a, b) => down(a.numbers[column], b.numbers[column]) || b.idOrder - a.idOrder)
      .map(({ handle, numbers }) => ({ key: handle, name: null, rate: Number(numbers[column]), from: null, to: null }))
      .slice(0, maxTrendEntries)
  }
  const counts = new Map<number, { before: number; fresh: number }>()
  for (const { numbers, references, hashtags } of world.posts) {
    const at = numbers.created_at ?? 0
    if (at > asOf) continue
    for (const pk of kind === 'SOUND' ? [references.sound] : hashtags) {
      if (pk === null) continue
      const count = counts.get(pk) ?? { before: 0, fresh: 0 }
      if (at > from) count.fresh += 1
      else count.before += 1
      counts.set(pk, count)
    }
  }
  return [...counts]
    .flatMap(([pk, { before, fresh }]): TrendEntry[] => {
      const { id = null, name = null } = (kind === 'SOUND' ? world.sounds : world.tags).get(pk) ?? {}
      // A hashtag without an id goes by its name.
      const key = id ?? (kind === 'HASHTAG' && name !== null ? `#${canonicalHashtag(name)}` : null)
      if (key === null || before < 5 || fresh < 3) return []
      return [{ key, name, rate: fresh / before, from: before, to: before + fresh }]
    })
    .sort(
      (a, b) =>
        b.rate - a.rate || Number(b.to) - Number(b.from) - Number(a.to) + Number(a.from) || (a.key < b.key ? -1 : 1)
    )
    .slice(0, maxTrendEntries)
}
