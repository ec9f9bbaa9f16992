import type { Cache } from '../../cache/cache.ts'
import type { Source } from '../../store/source.ts'
import { jsonType, type Reply, reply } from '../../surfaces/http/reply.ts'
import { type Endpoint, type HttpRoute, pageRoute } from '../../surfaces/http/route.ts'

const status = (code: number, text: string): Reply =>
  reply(code, ['content-type', jsonType], JSON.stringify({ status: text }))

const running = status(200, 'ok')
const ready = status(200, 'ready')
const notReady = status(503, 'not ready')

type HealthOptions = {
  source: Source
  cache: Pick<Cache, 'isUseful'>
  /** Whether clients should use another server. */
  isAway: () => boolean
}

/** Health routes for operators: liveness and readiness. */
export const healthRoutes = (options: HealthOptions): HttpRoute[] => [
  vitalRoute('/healthz', () => running),
  vitalRoute('/readyz', readiness(options))
]

export const metricsRoute = (contentType: string, text: () => Promise<string>): HttpRoute =>
  vitalRoute('/metrics', async () => reply(200, ['content-type', contentType], await text()))

/**
 * Ready while the cache has data that may be served, or the source is readable. An outage of the source affects all replicas equally, so cached
 * data keep a replica ready.
 */
const readiness = ({ source, cache, isAway }: HealthOptions): Endpoint => {
  /** Shared by all who wait, because asking needs no key. */
  let checked: Promise<Reply> | null = null
  const check = () =>
    source
      .ready(AbortSignal.timeout(2_000))
      .then(
        () => ready,
        () => notReady
      )
      .finally(() => {
        checked = null
      })
  return () => {
    if (isAway()) return notReady
    if (cache.isUseful) return ready
    checked ??= check()
    return checked
  }
}

const vitalRoute = (pattern: string, answer: Endpoint): HttpRoute => ({ ...pageRoute(pattern, answer), isVital: true })
