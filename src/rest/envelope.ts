import type { ApiError } from '../core/errors.ts'
import type { Meta } from '../http/meta.ts'

/** Media type of the envelope. */
export const envelopeType = 'application/json; charset=utf-8'

/** Pagination of the three kinds of lists; null for single records. */
export type Pagination =
  | { cursor: string | null; has_more: boolean }
  | { next_max_time: number; has_more: boolean; total: number }
  | { page: number; has_more: boolean; total: number }
  | null

export type Answer = { data: unknown; pagination: Pagination }

/** What an answer says, as the middle of the envelope: the part that stays the same while the data does. */
export const payloadJson = ({ data, pagination }: Answer): string =>
  `"data":${JSON.stringify(data)},"pagination":${JSON.stringify(pagination)}`

/** The JSON of a success. spec: Response envelope. */
export const successJson = (meta: Meta, payload: string): string =>
  `{"meta":${JSON.stringify(meta)},${payload},"error":null}`

/** The JSON of a failure: same four keys, data and pagination null. */
export const failureJson = (meta: Meta, error: ApiError): string =>
  JSON.stringify({
    meta,
    data: null,
    pagination: null,
    error: { code: error.code, message: error.message, details: error.details }
  })
