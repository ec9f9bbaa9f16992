import { isCalendarDay } from '../../core/calendar-day.ts'
import { latestTime } from '../../records/fields.ts'

const unitSeconds: Readonly<Record<string, number>> = { h: 3_600, d: 86_400, w: 604_800 }

/** Unix seconds of a time as users write it: Unix seconds, a date or time in UTC, or an age such as 7d. `now`: in milliseconds. */
export const readSince = (text: string, now: number): number => {
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  if (count !== undefined) return Math.max(0, Math.floor(now / 1_000) - Number(count) * (unitSeconds[unit] ?? 0))
  const isMoment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
  const seconds = /^\d{1,12}$/.test(text)
    ? Number(text)
    : isMoment && isCalendarDay(text.slice(0, 10))
      ? Math.ceil(Date.parse(text) / 1_000)
      : Number.NaN
  if (seconds >= 0 && seconds <= latestTime) return seconds
  throw new Error(
    'must be a date such as 2026-05-01, a time such as 2026-05-01T12:00:00Z, Unix seconds, or 7d for a week ago'
  )
}
