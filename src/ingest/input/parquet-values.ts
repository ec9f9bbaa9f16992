import { type FileMetaData, parquetSchema } from 'hyparquet'
import { cellValue } from './element-json.ts'

/** Whole numbers that a double cannot represent, and decimals, become texts of their digits. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value ?? null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return null
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

/** A decimal number as text, from its digits without the point. */
const decimal = (value: unknown, scale: number): unknown => {
  if (value instanceof Uint8Array)
    return value.length === 0
      ? null
      : decimal(BigInt.asIntN(value.length * 8, BigInt(`0x${Buffer.from(value).toString('hex')}`)), scale)
  if (typeof value !== 'bigint' && typeof value !== 'number') return null
  const digits = String(value < 0 ? -value : value).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const text = scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  const sign = value < 0 ? '-' : ''
  return Number.isSafeInteger(Number(whole)) ? Number(sign + text) : sign + text
}

/** Readers for the values of columns. Removes the type of decimals, because the package would convert them to numbers and round ids. */
export const readersOf = (metadata: FileMetaData, isOwn: boolean): Map<string, (value: unknown) => unknown> => {
  const readers = new Map<string, (value: unknown) => unknown>()
  for (const { element, children } of parquetSchema(metadata).children) {
    const { scale = 0, logical_type: type } = element
    if (
      children.length === 0 &&
      element.type !== 'BYTE_ARRAY' &&
      (element.converted_type === 'DECIMAL' || type?.type === 'DECIMAL')
    ) {
      delete element.converted_type
      delete element.logical_type
      readers.set(element.name, (value) => decimal(value, scale))
    } else if (element.type === 'BYTE_ARRAY' && !isOwn && type?.type !== 'JSON') {
      readers.set(element.name, (value) => (typeof value === 'string' ? cellValue(value) : plain(value)))
    } else readers.set(element.name, plain)
  }
  return readers
}
