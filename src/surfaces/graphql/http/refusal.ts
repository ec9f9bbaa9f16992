import type { ApiError } from '../../../core/errors.ts'
import { namedInGraph } from '../query/argument-names.ts'

/** The response body for a request refused before the query is parsed. */
export const refusalJson = (meta: string, error: ApiError): string =>
  `{"errors":[${JSON.stringify(refusalOf(error))}],"extensions":{"meta":${meta}}}`

/** The JSON of a `GraphQLError` without a location. graphql-js is not loaded for refusals alone. */
const refusalOf = (error: ApiError) => {
  const { message, details } = namedInGraph(error)
  return { message, extensions: { code: error.code, details } }
}
