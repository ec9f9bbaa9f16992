import { isCalendarDay } from '../../core/calendar-day.ts'
import { unescapedText } from '../../core/csv.ts'
import { factsSeparator } from '../../records/facts-key.ts'
import { isAhead, latestTime, maxCount } from '../../records/fields.ts'
import { hashtagSigns } from '../../records/hashtag-name.ts'
import { isHandle, isId } from '../../records/identifiers.ts'
import { recordSeparator } from '../../store/tables/suggestions.ts'
import { cellValue, unescapedPython } from '../input/element-json.ts'
import { isAbbreviated, NumberColumns } from './number-columns.ts'

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

/** An id of zeros means none. Numbers are valid only if exact. An apostrophe before it keeps spreadsheets from converting the cell. */
export const readId = (value: unknown): string | null => {
  const exact = typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value
  const id = typeof exact === 'string' ? unescapedText(exact.trim()) : exact
  if (typeof id !== 'string' || !isId(id) || (id.length > 18 && isBeyond64Bits(id))) return null
  return /^0+$/.test(id) ? null : id
}

const negativeText = /^\s*-[\d,.]{0,30}[1-9][\d,.]{0,30}\s?[kmb]?\s*$/i

/** Whether a total is negative: it wrapped around, or means unknown. */
export const isNegative = (value: unknown): boolean => {
  if (typeof value === 'string') return negativeText.test(value)
  return (typeof value === 'number' || typeof value === 'bigint') && value < 0
}

/** A number from 0, or a text with one, in any unit. Returns it whole and at most 2^53 − 1. `key`: of its column in the file. */
const readNumber = (value: unknown, isTotal: boolean, numbers?: NumberColumns, key?: unknown): number | null => {
  let number = value
  if (typeof value === 'string') number = (numbers ?? new NumberColumns()).read(key, value, isTotal)
  else if (typeof value === 'bigint') number = Number(value)
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null
  // Adding 0 turns −0 into 0.
  return Math.min(Math.floor(number), maxCount) + 0
}

/** A total: a number, or a text such as "1234", "1,234" and "1.2K". Null for negative ones; larger ones are capped at 2^53 − 1. */
export const readCount = (value: unknown, numbers?: NumberColumns, key?: unknown): number | null =>
  readNumber(value, true, numbers, key)

/** Unix seconds have ten digits since 2001. In tables a smaller number is a year, or a day as spreadsheets count them. */
const earliest = 1_000_000_000
/** Whether a number is a day of this century in the count of spreadsheets. Libraries write them to JSON as numbers. */
const isSpreadsheetDay = (number: number): boolean => number >= 36_526 && number <= 73_050

const compactDay = /^((?:19|20)\d{2})(\d{2})(\d{2})$/
/** Zones are offsets, which Go also writes after `UTC` or before a name. */
const dateTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s?(?:Z|(?:UTC|GMT)?(?:([+-])(\d{2})(?::?(\d{2}))?(?: [A-Z]{2,5})?)?))?$/i
const unixTime = /^\d{9,}$/
/** Times of data frames, which exceed 2^53. */
const nanoseconds = /^\d{19}$/
/** Times of mail (RFC 5322) and scripts, with the zone. */
const wordyTime = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [\w ]{5,12}[\d: ]{9,18}(?:(?:GMT|UTC)?[+-]\d{4}|GMT|UTC)/

/**
 * Unix seconds from seconds, milliseconds, microseconds or nanoseconds, as number or text, or from an ISO date, in UTC by default. Times up
 * to the start of 1970 mean none.
 */
export const readTime = (value: unknown): number | null => {
  const text = typeof value === 'string' && !unixTime.test(value) ? unescapedText(value.trim()) : ''
  const match = dateTime.exec(text.replace(compactDay, '$1-$2-$3'))
  if (match !== null) {
    const [, day = '', hour = 0, minute = 0, second = 0, sign, offsetHours = 0, offsetMinutes = 0] = match
    const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
    const isClock = [minute, second, offsetMinutes].every((part) => Number(part) < 60) && seconds <= 86_400
    if (!isClock || !isCalendarDay(day) || Number(offsetHours) > 23) return null
    const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -60 : 60)
    const time = Date.parse(day) / 1000 + seconds - offset
    return time > 0 ? time : null
  }
  if (wordyTime.test(text)) {
    const ms = Date.parse(text)
    return ms >= 1000 ? Math.floor(ms / 1000) : null
  }
  let number = readNumber(typeof value === 'string' && nanoseconds.test(value) ? value.slice(0, -9) : value, false)
  if (number === null || number === 0 || isAbbreviated(value)) return null
  if (typeof value === 'string' ? number < earliest : isSpreadsheetDay(number)) return null
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
export const readInt = (value: unknown, numbers?: NumberColumns, key?: unknown): number | null => {
  const number = readNumber(value, false, numbers, key)
  return number !== null && number <= 0x7fff_ffff ? number : null
}

