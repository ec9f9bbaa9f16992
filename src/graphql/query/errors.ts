import { type ASTNode, GraphQLError, locatedError } from 'graphql'
import { ApiError, asApiError, docUrl, type ErrorCode, type GraphQLOnlyCode } from '../../core/errors.ts'

/** Arguments here that the services know by another name. */
const argumentNames: Readonly<Record<string, string>> = {
  count: 'first',
  cursor: 'after',
  videoId: 'postId',
  challengeId: 'hashtagId'
}

/**
 * The status of an answer for which nothing ran. It goes with its errors, and is taken out before they are shown. `spec`: the request
 * could be read, so that clients that accept plain JSON get 200, as GraphQL over HTTP says.
 */
export type HttpStatus = { status: number; spec?: boolean; headers?: Readonly<Record<string, string>> }

/** Where in a query something went wrong. */
type Place = { nodes?: readonly ASTNode[] | undefined; path?: readonly (string | number)[] | undefined }

/** Hears what really happened behind an error that is the server's own fault or the source's. */
type Listener = (error: unknown) => void

/** The GraphQL form of an error: the REST code in `extensions.code`, its details beside it. */
export const toGraphQLError = (error: ApiError, { nodes, path }: Place = {}, http?: HttpStatus): GraphQLError => {
  let { message, details } = error
  const { param } = details
  if (typeof param === 'string' && param in argumentNames) {
    const name = argumentNames[param]
    details = { ...details, param: name }
    message = `${name} ${String(details.reason)}`
  }
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    path: path ?? null,
    originalError: error,
    extensions: { code: error.code, details, ...(http === undefined ? {} : { http }) }
  })
}

/** What clients see of what a field threw. */
export const fieldError = (error: unknown, place: Required<Place>, listener: Listener): GraphQLError => {
  if (!(error instanceof ApiError)) return maskError(locatedError(error, place.nodes, place.path), listener)
  if (error.status >= 500) listener(error.cause ?? error)
  return toGraphQLError(error, place)
}

/** What clients see of a document that cannot run. */
export const documentError = (error: GraphQLError): GraphQLError =>
  copy(
    error.message === comparedTooLong ? overlapping : error,
    error.message.startsWith('Syntax Error') ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED',
    { http: { status: 400, spec: true } }
  )

/** All that graphql says when it gives up comparing fields of one name. */
const comparedTooLong = 'Validation aborted.'
const overlapping = new GraphQLError('The document repeats the same fields too often to be checked; ask for each once.')

/** What clients see where a document is not known: the words of automatic persisted queries, which clients act on, and the reason. */
export const unknownDocument = (
  code: Extract<GraphQLOnlyCode, `PERSISTED_${string}`>,
  message: string,
  reason: string
): GraphQLError => copy(new GraphQLError(message), code, { details: { reason }, http: { status: 400, spec: true } })

/** What clients see of variables that do not fit, and of an operation that is not there. */
export const requestError = (error: GraphQLError, http: HttpStatus = { status: 400 }): GraphQLError => {
  const message = shortened(error.message)
  const [, param = 'request', reason = message] = variableProblem.exec(message) ?? []
  return copy(error, 'INVALID_PARAM', { details: { param, reason }, http })
}

const variableProblem = /^Variable "\$([^"]+)" (.*)$/s
const argumentProblem = /^Argument "([^"]+)" (.*)$/s

/**
 * What clients see of an error raised anywhere else. What says what is wrong with the query keeps its text; errors of the services keep
 * their code; anything else is an internal error.
 */
export const maskError = (error: unknown, listener: Listener = () => {}): GraphQLError => {
  const at = error instanceof GraphQLError ? error : undefined
  const original = at?.originalError
  if (at !== undefined && (original === undefined || original instanceof GraphQLError)) {
    // While a field runs, only its arguments are the client's; that a value does not fit its type is this server's fault.
    if (at.path === undefined) return at.extensions.code === 'INVALID_PARAM' ? at : requestError(at, statusOf(at))
    const [, param, reason] = argumentProblem.exec(shortened(at.message)) ?? []
    if (param !== undefined) return copy(at, 'INVALID_PARAM', { details: { param, reason } })
  }
  const apiError = asApiError(original ?? error)
  if (apiError.status >= 500) listener(apiError.cause ?? apiError)
  const { retryAfterSeconds } = apiError
  const headers = retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } }
  const http = { status: apiError.status, spec: at !== undefined, ...headers }
  return toGraphQLError(apiError, at, at?.path === undefined ? http : undefined)
}

/** Of what the libraries find wrong with a request before it is a query; they know the status. */
const statusOf = ({ extensions }: GraphQLError) => extensions.http as HttpStatus | undefined

/** Problems of one document, or of its variables, that are told: whoever has more has one cause for most of them. */
export const maxErrors = 10
/** Places an error names. */
const maxLocations = 4
/** Characters of a message: it is for people, and does not repeat kilobytes of what they sent. */
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
    // Nothing of what libraries add beside the status.
    extensions: { code, details: { ...details, doc_url: docUrl(code) }, ...(http === undefined ? {} : { http }) }
  })

/** The JSON of an error, without the status. */
export const errorJson = (error: GraphQLError): object => {
  const { extensions: { http: _, ...extensions } = {}, ...shown } = error.toJSON()
  return { ...shown, extensions }
}
