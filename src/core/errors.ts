/** Every error code a client can see, with its HTTP status and the message used when none says more. */
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
  UPSTREAM_ERROR: { status: 502, message: 'The data source gave no usable answer.' },
  UNAVAILABLE: { status: 503, message: 'The service cannot answer now; try again shortly.' },
  UPSTREAM_TIMEOUT: { status: 504, message: 'The data source did not answer in time.' },
  HTTP_VERSION_NOT_SUPPORTED: { status: 505, message: 'Use HTTP/1.1.' }
} as const

export type ErrorCode = keyof typeof errorCodes

/** Codes of the GraphQL language itself and of documents that are asked for by name; REST has no use for them. */
export const graphqlOnlyCodes = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PERSISTED_QUERY_ONLY'
] as const
export type GraphQLOnlyCode = (typeof graphqlOnlyCodes)[number]

/**
 * The page that explains a code. A path, which is right under whatever name the client reached this server, costs nothing to
 * make and is the same on every replica; clients resolve it against the address they asked.
 */
export const docUrl = (code: ErrorCode | GraphQLOnlyCode): string => `/docs/errors/${code}`

/** What every error carries besides code and message. */
type ErrorDetails = Readonly<Record<string, unknown>> & { readonly doc_url: string }

/** What `details` of an `INVALID_PARAM` holds besides. */
export type ParamProblem = { param: string; reason: string }

type ApiErrorOptions = {
  details?: Readonly<Record<string, unknown>>
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  retryAfterSeconds?: number
  /** What really happened. For the log only; never shown to a client. */
  cause?: unknown
  /** Nothing is wrong within, though the status says so: the client has left, or there is too much to do. */
  isExpected?: true
}

/** An error that may be shown to a client as it is. Everything else thrown is shown as `INTERNAL_ERROR`. */
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

  /** Whether the log is to tell of it, for somebody to look into. */
  get isFault(): boolean {
    return this.status >= 500 && !this.#isExpected
  }
}

/** For a parameter that was given several times, of which no reader may choose one. */
export const repeatedParam = (param: string, times: number) =>
  invalidParam(param, `was given ${times} times; give it once`)

export const invalidParam = (param: string, reason: string) =>
  new ApiError('INVALID_PARAM', `${param} ${reason}`, { details: { param, reason } satisfies ParamProblem })

/** An answer that would be larger than any may be. `advice`: what makes it smaller. */
export const answerTooLarge = (param: string, maxBytes: number, advice = '') => {
  const reason = `asks for more than ${maxBytes / 2 ** 20} MB, which is the most an answer may have${advice}`
  return new ApiError('INVALID_PARAM', `${param} ${reason}`, {
    details: { param, reason, limit: 'answerBytes', max: maxBytes }
  })
}

/** What makes a page smaller. */
export const smallerPage = ': ask for fewer elements'

export const notFound = (what: string) => new ApiError('NOT_FOUND', `${what} was not found.`)

/** An error whose message tells the person at the terminal what is wrong and what to do. */
export class CommandError extends Error {}

/** The error a client may see for whatever was thrown. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', undefined, { cause: error })
