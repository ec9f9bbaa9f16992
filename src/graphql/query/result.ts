import type { ASTNode } from 'graphql'
import { type ByteText, toByteText } from '../../core/byte-text.ts'

/** A failure in a field. */
export type Fault = { error: unknown; nodes: readonly ASTNode[]; path: readonly (string | number)[] }

/** The outcome of a run: the JSON of `data`, null where it exceeds the limit, and the faults in field order. */
export type Result = { data: ByteText | null; faults: readonly Fault[] }

/** Approximate bytes that an error adds to a response. */
const faultBytes = 200

/** The outcome of a run, or a refusal without `data` where it exceeds the limit. */
export const bounded = (data: ByteText, faults: readonly Fault[], maxBytes: number): Result =>
  data.length + faults.length * faultBytes > maxBytes ? tooLarge : { data, faults }

export const tooLarge: Result = { data: null, faults: [] }

/** The JSON of a value; null when it would be too long. Writing stops at the limit. */
export const boundedJson = (value: unknown, maxBytes: number): ByteText | null => {
  let written = 0
  const count = function (this: unknown, key: string, each: unknown) {
    written += (Array.isArray(this) ? 0 : key.length) + (typeof each === 'string' ? each.length : 1)
    if (written > maxBytes) throw new TooLong()
    return each
  }
  try {
    return toByteText(JSON.stringify(value, count))
  } catch (error) {
    if (error instanceof TooLong) return null
    throw error
  }
}

class TooLong extends Error {}
