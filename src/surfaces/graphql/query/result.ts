import type { ASTNode } from 'graphql'
import { type ByteText, toByteText } from '../../../core/byte-text.ts'

/** Response names and list indexes from the root. */
export type ResultPath = readonly (string | number)[]

/** A failure in a field. */
export type FieldFault = { error: unknown; nodes: readonly ASTNode[]; path: ResultPath }

/**
 * A part delivered after the rest: `data` of a deferred fragment, or `items` of a streamed list, as JSON. `json` is null if a required value is
 * missing.
 */
export type ResultPart = {
  key: 'data' | 'items'
  json: ByteText | null
  path: ResultPath
  label: string | null
  faults: readonly FieldFault[]
}

/** Finished parts, and whether others follow. */
export type PartBatch = { parts: readonly ResultPart[]; hasNext: boolean }

/** The outcome of a run: the JSON of `data`, null beyond the limit, the faults in field order, and the deferred parts. */
export type Result = { data: ByteText | null; faults: readonly FieldFault[]; parts?: AsyncIterableIterator<PartBatch> }

/** Approximate bytes that an error adds to a response. */
const faultBytes = 200

/** The outcome of a run, or a refusal without `data` beyond the limit. */
export const bounded = (data: ByteText, faults: readonly FieldFault[], maxBytes: number): Result =>
  data.length + faults.length * faultBytes > maxBytes ? tooLarge : { data, faults }

export const tooLarge: Result = { data: null, faults: [] }

/** The JSON of a value; null when it would be too long. Writing stops at the limit. */
export const boundedJson = (value: unknown, maxBytes: number): ByteText | null => {
  let written = 0
  const count = function (this: unknown, key: string, member: unknown) {
    written += (Array.isArray(this) ? 0 : key.length) + (typeof member === 'string' ? member.length : 1)
    if (written > maxBytes) throw new TooLong()
    return member
  }
  try {
    return toByteText(JSON.stringify(value, count))
  } catch (error) {
    if (error instanceof TooLong) return null
    throw error
  }
}

class TooLong extends Error {}
