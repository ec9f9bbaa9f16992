import { type ASTNode, GraphQLError, locatedError } from 'graphql'
import { ApiError, asApiError, docUrl, type ErrorCode, type GraphQLOnlyCode } from '../../../core/errors.ts'
import { namedInGraph } from './argument-names.ts'

/**
 * HTTP status of a response for which nothing ran. Attached to its errors and removed before clients see them. `spec`: the request could be
 * parsed, so clients that accept plain JSON get 200, as GraphQL over HTTP requires.
 */
export type HttpStatus = { status: number; spec?: boolean; headers?: Readonly<Record<string, string>> }

/** Location of an error in a query. */
type ErrorLocation = { nodes?: readonly ASTNode[] | undefined; path?: readonly (string | number)[] | undefined }

/** Receives the original error behind a server or source failure. */
type Listener = (error: unknown) => void

/** The GraphQL form of an error: the REST code in `extensions.code`, with its details. */
export const toGraphQLError = (
  error: ApiError,
  { nodes, path }: ErrorLocation = {},
  http?: HttpStatus
): GraphQLError => {
  const { message, details } = namedInGraph(error)
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    path: path ?? null,
    originalError: error,
    extensions: { code: error.code, details, ...(http === undefined ? {} : { http }) }
  })
}

/** The client's form of an error thrown by a field. */
export const fieldError = (error: unknown, place: Required<ErrorLocation>, listener: Listener): GraphQLError => {
  if (!(error instanceof ApiError)) return maskError(locatedError(error, place.nodes, place.path), listener)
  if (error.isFault) listener(error.cause ?? error)
  return toGraphQLError(error, place)
}

/** The client's form of an error in a document that cannot run. */
export const documentError = (error: GraphQLError): GraphQLError =>
  copy(
    error.message === comparedTooLong ? overlapping : error,
    error.message.startsWith('Syntax Error') ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED',
    { http: { status: 400, spec: true } }
  )

/** The only message of graphql-js when it stops comparing fields with one name. */
const comparedTooLong = 'Validation aborted.'
const overlapping = new GraphQLError('The document repeats the same fields too often to be checked; select each once.')

/** The client's form of an unknown document: the message of automatic persisted queries, to which clients react, and the reason. */
export const unknownDocument = (
  code: Extract<GraphQLOnlyCode, `PERSISTED_${string}`>,
  message: string,
  reason: string
): GraphQLError => copy(new GraphQLError(message), code, { details: { reason }, http: { status: 400, spec: true } })

/** The client's form of invalid variables and of an unknown operation. */
export const requestError = (error: GraphQLError, http: HttpStatus = { status: 400, spec: true }): GraphQLError => {
  const message = shortened(error.message)
  const [, param = 'request', reason = message] = variableProblem.exec(message) ?? []
  return copy(error, 'INVALID_PARAM', { details: { param, reason }, http })
}

const variableProblem = /^Variable "\$([^"]+)" (.*)$/s
const argumentProblem = /^Argument "[^"]*\((\w+):\)" (.*)$/s

/** Codes of Yoga, which have one among ours. */
const yogaCodes = new Set<unknown>(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE', 'REQUEST_ENTITY_TOO_LARGE'])

/** Whether an error is from graphql-js. Checks the name, because plugins throw errors of the host's copy. */
export const isGraphQLError = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError'

/** Whether an error is in the form clients see: one of the graph, or a plugin's own with a code. */
export const isInClientForm = (error: unknown): error is GraphQLError =>
  isGraphQLError(error) && typeof error.extensions.code === 'string' && !yogaCodes.has(error.extensions.code)

/**
 * The client's form of any other error. Errors in the query keep their message; service errors keep their code; everything else is an
 * internal error.
 */
export const maskError = (error: unknown, listener: Listener = () => {}): GraphQLError => {
  if (isInClientForm(error)) return error
  const at = isGraphQLError(error) ? error : undefined
  const original = at?.originalError
  if (at !== undefined && (original === undefined || isGraphQLError(original))) {
    // While a field runs, only its arguments are from the client; a value that does not fit its type is the server's fault.
    if (at.path === undefined) return requestError(at, statusOf(at))
    const [, param, reason] = argumentProblem.exec(shortened(at.message)) ?? []
    if (param !== undefined) return copy(at, 'INVALID_PARAM', { details: { param, reason } })
  }
  const apiError = asApiError(original ?? error)
  if (apiError.isFault) listener(apiError.cause ?? apiError)
  const { retryAfterSeconds } = apiError
  const headers = retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } }
  const http = { status: apiError.status, spec: at !== undefined, ...headers }
  return toGraphQLError(apiError, at, at?.path === undefined ? http : undefined)
}

/** Libraries set the status of requests they reject before the query is parsed. */
const statusOf = ({ extensions }: GraphQLError) => extensions.http as HttpStatus | undefined

/** Maximum reported problems of one document or its variables: more usually have the same cause. */
export const maxErrors = 10
/** Most locations in an error. */
const maxLocations = 4
/** Longest message, in characters: it must not repeat kilobytes of the request. */
const maxMessage = 300

const shortened = (message: string): string =>
  message.length <= maxMessage ? message : `${message.slice(0, maxMessage)}…`

const copy = (
  error: GraphQLError,
  code: ErrorCode | GraphQLOnlyCode,
  { details, http }: { details?: Readonly<Record<string, unknown>>; http?: HttpStatus | undefined }
): GraphQLError =>
  new GraphQLError(shortened(error.message), {
    nodes: error.nodes?.slice(0, maxLocations) ?? null,
    source: error.source ?? null,
    positions: error.positions?.slice(0, maxLocations) ?? null,
    path: error.path ?? null,
    // Only these extensions: libraries add others.
    extensions: { code, details: { ...details, doc_url: docUrl(code) }, ...(http === undefined ? {} : { http }) }
  })

/** The JSON of an error, without the status. */
export const errorJson = (error: GraphQLError): object => {
  const { extensions: { http: _, ...extensions } = {}, ...shown } = error.toJSON()
  return { ...shown, extensions }
}
