import { isCalendarDay } from '../../core/calendar-day.ts'
import { isAhead, latestTime, maxCount } from '../../records/fields.ts'
import { isHandle, isId } from '../../records/identifiers.ts'

/** Reads single values of foreign documents. Null means missing or impossible. Nothing here throws. */

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a nested object; empty without one. */
export const readFields = (value: unknown): Fields => (isFields(value) ? value : {})

const largestId = '9223372036854775807'

/** Whether an id exceeds 64 bits. */
export const isBeyond64Bits = (value: unknown): boolean => {
  const digits = typeof value === 'string' || typeof value === 'bigint' ? String(value).replace(/^0+/, '') : ''
  return /^\d{19,}$/.test(digits) && (digits.length > 19 || digits > largestId)
}

/** An id of zeros means none. Numbers count only while they are exact. */
export const readId = (value: unknown): string | null => {
  const id = typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value
  if (typeof id !== 'string' || !isId(id) || (id.length > 18 && isBeyond64Bits(id))) return null
  return /^0+$/.test(id) ? null : id
}

const units: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, 万: 1e4, 亿: 1e8 }
const plain = /^\s*\d+(?:\.\d+|,0{1,2})?\s*$/
const grouped = /^\s*\d{1,3}(,\d{3})+\s*$/
const groupedByPoints = /^\s*\d{1,3}(\.\d{3})+\s*$/
const abbreviated = /^\s*(\d+(?:[.,]\d+)?)\s?([kmb万亿])\s*$/i

/** Whether a total is abbreviated, such as "12.3M", so that only its first digits are known. */
export const isAbbreviated = (value: unknown): boolean => typeof value === 'string' && abbreviated.test(value)

const negativeText = /^\s*-[\d,.]{0,30}[1-9][\d,.]{0,30}\s?[kmb]?\s*$/i

/** Whether a total is below zero: it wrapped around, or stands for none. */
export const isNegative = (value: unknown): boolean => {
  if (typeof value === 'string') return negativeText.test(value)
  return (typeof value === 'number' || typeof value === 'bigint') && value < 0
}

const parseNumber = (text: string): number | null => {
  if (plain.test(text)) return Number(text.replace(',', '.'))
  if (grouped.test(text)) return Number(text.replaceAll(',', ''))
  const [, digits = '', unit = ''] = abbreviated.exec(text) ?? []
  const factor = units[unit.toLowerCase()]
  return factor === undefined ? null : Math.round(Number(digits.replace(',', '.')) * factor)
}

/** A number from 0, or a text with one, of any unit. Whole and at most 2^53 − 1. */
const readNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' ? parseNumber(value) : typeof value === 'bigint' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null
  // Adding 0 turns −0 into 0.
  return Math.min(Math.floor(number), maxCount) + 0
}

/**
 * A total: a number, or a text such as "1234", "1,234", "1.234" and "1.2K". A total is whole, so three digits behind a point are a group.
 * Null for negative ones; larger ones are capped at 2^53 − 1.
 */
export const readCount = (value: unknown): number | null =>
  readNumber(typeof value === 'string' && groupedByPoints.test(value) ? value.replaceAll('.', '') : value)

const compactDay = /^((?:19|20)\d{2})(\d{2})(\d{2})$/
const dateTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i
/** As mail (RFC 5322) and scripts write it, with the zone. */
const wordyTime = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [\w ]{5,12}[\d: ]{9,18}(?:(?:GMT|UTC)?[+-]\d{4}|GMT|UTC)/

/**
 * Unix seconds from seconds, milliseconds or microseconds, as number or text, or from an ISO date, in UTC by default. Times up to the start
 * of 1970 mean none.
 */
export const readTime = (value: unknown): number | null => {
  const match = typeof value === 'string' ? dateTime.exec(value.trim().replace(compactDay, '$1-$2-$3')) : null
  if (match !== null) {
    const [text, zone] = match
    if (!isCalendarDay(text.slice(0, 10))) return null
    // Without a zone, `Date.parse` would use local time.
    const isUtc = zone === undefined && text.length > 10
    const ms = Date.parse(`${text.replace(' ', 'T').replace(/\s?(?:UTC|GMT)$/i, 'Z')}${isUtc ? 'Z' : ''}`)
    return ms >= 1000 ? Math.floor(ms / 1000) : null
  }
  if (typeof value === 'string' && wordyTime.test(value)) {
    const ms = Date.parse(value)
    return ms >= 1000 ? Math.floor(ms / 1000) : null
  }
  let number = readNumber(value)
  if (number === null || number === 0 || isAbbreviated(value)) return null
  // 10^11 seconds are in the year 5138, 10^11 milliseconds in 1973, before the platform existed.
  for (let step = 0; step < 2 && number > 1e11; step++) number = Math.floor(number / 1000)
  return number <= latestTime ? number : null
}

/** A past time, read as by `readTime`; null for a future one. */
export const readPastTime = (value: unknown): number | null => {
  const time = readTime(value)
  return time === null || isAhead(time) ? null : time
}

/** A small integer; null beyond 32 bits, which no duration or frame size exceeds. */
export const readInt = (value: unknown): number | null => {
  const number = readNumber(value)
  return number !== null && number <= 0x7fff_ffff ? number : null
}

const unreadable = /[\0\p{Surrogate}]/gu

/** Text without NUL and lone surrogates, which some stores reject; null when blank. */
export const readText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const text = value.isWellFormed() && !value.includes('\0') ? value : value.replace(unreadable, '')
  return text.trim() === '' ? null : text
}

export const readFlag = (value: unknown): boolean | null => {
  if (value === true || value === 1 || value === 'true' || value === '1') return true
  if (value === false || value === 0 || value === 'false' || value === '0') return false
  if (typeof value !== 'string') return null
  // Tables spell flags in their own ways.
  if (/^(true|yes)$/i.test(value)) return true
  return /^(false|no)$/i.test(value) ? false : null
}

const plainUrl = /^https?:\/\/[a-z\d][a-z\d.-]*\/[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/i
const notInUri = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu

/** An absolute http or https URL, unchanged unless it contains invalid characters. */
export const readUrl = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  // Nearly every URL; parsing it would add nothing.
  if (plainUrl.test(value)) return value
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(value)) return null
  const url = URL.parse(value)
  if (url === null) return null
  return value.search(notInUri) < 0 ? value : url.href.replace(notInUri, encodeURIComponent)
}

/** A username without @. Never repaired: a changed handle would name another account. */
export const readUsername = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const username = value.replace(/^@/, '')
  return isHandle(username) ? username : null
}

const bareHost = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/

/** The link in a profile, possibly without a scheme or as an object. */
export const readWebsite = (value: unknown): string | null => {
  const link = isFields(value) ? (value.link ?? value.url) : value
  return readUrl(typeof link === 'string' && bareHost.test(link) ? `https://${link}` : link)
}

/** A URL, or the first one of `{url_list: [URL, …]}`. */
export const readAsset = (value: unknown): string | null => {
  const list = isFields(value) ? value.url_list : value
  return readUrl(Array.isArray(list) ? list[0] : list)
}
