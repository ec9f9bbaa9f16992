import { type ByteText, toByteText } from '../core/byte-text.ts'
import type { ApiError } from '../core/errors.ts'

/** Pagination of the three kinds of lists; null for single records. */
export type Pagination =
  | { cursor: string | null; has_more: boolean }
  | { next_max_time: number; has_more: boolean; total: number }
  | { page: number; has_more: boolean; total: number }
  | null

/** What an envelope holds when all went well. */
export type Contents = {
  /** For a request that sends lists on it may be a list as JSON, in bytes as text. */
  data: unknown
  pagination: Pagination
  /** The parameter that asks for the next page; null when there is none. */
  next: Readonly<Record<string, string | number>> | null
}

/** The beginning of every envelope; `meta` is what is new in each. */
export const envelopeOpening = (meta: string): string => `{"meta":${meta},`

/** What an answer says, as the middle of the envelope: the part that stays the same while the data does. */
const payloadJson = ({ data, pagination }: Omit<Contents, 'next'>): string =>
  `"data":${JSON.stringify(data)},"pagination":${JSON.stringify(pagination)}`

/** The end of the envelope of a success. */
const successEnd = ',"error":null}'

/** All of the envelope of a success but its beginning, in parts. No record is a text: what comes as one is a list. */
export const successParts = (contents: Contents): readonly ByteText[] => {
  const { data, pagination } = contents
  return typeof data === 'string'
    ? ['"data":', data, `,"pagination":${toByteText(JSON.stringify(pagination))}${successEnd}`]
    : [toByteText(payloadJson(contents) + successEnd)]
}

/** The whole envelope of a success. */
export const successJson = (meta: string, contents: Contents): string =>
  envelopeOpening(meta) + payloadJson(contents) + successEnd

/** The envelope of a failure: the same four keys, data and pagination null. */
export const failureJson = (meta: string, { code, message, details }: ApiError): string =>
  `${envelopeOpening(meta)}${payloadJson({ data: null, pagination: null })},"error":${JSON.stringify({ code, message, details })}}`
