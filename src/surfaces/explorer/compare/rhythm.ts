/** Row names. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Posts by weekday, Monday first, and hour of the day, all in UTC: seven rows of 24 counts. */
export type Rhythm = readonly (readonly number[])[]

export const rhythmOf = (times: readonly string[]): Rhythm => {
  const counts = weekdays.map(() => Array.from({ length: 24 }, () => 0))
  for (const time of times) {
    const at = new Date(time)
    const day = counts[(at.getUTCDay() + 6) % 7]
    const hour = at.getUTCHours()
    if (day !== undefined) day[hour] = (day[hour] ?? 0) + 1
  }
  return counts
}

export const highest = (rhythm: Rhythm): number => Math.max(...rhythm.flat())

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const mostOf = (counts: readonly number[]): number => counts.indexOf(Math.max(...counts))

/** The weekday and the hour with the most posts. */
export const busiest = (rhythm: Rhythm): { weekday: string; hour: number } => ({
  weekday: weekdays[mostOf(rhythm.map(sum))] ?? weekdays[0],
  hour: mostOf(Array.from({ length: 24 }, (_, hour) => sum(rhythm.map((day) => day[hour] ?? 0))))
})
