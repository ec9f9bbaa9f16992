import { Pool } from 'undici'
import { sampleDataHeader } from '../../core/sample-data.ts'
import { timeLimits } from './time-limits.ts'
import type { Transport, TransportLimits } from './transport.ts'

/** Whether the runtime lets packages have undici itself. Bun gives them a part of it, without connections of one's own. */
export const hasUndici = typeof Pool.prototype.compose === 'function'

/** One pool: keep-alive, HTTP/1.1, no redirects. */
export const undiciTransport = (origin: string, limits: TransportLimits): Transport => {
  const pool = new Pool(origin, {
    connections: limits.connections,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: limits.connectMs },
    // `timeLimits` is exact instead.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
    maxResponseSize: limits.answerBytes
  })
  const limited = pool.compose(timeLimits(limits))
  return {
    async get(path, headers, signal) {
      const { statusCode, headers: given, body } = await limited.request({ method: 'GET', path, headers, signal })
      const after = given['retry-after']
      return {
        status: statusCode,
        retryAfter: typeof after === 'string' ? after : undefined,
        isSampleData: given[sampleDataHeader] !== undefined,
        text: () => body.text()
      }
    },
    state: () => pool.stats,
    close: () => pool.destroy()
  }
}
