import { isAhead, latestTime, maxCount } from '../../records/fields.ts'
import { isHandle, isId } from '../../records/identifiers.ts'

/**
 * Reads single values of a foreign document. Null always means: the document does not tell, or tells something that cannot
 * be true. Nothing in here throws.
 */

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a nested object; none when there is no such object. */
export const readFields = (value: unknown): Fields => (isFields(value) ? value : {})

const largestId = '9223372036854775807'

/** Whether an id is too large for the 64 bits that ids have. */
export const isBeyond64Bits = (value: unknown): boolean => {
  const digits = typeof value === 'string' || typeof value === 'bigint' ? String(value).replace(/^0+/, '') : ''
  return /^\d{19,}$/.test(digits) && (digits.length > 19 || digits > largestId)
}

/** An id of zeros alone stands for none. Numbers count only while they are exact. */
export const readId = (value: unknown): string | null => {
  const id = typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value
  if (typeof id !== 'string' || !isId(id) || (id.length > 18 && isBeyond64Bits(id))) return null
  return /^0+$/.test(id) ? null : id
}

const units = { k: 1e3, m: 1e6, b: 1e9 } as const
const plain = /^\s*\d+(\.\d+)?\s*$/
const grouped = /^\s*\d{1,3}(,\d{3})+\s*$/
const abbreviated = /^\s*(\d+(?:\.\d+)?)\s?([kmb])\s*$/i

/** Whether a total is written in short, as in "12.3M", so that only its first digits are known. */
export const isAbbreviated = (value: unknown): boolean => typeof value === 'string' && abbreviated.test(value)

const parseCount = (text: string): number | null => {
  if (plain.test(text)) return Number(text)
  if (grouped.test(text)) return Number(text.replaceAll(',', ''))
  const [, digits = '', unit = ''] = abbreviated.exec(text) ?? []
  const factor = Object.entries(units).find(([letter]) => letter === unit.toLowerCase())?.[1]
  return factor === undefined ? null : Math.round(Number(digits) * factor)
}

/**
 * A total: a number, or a text of one such as "1234", "1,234" and "1.2K". Negative ones have wrapped around; ones beyond 2^53 −
 * 1 are capped there.
 */
export const readCount = (value: unknown): number | null => {
  const number = typeof value === 'string' ? parseCount(value) : typeof value === 'bigint' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null
  // Adding 0 makes −0 a 0.
  return Math.min(Math.floor(number), maxCount) + 0
}

const dateTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Unix seconds out of seconds, milli- or microseconds, as a number or a text of one, or out of an ISO date, which is in UTC
 * unless it says otherwise. Times before 1970 and at its very beginning stand for none.
 */
export const readTime = (value: unknown): number | null => {
  const match = typeof value === 'string' ? dateTime.exec(value.trim()) : null
  if (match !== null) {
    const [text, zone] = match
    // Without a zone, a date with a time of day would be read as local time.
    const isUtc = zone === undefined && text.length > 10
    const ms = Date.parse(`${text.replace(' ', 'T')}${isUtc ? 'Z' : ''}`)
    return ms >= 1000 ? Math.floor(ms / 1000) : null
  }
  let number = readCount(value)
  if (number === null || number === 0 || isAbbreviated(value)) return null
  // A hundred thousand million seconds are the year 5138, the same of milliseconds 1973, before there was any platform.
  for (let step = 0; step < 2 && number > 1e11; step++) number = Math.floor(number / 1000)
  return number <= latestTime ? number : null
}

/** When something was, as `readTime` reads it; null also for a time that is still to come, which is not known then. */
export const readPastTime = (value: unknown): number | null => {
  const time = readTime(value)
  return time === null || isAhead(time) ? null : time
}

/** A small whole number; null when it does not fit 32 bits, because no length or frame size is that large. */
export const readInt = (value: unknown): number | null => {
  const number = readCount(value)
  return number !== null && number <= 0x7fff_ffff ? number : null
}

const unreadable = /[\0\p{Surrogate}]/gu

/**
 * Text as it stands, but without NUL and halves of surrogate pairs, neither of which could be stored everywhere; null when it
 * is blank.
 */
export const readText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const text = value.isWellFormed() && !value.includes('\0') ? value : value.replace(unreadable, '')
  return text.trim() === '' ? null : text
}

export const readFlag = (value: unknown): boolean | null => {
  if (value === true || value === 1 || value === 'true' || value === '1') return true
  if (value === false || value === 0 || value === 'false' || value === '0') return false
  return null
}

const plainUrl = /^https?:\/\/[a-z\d][a-z\d.-]*\/[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/i
const notInUri = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu

/** An absolute http or https address, spelled as it was unless it holds characters that no URI may hold. */
export const readUrl = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  // Nearly every one: to parse it would say no more.
  if (plainUrl.test(value)) return value
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(value)) return null
  const url = URL.parse(value)
  if (url === null) return null
  return value.search(notInUri) < 0 ? value : url.href.replace(notInUri, encodeURIComponent)
}

/** A username without its @. Not repaired: a handle with anything else in it would name somebody else. */
export const readUsername = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const username = value.replace(/^@/, '')
  return isHandle(username) ? username : null
}

const bareHost = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/

/** The link in a profile, which may lack its scheme, or be told as an object. */
export const readWebsite = (value: unknown): string | null => {
  const link = isFields(value) ? (value.link ?? value.url) : value
  return readUrl(typeof link === 'string' && bareHost.test(link) ? `https://${link}` : link)
}

/** An address, or the first one of `{url_list: [address, …]}`. */
export const readAsset = (value: unknown): string | null => {
  const list = isFields(value) ? value.url_list : value
  return readUrl(Array.isArray(list) ? list[0] : list)
}
