import type { Config } from '../config.ts'
import type { GatewayKeys } from '../http/gateway-keys.ts'
import type { SiteOptions } from '../site/frame/site-options.ts'
import type { Source } from '../source/source.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** What the HTTP server is given. */
export type HostOptions = SiteOptions & {
  config: Config
  keys: GatewayKeys
  source: Source
  metrics: Metrics
  /** The clock that lifetimes are measured with. */
  now: () => number
}
