import { commandLine } from '../../core/command-line.ts'
import { ApiError, CommandError } from '../../core/errors.ts'

/** Database problems with their remedies, for operators. Clients never see them. */
const faults = {
  unreachable: ['PostgreSQL cannot be reached', 'start it, see that this machine can reach it, or correct its address'],
  slow: [
    'PostgreSQL is too slow',
    'see what else it has to do, or the network to it; answers have to come within two seconds'
  ],
  silent: ['PostgreSQL does not answer', 'see whether it runs, and the network to it'],
  busy: [
    'PostgreSQL has no connection to spare',
    'wait a moment; if it goes on, allow more connections or add a replica'
  ],
  refused: ['PostgreSQL does not let this user in, or not read', 'see user, password and what is granted to the user'],
  plain: ['PostgreSQL takes no encrypted connections', 'turn them on there, or leave sslmode out within one machine'],
  missing: ['PostgreSQL has no such database', 'make it with createdb, or correct the address'],
  encoding: [
    'the database is not encoded in UTF8',
    'make another one with: createdb --encoding UTF8 --template template0'
  ],
  unmade: ['the database has no tables of clipgraph', `make them with: ${commandLine('migrate')}`],
  older: [
    'the tables were made by another version of clipgraph',
    `bring them to this one with: ${commandLine('migrate')}`
  ],
  newer: ['the tables were made by a newer version of clipgraph', 'bring this one up to date'],
  resting: ['PostgreSQL failed just now and is left alone for a moment', 'wait a moment']
} as const

export type FaultKind = keyof typeof faults

/** Why the database did not answer, in one line: the problem, its code and the remedy. */
export class PostgresFault extends CommandError {
  readonly kind: FaultKind
  constructor(kind: FaultKind, options?: ErrorOptions) {
    const [found, todo] = faults[kind]
    const code = codeOf(options?.cause)
    super(`${found}${code === '' ? '' : ` (${code})`}; ${todo}`, options)
    this.kind = kind
  }

  /** Whether only an operator can fix it; retrying does not help. */
  get isLasting(): boolean {
    return ['refused', 'plain', 'missing', 'encoding', 'unmade', 'older', 'newer'].includes(this.kind)
  }

  /** Whether another server with the same data may answer. A slow statement would be slow there too. */
  get isElsewhere(): boolean {
    return this.kind !== 'slow' && this.kind !== 'resting'
  }

  /** Whether a server that keeps failing like this should be skipped. An overloaded one should not. */
  get isOfServer(): boolean {
    return this.isElsewhere && this.kind !== 'busy'
  }

  /** The error for clients. */
  get shown(): ApiError {
    if (this.kind === 'slow' || this.kind === 'silent')
      return new ApiError('UPSTREAM_TIMEOUT', undefined, { cause: this })
    if (this.kind === 'busy' || this.kind === 'resting' || this.kind === 'unreachable') {
      return new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: 1, cause: this })
    }
    return new ApiError('UPSTREAM_ERROR', undefined, { cause: this })
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** SQLSTATE prefixes of problems with the server or its connections, not with the statement. */
const byCode: readonly (readonly [string, FaultKind])[] = [
  ['57014', 'slow'],
  ['55P03', 'slow'],
  ['53300', 'busy'],
  ['28', 'refused'],
  ['42501', 'refused'],
  ['3D000', 'missing'],
  ['3F000', 'unmade'],
  ['42P01', 'unmade'],
  ['08', 'unreachable'],
  ['40', 'unreachable'],
  ['53', 'unreachable'],
  ['57', 'unreachable'],
  ['58', 'unreachable'],
  ['XX', 'unreachable']
]

/** Driver errors without a code. */
const byMessage: readonly (readonly [RegExp, FaultKind])[] = [
  [/^timeout exceeded when trying to connect/, 'busy'],
  [/^timeout expired|connection timeout/, 'silent'],
  [/^SASL|password/, 'refused'],
  [/does not support SSL/, 'plain'],
  [/^Connection terminated|not queryable|SSL connection|^Cannot use a pool/, 'unreachable']
]

/** The fault behind a driver error; null for a programming error. */
export const faultOf = (error: unknown): PostgresFault | null => {
  if (!(error instanceof Error)) return null
  if (error instanceof PostgresFault) return error
  const code = codeOf(error)
  const isState = /^[0-9A-Z]{5}$/.test(code)
  const known = isState
    ? byCode.find(([beginning]) => code.startsWith(beginning))
    : byMessage.find(([message]) => message.test(error.message))
  if (known !== undefined) return new PostgresFault(known[1], { cause: error })
  // Sockets and certificates have codes of the system and of OpenSSL.
  return isState || code === '' ? null : new PostgresFault('unreachable', { cause: error })
}
