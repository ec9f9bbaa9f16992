const dayMs = 86_400_000

/** Posts of a day in UTC. `at`: its midnight in ISO 8601. */
export type Day = { readonly at: string; readonly count: number; readonly plays: number | null }

/** A rise in use: its first day, and the posts of the seven days from then on and of the seven days before. */
export type TakeOff = { at: number; after: number; before: number }

/** Least ratio of posts to the week before. */
const leastRatio = 3
/** Minimum difference of two counts in standard deviations: 25 posts suffice after none. */
const beyondChance = 5

const isRise = (after: number, before: number) =>
  after >= leastRatio * before && after - before >= beyondChance * Math.sqrt(after + before)

/**
 * When use took off: the seven days with the largest increase over the seven days before, if they have at least three times as many posts and
 * the difference is at least five standard deviations (the square root of both counts together). It is dated to the day among them with the
 * largest increase over the day before. A first week that no later one surpasses is a take-off too. `days` ascend; days without posts may be
 * missing.
 */
export const takeOffOf = (days: readonly Day[]): TakeOff | null => {
  const counts = new Map(days.map(({ at, count }) => [Date.parse(at), count]))
  const countIn = (from: number, length: number): number => {
    let sum = 0
    for (let day = 0; day < length; day++) sum += counts.get(from + day * dayMs) ?? 0
    return sum
  }
  /** The first of some days with the largest increase over the same number of days before. */
  const steepest = (starts: readonly number[], length: number): number | undefined => {
    const increase = (at: number) => countIn(at, length) - countIn(at - length * dayMs, length)
    return starts.reduce<number | undefined>(
      (best, at) => (best === undefined || increase(at) > increase(best) ? at : best),
      undefined
    )
  }
  const starts = [...counts.keys()]
  const [first] = starts
  if (first === undefined) return null
  // The week before the first post is unknown.
  const week = steepest(
    starts.filter((at) => at >= first + 7 * dayMs),
    7
  )
  const [inFirst, after, before] = [
    countIn(first, 7),
    week === undefined ? 0 : countIn(week, 7),
    week === undefined ? 0 : countIn(week - 7 * dayMs, 7)
  ]
  if (inFirst >= after && isRise(inFirst, 0)) return { at: first, after: inFirst, before: 0 }
  if (week === undefined || !isRise(after, before)) return null
  const at = steepest(
    starts.filter((start) => start >= week && start < week + 7 * dayMs),
    1
  )
  return { at: at ?? week, after, before }
}

/** Posts of a day, of a week from Monday, or of a month. Times are Unix milliseconds; `end` is not included. */
export type Step = { start: number; end: number; count: number; plays: number | null }

const stepOf = {
  day: (at: number) => [at, at + dayMs] as const,
  week: (at: number) => {
    // Unix time begins on a Thursday.
    const start = at - ((Math.floor(at / dayMs) + 3) % 7) * dayMs
    return [start, start + 7 * dayMs] as const
  },
  month: (at: number) => {
    const date = new Date(at)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    return [Date.UTC(year, month), Date.UTC(year, month + 1)] as const
  }
}

export type StepName = keyof typeof stepOf

/** The shortest steps with few enough parts of a span for a chart. */
const nameFor = (spanMs: number): StepName => (spanMs < 100 * dayMs ? 'day' : spanMs < 1_000 * dayMs ? 'week' : 'month')

/** Days joined into steps that fit a chart. Omits steps without posts. */
export const stepsOf = (days: readonly Day[]): { name: StepName; steps: readonly Step[] } => {
  const times = days.map(({ at }) => Date.parse(at))
  const name = nameFor((times.at(-1) ?? 0) - (times[0] ?? 0))
  const steps: Step[] = []
  for (const [index, { count, plays }] of days.entries()) {
    const [start, end] = stepOf[name](times[index] ?? 0)
    const last = steps.at(-1)
    if (last?.start === start) {
      last.count += count
      if (plays !== null) last.plays = (last.plays ?? 0) + plays
    } else steps.push({ start, end, count, plays })
  }
  return { name, steps }
}

/** Maximum rows of the lists beside the chart. */
const maxRows = 5

/** The expected rows of these lists, from a loaded page of posts. */
export const rowsOf = (posts: { readonly nodes: readonly unknown[] } | null): number =>
  Math.min(maxRows, posts?.nodes.length ?? 0)
