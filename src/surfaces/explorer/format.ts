import { unknown } from '../views/counts.ts'

export { compactCount, counted, nounFor, unknown } from '../views/counts.ts'

const locale = 'en'
/** All times are shown in the zone of the data, so that all users see the same. */
const timeZone = 'UTC'
const whole = new Intl.NumberFormat(locale)
const change = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero'
})
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
const axisTime = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const axisDay = new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric' })
const axisMonth = new Intl.DateTimeFormat(locale, { timeZone, month: 'short' })
const axisYear = new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric' })
const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' })

const [regionNames, languageNames] = (['region', 'language'] as const).map(
  (type) => new Intl.DisplayNames(locale, { type })
)

/** Names of the country and the language, if known. */
export const originNames = (of: { country: string | null; language: string | null }): (string | undefined)[] => [
  of.country === null ? undefined : regionNames?.of(of.country),
  of.language === null ? undefined : languageNames?.of(of.language)
]

/** 151400033 as 151,400,033. */
export const fullCount = (count: number | null): string => (count === null ? unknown : whole.format(count))
/** 0.0512 as 5.1%. */
export const percent = (fraction: number): string => share.format(fraction)
/** 0.0512 as +5.1%. */
export const signedPercent = (fraction: number): string => change.format(fraction)
/** Hours between two times in ISO 8601. */
export const hoursBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 3_600_000
/** Labels of a time axis from Unix milliseconds: 18:00, Mar 4, Mar, 2026. */
export const clockTime = (unixMs: number): string => axisTime.format(unixMs)
export const dayOfYear = (unixMs: number): string => axisDay.format(unixMs)
export const monthName = (unixMs: number): string => axisMonth.format(unixMs)
export const yearNumber = (unixMs: number): string => axisYear.format(unixMs)
export const shortDate = (iso: string): string => day.format(new Date(iso))
export const fullDate = (iso: string): string => `${moment.format(new Date(iso))} UTC`

/** The first characters of a long text, without cutting one in half. */
export const firstCharacters = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** 75 seconds as 1:15. */
export const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
