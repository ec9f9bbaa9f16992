/** Every error code a client can see, with its HTTP status and default message. */
export const errorCodes = {
  INVALID_PARAM: { status: 400, message: 'A parameter is not valid.' },
  UNAUTHORIZED: { status: 401, message: 'Send a valid API key in the x-gateway-key header.' },
  ACCOUNT_PRIVATE: { status: 403, message: 'The account is private.' },
  SURFACE_NOT_ALLOWED: { status: 403, message: 'The key may not be used here.' },
  ORIGIN_NOT_ALLOWED: { status: 403, message: 'Pages of this origin may not call this server.' },
  NOT_FOUND: { status: 404, message: 'The requested resource was not found.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Use GET or HEAD.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request was not sent in time.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the request body as application/json.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests.' },
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on the server.' },
  UNSUPPORTED: { status: 501, message: 'The data source cannot answer this.' },
  UPSTREAM_ERROR: { status: 502, message: 'The data source gave no usable answer.' },
  UNAVAILABLE: { status: 503, message: 'The service cannot answer now; try again shortly.' },
  UPSTREAM_TIMEOUT: { status: 504, message: 'The data source did not answer in time.' },
  HTTP_VERSION_NOT_SUPPORTED: { status: 505, message: 'Use HTTP/1.1.' }
} as const

export type ErrorCode = keyof typeof errorCodes

/** Codes for GraphQL documents and persisted queries; REST does not use them. */
export const graphqlOnlyCodes = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PERSISTED_QUERY_ONLY'
] as const
export type GraphQLOnlyCode = (typeof graphqlOnlyCodes)[number]

/**
 * Path of the page that explains a code. A path is valid under every address clients use for this server and equal on all replicas; clients
 * resolve it against the address they called.
 */
export const docUrl = (code: ErrorCode | GraphQLOnlyCode): string => `/docs/errors/${code}`

/** Details of every error. */
type ErrorDetails = Readonly<Record<string, unknown>> & { readonly doc_url: string }

/** Additional details of `INVALID_PARAM`. */
export type ParamProblem = { param: string; reason: string }

type ApiErrorOptions = {
  details?: Readonly<Record<string, unknown>>
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** The underlying error, for the log only; never shown to a client. */
  cause?: unknown
  /** Marks a 5xx that is no fault: the client left, or the server is overloaded. */
  isExpected?: true
}

/** An error that a client may see as it is. Anything else thrown is shown as `INTERNAL_ERROR`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly retryAfterSeconds: number | undefined
  readonly #isExpected: boolean

  constructor(code: ErrorCode, message?: string, options: ApiErrorOptions = {}) {
    super(message ?? errorCodes[code].message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.details = { ...options.details, doc_url: docUrl(code) }
    this.retryAfterSeconds = options.retryAfterSeconds
    this.#isExpected = options.isExpected ?? false
  }

  get status(): number {
    return errorCodes[this.code].status
  }

  /** The extensions that other executors add to the message of a GraphQL error. */
  get extensions() {
    return { code: this.code, details: this.details }
  }

  /** Whether to log the error for investigation. */
  get isFault(): boolean {
    return this.status >= 500 && !this.#isExpected
  }
}

/** For a parameter that was given several times. */
export const repeatedParam = (param: string, times: number) =>
  invalidParam(param, `was given ${times} times; give it once`)

export const invalidParam = (param: string, reason: string) =>
  new ApiError('INVALID_PARAM', `${param} ${reason}`, { details: { param, reason } satisfies ParamProblem })

/** For data that the source does not have. `problem`: a clause, followed by the reason. */
export const unsupported = (problem: string, reason: string) =>
  new ApiError('UNSUPPORTED', `${problem}: ${reason}.`, { details: { reason }, isExpected: true })

/** For a response above the size limit. `advice`: how to make it smaller. */
export const answerTooLarge = (param: string, maxBytes: number, advice = '') => {
  const reason = `asks for more than ${maxBytes / 2 ** 20} MB, which is the most an answer may have${advice}`
  return new ApiError('INVALID_PARAM', `${param} ${reason}`, {
    details: { param, reason, limit: 'answerBytes', max: maxBytes }
  })
}

/** Advice for a page that is too large. */
export const smallerPage = ': ask for fewer elements'

export const notFound = (what: string) => new ApiError('NOT_FOUND', `${what} was not found.`)

/** An error with a message for users of the command line: the problem and the remedy. */
export class CommandError extends Error {}

/** The error to show a client for anything thrown. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', undefined, { cause: error })
