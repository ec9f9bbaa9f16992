import { totalmem } from 'node:os'
import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { gauge, sampledMetric } from './sampled-metric.ts'

/** How often the delay of the event loop is looked at. */
const delayResolutionMs = 20

let registry: Registry | null = null

/**
 * What is told of the process: processor time, memory, descriptors, garbage collection, event loop. A process has it once, however many
 * servers run in it, and from the first time on that somebody asks: until then nothing is watched.
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
      // Without a limit it is 0, or larger than any machine.
      Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
    )
  )
  return registry
}
