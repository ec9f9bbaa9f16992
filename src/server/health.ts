import { jsonType, type Reply, reply } from '../http/reply.ts'
import { pageRoute, type Route } from '../http/route.ts'
import type { Source } from '../source/source.ts'
import type { Metrics } from '../telemetry/metrics.ts'

const status = (code: number, text: string): Reply =>
  reply(code, ['content-type', jsonType], JSON.stringify({ status: text }))

const running = status(200, 'ok')
const ready = status(200, 'ready')
const notReady = status(503, 'not ready')

/** What operators watch: whether the process runs, whether the data can be read, and numbers. */
export const healthRoutes = ({ source, metrics }: { source: Source; metrics: Metrics }): Route[] => [
  pageRoute('/healthz', () => running),
  pageRoute('/readyz', () =>
    source.ready(AbortSignal.timeout(2_000)).then(
      () => ready,
      () => notReady
    )
  ),
  pageRoute('/metrics', async () => reply(200, ['content-type', metrics.contentType], await metrics.text()))
]
