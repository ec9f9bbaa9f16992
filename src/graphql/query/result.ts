import type { ASTNode } from 'graphql'
import { type ByteText, toByteText } from '../../core/byte-text.ts'

/** Something that failed in a field. */
export type Fault = { error: unknown; nodes: readonly ASTNode[]; path: readonly (string | number)[] }

/**
 * What came of a run: the JSON of `data`, null where it would be larger than an answer may be, and what failed, in the order of the
 * fields.
 */
export type Result = { data: ByteText | null; faults: readonly Fault[] }

/** Bytes that an error adds to an answer, about. */
const faultBytes = 200

/** What came of a run, or that it is larger than an answer may be: without `data`. */
export const bounded = (data: ByteText, faults: readonly Fault[], maxBytes: number): Result =>
  data.length + faults.length * faultBytes > maxBytes ? tooLarge : { data, faults }

export const tooLarge: Result = { data: null, faults: [] }

/** The JSON of a value; null when it would be longer. It is not written to its end to find that out. */
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
