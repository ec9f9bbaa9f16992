const locale = 'en'
const whole = new Intl.NumberFormat(locale)
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const axisDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })

/** 151400033 as 151,400,033. */
export const fullCount = (count: number): string => whole.format(count)
/** 151400033 as 151.4M. */
export const compactCount = (count: number): string => short.format(count)
/** 0.0512 as 5.1%. */
export const percent = (fraction: number): string => share.format(fraction)
/** 4 March as Mar 4, for an axis whose years are known. */
export const dayOfYear = (unixSeconds: number): string => axisDay.format(new Date(unixSeconds * 1_000))
export const shortDate = (iso: string): string => day.format(new Date(iso))
export const fullDate = (iso: string): string => moment.format(new Date(iso))

/** 75 seconds as 1:15. */
export const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** One thing, two things. */
export const counted = (count: number, one: string, many: string): string =>
  `${compactCount(count)} ${count === 1 ? one : many}`
