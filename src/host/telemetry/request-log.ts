import type { RequestLogging } from '../../core/config/parsers.ts'
import type { Log } from '../../core/log.ts'
import type { Incoming } from '../../surfaces/http/incoming.ts'
import type { RequestOutcome } from './outcome.ts'

/** Requests slower than this are logged. */
const slowMs = 1_000

/**
 * One line per request: all of them, or a sample plus those that failed on the server or took a second. Never contains keys, client
 * addresses, documents, variables or query strings.
 */
export class RequestLog {
  readonly #log: Pick<Log, 'info'>
  readonly #logging: RequestLogging
  #seen = 0

  constructor(log: Log, logging: RequestLogging) {
    this.#log = log
    this.#logging = log.isLevelEnabled('info') ? logging : 'off'
  }

  /** Whether to log a request; called once per request. */
  wants(isFault: boolean, ms: number): boolean {
    const logging = this.#logging
    if (logging === 'off') return false
    if (isFault || ms >= slowMs) return true
    if (logging === 'slow') return false
    this.#seen += 1
    return this.#seen % logging.oneIn === 0
  }

  write({ requestId, method, span, caller, subject, code, reads }: Incoming, outcome: RequestOutcome): void {
    const { surface, operation, status, cache, ms, bytes } = outcome
    this.#log.info(
      {
        requestId,
        ...(span === null ? {} : { traceId: span.traceId }),
        key: caller?.name ?? null,
        method,
        surface,
        operation,
        cost: subject.cost,
        status,
        code,
        cache,
        reads: reads?.length ?? 0,
        ms: Math.round(ms * 100) / 100,
        bytes
      },
      'request'
    )
  }
}
