import { totalmem } from 'node:os'
import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { gauge, sampledMetric } from './sampled-metric.ts'

/** Resolution of the event loop delay histogram. */
const delayResolutionMs = 20

let registry: Registry | null = null

/**
 * Process metrics: processor time, memory, descriptors, garbage collection, event loop delay. One per process, created on first use so that
 * nothing is measured before.
 */
export const processMetrics = (): Registry => {
  if (registry !== null) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delayResolutionMs })
  registry.registerMetric(
    sampledMetric(
      'counter',
      'clipgraph_event_loop_seconds_total',
      'Time of the event loop, by whether it was active or idle; the share of active is its utilisation.',
      () => {
        const { active, idle } = performance.eventLoopUtilization()
        return Object.entries({ active, idle }).map(([state, ms]) => ({ labels: { state }, value: ms / 1_000 }))
      }
    )
  )
  registry.registerMetric(
    gauge('clipgraph_memory_limit_bytes', 'Memory the process may use: that of its container, or of the machine.', () =>
      // Without a limit the value is 0 or exceeds any machine.
      Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
    )
  )
  return registry
}
