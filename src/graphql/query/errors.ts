import { GraphQLError } from 'graphql'
import { type ApiError, asApiError, docUrl, type ErrorCode, type GraphQLOnlyCode } from '../../core/errors.ts'

/** Arguments here that the services know by another name. */
const argumentNames: Readonly<Record<string, string>> = {
  count: 'first',
  cursor: 'after',
  videoId: 'postId',
  challengeId: 'hashtagId'
}

/** The GraphQL form of an error: the REST code in `extensions.code`, its details beside it. */
export const toGraphQLError = (error: ApiError, at?: GraphQLError, http?: HttpStatus): GraphQLError => {
  let { message } = error
  let details = error.details
  const { param } = details
  if (typeof param === 'string' && param in argumentNames) {
    const name = argumentNames[param]
    details = { ...details, param: name }
    message = `${name} ${String(details.reason)}`
  }
  return new GraphQLError(message, {
    ...(at?.nodes === undefined ? {} : { nodes: at.nodes }),
    ...(at?.path === undefined ? {} : { path: at.path }),
    originalError: error,
    extensions: { code: error.code, details, ...(http === undefined ? {} : { http }) }
  })
}

/**
 * The status of an answer that holds nothing but errors. Yoga takes it out before an error is shown. `spec`: the
 * request could be read, so that clients that accept plain JSON get 200, as GraphQL over HTTP says.
 */
type HttpStatus = { status: number; spec: boolean }

const variableProblem = /^Variable "\$([^"]+)" (.*)$/s
const argumentProblem = /^Argument "([^"]+)" (.*)$/s

/**
 * What clients see of an error raised anywhere in GraphQL. The language's own errors say what is wrong with the query and keep
 * their text; errors of the services keep their code; anything else is an internal error.
 */
export const maskError = (error: unknown, onServerError: (error: unknown) => void = () => {}): GraphQLError => {
  const graphQLError = error instanceof GraphQLError ? error : undefined
  const original = graphQLError?.originalError
  if (graphQLError !== undefined && (original === undefined || original instanceof GraphQLError)) {
    if (concernsQuery(graphQLError)) return withCode(graphQLError)
  }
  const apiError = asApiError(original ?? error)
  if (apiError.status >= 500) onServerError(apiError.cause ?? apiError)
  const isWhole = graphQLError?.path === undefined
  return toGraphQLError(
    apiError,
    graphQLError,
    isWhole ? { status: apiError.status, spec: graphQLError !== undefined } : undefined
  )
}

/** The same for errors that come past the mask: those of the validation rules do, with their code alone. */
export const explained = (error: GraphQLError): GraphQLError =>
  error.extensions?.details === undefined ? maskError(error) : error

/** While a field runs, only its arguments are the client's; that a value does not fit its type is this server's fault. */
const concernsQuery = (error: GraphQLError) => error.path === undefined || argumentProblem.test(error.message)

const withCode = (error: GraphQLError): GraphQLError => {
  const { code } = error.extensions
  // What this project raised is complete; of the language's own errors the libraries know the code alone.
  if (code === 'INVALID_PARAM') return error
  if (code === 'GRAPHQL_PARSE_FAILED' || code === 'GRAPHQL_VALIDATION_FAILED') return copy(error, code)
  const variable = variableProblem.exec(error.message)
  if (variable !== null) {
    // Coercion happens before any field runs, so these have no path; they are bad input all the same.
    return copy(error, 'INVALID_PARAM', { param: variable[1], reason: variable[2] })
  }
  const argument = argumentProblem.exec(error.message)
  if (error.path !== undefined && argument !== null) {
    return copy(error, 'INVALID_PARAM', { param: argument[1], reason: argument[2] })
  }
  if (error.message.startsWith('Syntax Error')) return copy(error, 'GRAPHQL_PARSE_FAILED')
  if (error.nodes !== undefined) return copy(error, 'GRAPHQL_VALIDATION_FAILED')
  return copy(error, 'INVALID_PARAM', { param: 'request', reason: error.message })
}

const copy = (
  error: GraphQLError,
  code: ErrorCode | GraphQLOnlyCode,
  details: Readonly<Record<string, unknown>> = {}
): GraphQLError =>
  new GraphQLError(error.message, {
    ...(error.nodes === undefined ? {} : { nodes: error.nodes }),
    ...(error.source === undefined ? {} : { source: error.source }),
    ...(error.positions === undefined ? {} : { positions: error.positions }),
    ...(error.path === undefined ? {} : { path: error.path }),
    // `http` carries the status and is taken out before the error is shown; nothing else of what libraries add is.
    extensions: {
      code,
      details: { ...details, doc_url: docUrl(code) },
      ...(error.extensions.http === undefined ? {} : { http: error.extensions.http })
    }
  })
