import type { Config } from '../config.ts'
import type { GatewayKeys } from '../http/gateway-keys.ts'
import type { Deps } from '../services/operation.ts'
import type { Source } from '../source/source.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** What the HTTP server and its pages are given. */
export type HostOptions = {
  config: Config
  log: Log
  keys: GatewayKeys
  deps: Deps
  source: Source
  metrics: Metrics
  /** A key that pages may show to whoever opens them on this machine; null where keys are configured. */
  demoKey: string | null
  /** The clock that lifetimes are measured with. */
  now: () => number
}
