import { type ByteText, toByteText } from '../../core/byte-text.ts'
import type { ApiError } from '../../core/errors.ts'

/** Pagination of the three kinds of lists; null for single records. */
export type Pagination =
  | { cursor: string | null; has_more: boolean }
  | { next_max_time: number; has_more: boolean; total: number }
  | { page: number; has_more: boolean; total: number }
  | null

/** Content of a successful envelope. */
export type EnvelopeContents = {
  /** A record, or a list; the list may be JSON already. */
  data: unknown
  pagination: Pagination
  /** The parameter for the next page; null at the end. */
  next: Readonly<Record<string, string | number>> | null
}

/** The beginning of an envelope; `meta` differs per request. */
export const envelopeOpening = (meta: string): string => `{"meta":${meta},`

/** The constant middle of an envelope. */
const payloadJson = ({ data, pagination }: Omit<EnvelopeContents, 'next'>): string =>
  `"data":${JSON.stringify(data)},"pagination":${JSON.stringify(pagination)}`

/** The end of a successful envelope. */
const successEnd = ',"error":null}'

/** Everything after the beginning of a successful envelope, in parts. Records are objects, so a string is a list as JSON. */
export const successParts = (contents: EnvelopeContents): readonly ByteText[] => {
  const { data, pagination } = contents
  return typeof data === 'string'
    ? ['"data":', data, `,"pagination":${toByteText(JSON.stringify(pagination))}${successEnd}`]
    : [toByteText(payloadJson(contents) + successEnd)]
}

/** A complete successful envelope. */
export const successJson = (meta: string, contents: EnvelopeContents): string =>
  envelopeOpening(meta) + payloadJson(contents) + successEnd

/** A failure envelope: the same four keys, with data and pagination null. */
export const failureJson = (meta: string, { code, message, details }: ApiError): string =>
  `${envelopeOpening(meta)}${payloadJson({ data: null, pagination: null })},"error":${JSON.stringify({ code, message, details })}}`
