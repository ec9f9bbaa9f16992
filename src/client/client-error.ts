/** One entry of `errors` in a GraphQL answer, as this server writes it. */
export type GraphQLProblem = {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: { readonly code?: string; readonly details?: Readonly<Record<string, unknown>> | null }
}

/**
 * The server's own codes (`NOT_FOUND`, `INVALID_PARAM`, … the same as over REST), or why there was no answer of its:
 * `UNREACHABLE`, `TIMEOUT`, `BAD_ANSWER`.
 */
// The empty record keeps editors suggesting the known ones beside any other text.
export type ClientErrorCode =
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'BAD_ANSWER'
  | 'INVALID_PARAM'
  | 'UNAUTHORIZED'
  | 'ACCOUNT_PRIVATE'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | (string & Record<never, never>)

type About = {
  status?: number
  requestId?: string | null
  retryAfterSeconds?: number | null
  errors?: readonly GraphQLProblem[]
  data?: unknown
  cause?: unknown
}

/** Why an operation did not give all it was asked for. Describes the first error; the others are in `errors`. */
export class ClientError extends Error {
  readonly code: ClientErrorCode
  /** What the server tells of the error: `param` and `reason` of an `INVALID_PARAM`, for one. */
  readonly details: Readonly<Record<string, unknown>> | null
  /** Where in the data the error is; null when it concerns the whole request. */
  readonly path: readonly (string | number)[] | null
  /** Names the request in the server's log; null when no server answered. */
  readonly requestId: string | null
  /** HTTP status; null when no server answered. */
  readonly status: number | null
  /** When trying again makes sense, as the server says. */
  readonly retryAfterSeconds: number | null
  readonly errors: readonly GraphQLProblem[]
  /** What arrived in spite of the error: the other creators of a batch, for one. */
  readonly data: unknown

  constructor(code: ClientErrorCode, message: string, about: About = {}) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause })
    this.name = 'ClientError'
    this.code = code
    this.errors = about.errors ?? []
    this.details = this.errors[0]?.extensions?.details ?? null
    this.path = this.errors[0]?.path ?? null
    this.requestId = about.requestId ?? null
    this.status = about.status ?? null
    this.retryAfterSeconds = about.retryAfterSeconds ?? null
    this.data = about.data ?? null
  }
}
