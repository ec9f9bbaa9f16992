import { ApiError } from '../../core/errors.ts'
import { apiVersion } from '../../records/api-version.ts'
import { Late, tooLargeCode } from './transport.ts'

/** Faults of calls to another server: described in logs, but hidden in the errors for clients. */

/** Upstream problems in words for operators. Clients never see them. */
const faults = {
  unreachable: 'nothing answers at DATA_URL',
  tls: 'what answers at DATA_URL has no certificate that is trusted, or none at all',
  broken: 'what answers at DATA_URL breaks off in the middle',
  slow: 'what answers at DATA_URL is too slow',
  contract: 'what answers at DATA_URL does not speak this contract (/api/v1 of clipgraph)',
  version: `what answers at DATA_URL speaks another version of the contract than ${apiVersion}`,
  key: 'the upstream at DATA_URL refuses the key in UPSTREAM_KEY',
  forbidden: 'what answers at DATA_URL forbids calls (status 403)',
  busy: 'the upstream at DATA_URL asks to be left alone for a moment',
  limited: 'the upstream at DATA_URL limits how much may be asked with the key in UPSTREAM_KEY',
  resting: 'the upstream at DATA_URL failed too often just now and is left alone for a moment',
  // Of a live source.
  down: 'the source at DATA_URL fails by itself (status 500 or above)',
  table: 'what answers at DATA_URL does not answer as the table of the source says',
  credentials:
    'the source at DATA_URL refuses its key (SOURCE_KEY, or SOURCE_CLIENT_KEY and SOURCE_CLIENT_SECRET) or what the key may read',
  quota: 'the source at DATA_URL says that its calls are used up'
} as const
type Fault = keyof typeof faults

/** Why the upstream gave no usable answer, in one line, possibly with the system's message. */
export class UpstreamFault extends Error {
  readonly fault: Fault
  constructor(fault: Fault, options?: ErrorOptions) {
    const code = codeOf(options?.cause)
    super(code === null ? faults[fault] : `${faults[fault]} (${code})`, options)
    this.fault = fault
  }
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

export const failed = (fault: Fault, code: 'UPSTREAM_ERROR' | 'UPSTREAM_TIMEOUT' = 'UPSTREAM_ERROR', cause?: unknown) =>
  new ApiError(code, undefined, { cause: new UpstreamFault(fault, cause === undefined ? undefined : { cause }) })

/** The fault hidden in an error; null for any other error. */
export const faultOf = (error: unknown): Fault | null =>
  error instanceof ApiError && error.cause instanceof UpstreamFault ? error.cause.fault : null

export const hasFault = (error: unknown, ...these: Fault[]): error is ApiError => {
  const fault = faultOf(error)
  return fault !== null && these.includes(fault)
}

/** The error of a look-up as its result. Throws the error of an aborted look-up. */
export const shownOf = (error: unknown, signal: AbortSignal): ApiError => {
  if (error instanceof ApiError) return error
  if (signal.aborted) throw error
  return new ApiError('UPSTREAM_ERROR', undefined, { cause: error })
}

/** The answer was unusable, and a retry may succeed. */
export class Retryable extends Error {
  readonly shown: ApiError
  readonly retryAfterMs: number | null
  /** Whether it applies to every call with this key, not just this one. */
  readonly isForAll: boolean
  constructor(shown: ApiError, retryAfterMs: number | null = null, isForAll = false) {
    super(shown.message, { cause: shown.cause })
    this.shown = shown
    this.retryAfterMs = retryAfterMs
    this.isForAll = isForAll
  }
}

/** A call was refused for a reason that the next attempt renews, such as a token. It is no failure of the upstream. */
export class Renewable extends Retryable {}

/** System and client error codes of an unreachable server; name lookup errors begin with EAI_. */
const unreachableCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTFOUND', 'UND_ERR_SOCKET'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL']
])

/** Error codes of OpenSSL and Node about certificates and failed TLS. */
const tlsCodes = /^(ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/

/** Classifies a call without a complete answer: failed before or after its head. */
export const unanswered = (cause: unknown, hasBegun: boolean): Error => {
  const code = codeOf(cause) ?? ''
  if (cause instanceof Late) return new Retryable(failed('slow', 'UPSTREAM_TIMEOUT', cause))
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new Retryable(failed('unreachable', 'UPSTREAM_TIMEOUT', cause))
  // Larger than any answer of the contract; a retry would not help.
  if (code === tooLargeCode) return failed('contract', 'UPSTREAM_ERROR', cause)
  const isNotHttp = (cause instanceof Error && cause.name === 'HTTPParserError') || code === 'UND_ERR_HEADERS_OVERFLOW'
  if (isNotHttp) return new Retryable(failed('contract', 'UPSTREAM_ERROR', cause))
  if (hasBegun) return new Retryable(failed('broken', 'UPSTREAM_ERROR', cause))
  return new Retryable(
    unreachableCodes.has(code) || code.startsWith('EAI_')
      ? unavailable('unreachable', 1_000, cause)
      : failed(tlsCodes.test(code) ? 'tls' : 'unreachable', 'UPSTREAM_ERROR', cause)
  )
}

export const unavailable = (fault: 'busy' | 'limited' | 'resting' | 'unreachable', forMs: number, cause?: unknown) =>
  new ApiError('UNAVAILABLE', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(forMs / 1_000)),
    cause: new UpstreamFault(fault, { cause })
  })
