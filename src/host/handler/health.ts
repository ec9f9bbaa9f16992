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
  /** Whether clients should go elsewhere, now or still. */
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
 * Ready while there is something to answer with: data in the cache that may still be served, or a readable source. During a source outage every replica is affected
 * equally, so cached data keeps a replica ready.
 */
const readiness =
  ({ source, cache, isAway }: HealthOptions): Endpoint =>
  () => {
    if (isAway()) return notReady
    if (cache.isUseful) return ready
    return source.ready(AbortSignal.timeout(2_000)).then(
      () => ready,
      () => notReady
    )
  }

const vitalRoute = (pattern: string, answer: Endpoint): HttpRoute => ({ ...pageRoute(pattern, answer), isVital: true })
