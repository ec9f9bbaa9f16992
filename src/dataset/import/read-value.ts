import { maxCount } from '../../records/fields.ts'
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

/** An id of zeros alone stands for none. Numbers count only while they are exact. */
export const readId = (value: unknown): string | null => {
  const id = typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value
  return typeof id === 'string' && isId(id) && !/^0+$/.test(id) ? id : null
}

/** A total: a number or a string of one. Negative ones have wrapped around; ones beyond 2^53 − 1 are capped there. */
export const readCount = (value: unknown): number | null => {
  const number =
    typeof value === 'bigint' || (typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value))
      ? Number(value)
      : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null
  // Adding 0 makes −0 a 0.
  return Math.min(Math.floor(number), maxCount) + 0
}

/** A small whole number; null when it does not fit 32 bits, because no length or frame size is that large. */
export const readInt = (value: unknown): number | null => {
  const number = readCount(value)
  return number !== null && number <= 0x7fff_ffff ? number : null
}

/** Text as it stands, but well-formed and without NUL, neither of which a client could read; null when it is blank. */
export const readText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const text = value.toWellFormed().replaceAll('\0', '')
  return text.trim() === '' ? null : text
}

export const readFlag = (value: unknown): boolean | null => {
  if (value === true || value === 1 || value === 'true' || value === '1') return true
  if (value === false || value === 0 || value === 'false' || value === '0') return false
  return null
}

const notInUri = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu

/** An absolute http or https address, spelled as it was unless it holds characters that no URI may hold. */
export const readUrl = (value: unknown): string | null => {
  if (typeof value !== 'string' || !/^https?:\/\/[^\s\p{Cc}]+$/iu.test(value)) return null
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
