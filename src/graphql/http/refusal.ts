import type { ApiError } from '../../core/errors.ts'
import { toGraphQLError } from '../query/errors.ts'

/** The body of an answer for what is refused before the query is looked at. */
export const refusalJson = (meta: string, error: ApiError): string =>
  `{"errors":[${JSON.stringify(toGraphQLError(error))}],"extensions":{"meta":${meta}}}`
