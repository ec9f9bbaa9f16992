import type { RequestLogging } from '../config/parsers.ts'
import type { Incoming } from '../http/incoming.ts'
import type { Log } from './log.ts'
import type { Outcome } from './outcome.ts'

/** From which time on a request is logged for its slowness. */
const slowMs = 1_000

/**
 * One line a request: all of them, or one in so many and those that failed by no fault of the client's or took a second. No key, no
 * address of a client, no document, no variable and no query of an address goes into it.
 */
export class RequestLog {
  readonly #log: Pick<Log, 'info'>
  readonly #logging: RequestLogging
  #seen = 0

  constructor(log: Log, logging: RequestLogging) {
    this.#log = log
    this.#logging = log.isLevelEnabled('info') ? logging : 'off'
  }

  /** Whether a request is to be logged; asked once for each. */
  wants(isFault: boolean, ms: number): boolean {
    const logging = this.#logging
    if (logging === 'off') return false
    if (isFault || ms >= slowMs) return true
    if (logging === 'slow') return false
    this.#seen += 1
    return this.#seen % logging.oneIn === 0
  }

  write({ requestId, method, span, caller, subject, code, reads }: Incoming, outcome: Outcome): void {
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
