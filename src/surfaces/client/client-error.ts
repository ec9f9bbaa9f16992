/** One entry of `errors` in a GraphQL response of this server. */
export type GraphQLProblem = {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: { readonly code?: string; readonly details?: Readonly<Record<string, unknown>> | null }
}

/**
 * The server's codes (`NOT_FOUND`, `INVALID_PARAM`, …, equal to REST's), or the reason why it gave no answer:
 * `UNREACHABLE`, `TIMEOUT`, `BAD_ANSWER`.
 */
// The intersection with an empty record keeps editors suggesting the known codes.
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

/** Why an operation did not return everything. Describes the first error; `errors` has all. */
export class ClientError extends Error {
  readonly code: ClientErrorCode
  /** Details of the error, such as `param` and `reason` of `INVALID_PARAM`. */
  readonly details: Readonly<Record<string, unknown>> | null
  /** Path of the error in the data; null when it concerns the whole request. */
  readonly path: readonly (string | number)[] | null
  /** Id of the request in the server's log; null when no server answered. */
  readonly requestId: string | null
  /** HTTP status; null when no server answered. */
  readonly status: number | null
  /** Seconds until a retry makes sense, from the server. */
  readonly retryAfterSeconds: number | null
  readonly errors: readonly GraphQLProblem[]
  /** Data returned despite the error, such as the other creators of a batch. */
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
