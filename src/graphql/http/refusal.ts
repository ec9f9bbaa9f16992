import type { ApiError } from '../../core/errors.ts'
import { toGraphQLError } from '../query/errors.ts'

/** The response body for a request refused before the query is parsed. */
export const refusalJson = (meta: string, error: ApiError): string =>
  `{"errors":[${JSON.stringify(toGraphQLError(error))}],"extensions":{"meta":${meta}}}`