/** Characters that some stores reject, and the separators of keys. */
const unreadable = new RegExp(`[\\0${factsSeparator}${recordSeparator}\\p{Surrogate}]`, 'gu')
const isUnreadable = (text: string): boolean =>
  !text.isWellFormed() || ['\0', factsSeparator, recordSeparator].some((sign) => text.includes(sign))

/** Text without NUL, separators and lone surrogates; null when blank. */
export const readText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const text = isUnreadable(value) ? value.replace(unreadable, '') : value
  return text.trim() === '' ? null : text
}

export const readFlag = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return value === 1 ? true : value === 0 ? false : null
  // Tables spell flags in various ways, and pandas writes numbers if some flags are missing.
  if (/^\s*(true|t|yes|y|on|1([.,]0*)?)\s*$/i.test(value)) return true
  return /^\s*(false|f|no|n|off|0([.,]0*)?)\s*$/i.test(value) ? false : null
}

const betweenNames = new RegExp(`[,|;]|(?=[${hashtagSigns}])`)

/**
 * A list, or one in a text: names separated by commas, bars or semicolons, names that begin with `#`, names separated by spaces if there is no
 * other separator (no name has a space), or a list in the form of JSON, Python or a database. A number is the length of a list.
 */
export const readList = (value: unknown): readonly unknown[] | null => {
  if (typeof value !== 'string') return Array.isArray(value) ? value : null
  if (value.length > longestList) return null
  const [, inBrackets, inBraces] = /^\s*(?:\[(.*)\]|\{([^:]*)\})\s*$/s.exec(value) ?? []
  const inside = inBrackets ?? inBraces
  if (inside === undefined) {
    if (plainNumber.test(value)) return null
    const names = value.split(betweenNames).map((name) => name.trim())
    return names.length > 1 ? names : value.trim().split(/\s+/)
  }
  const objects = cellValue(value.trim())
  if (Array.isArray(objects)) return objects
  return Array.from(inside.matchAll(listed), ([, double, single, bare = '']) => {
    if (double !== undefined || single !== undefined) return unescapedPython(double ?? single ?? '')
    // Numbers in brackets are ids or counts, as in JSON. Numbers in braces are names from a database.
    return inBrackets !== undefined && plainNumber.test(bare) ? null : cellValue(bare)
  })
}
const plainNumber = /^\s*\d+(?:\.\d+|,0{1,2})?\s*$/
/** Maximum length, because regular expressions fail on texts with many millions of escapes. */
const longestList = 2 ** 20
/** Quoted or bare names. An unclosed quote extends to the end. */
const listed = /"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)'|["'].*|(?<=^|,)\s*([^\s,"'[\]{}]+)\s*(?=,|$)/gs

const plainUrl = /^https?:\/\/[a-z\d][a-z\d.-]*\/[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/i
const notInUri = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu

/** An absolute http or https URL, unchanged unless it contains invalid characters. */
export const readUrl = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  // Matches nearly every URL, which need not be parsed.
  if (plainUrl.test(value)) return value
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(value)) return null
  const url = URL.parse(value)
  if (url === null) return null
  return value.search(notInUri) < 0 ? value : url.href.replace(notInUri, encodeURIComponent)
}

/** A username without @. Never repaired, because a changed handle could be another account's. */
export const readUsername = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const username = unescapedText(value.trim()).replace(/^@/, '')
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

/** The first readable value of some keys; null without any. */
export const firstOf = <T>(element: Fields, keys: readonly string[], read: (value: unknown) => T | null): T | null => {
  for (const key of keys) {
    const value = read(element[key])
    if (value !== null) return value
  }
  return null
}
