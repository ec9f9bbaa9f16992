import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { SharedStoreEvent } from '../cache/shared-store.ts'
import type { Read } from '../core/scope.ts'
import type { Surface } from '../http/route.ts'
import type { UpstreamEvent } from '../source/upstream/endpoint.ts'
import type { UnreadableRecords } from '../source/upstream/upstream.ts'
import { RequestTimes } from './request-times.ts'

/** Counters and timers for operators. Labels hold names from fixed lists only, never what a client sent. */
export const createMetrics = () => {
  let cacheBytes = () => 0
  let answersGiven = () => ({ rest: 0, graphql: 0 })
  let plansRun = () => 0
  const registry = new Registry()
  const requests = new RequestTimes()
  registry.registerMetric(requests.metric)
  // Counted by hand and handed over when somebody looks: a read from memory costs less than a labelled counter.
  const readCounts = new Map<string, { cached: number; fetched: number }>()
  new Counter({
    name: 'clipgraph_reads_total',
    help: 'Reads behind answers, by kind and whether the cache had them.',
    labelNames: ['kind', 'cached'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [kind, { cached, fetched }] of readCounts) {
        this.inc({ kind, cached: 'true' }, cached)
        this.inc({ kind, cached: 'false' }, fetched)
      }
    }
  })
  new Gauge({
    name: 'clipgraph_cache_bytes',
    help: 'Estimated size of the memory cache.',
    registers: [registry],
    collect() {
      this.set(cacheBytes())
    }
  })
  new Gauge({
    name: 'clipgraph_ready_answers',
    help: 'Requests answered from ready bytes since the start, by surface.',
    labelNames: ['surface'],
    registers: [registry],
    collect() {
      const { rest, graphql } = answersGiven()
      this.set({ surface: 'rest' }, rest)
      this.set({ surface: 'graphql' }, graphql)
    }
  })
  new Gauge({
    name: 'clipgraph_planned_queries',
    help: 'GraphQL queries run by plan since the start.',
    registers: [registry],
    collect() {
      this.set(plansRun())
    }
  })
  const upstreamCalls = new Histogram({
    name: 'clipgraph_upstream_call_seconds',
    help: 'Time of calls to the upstream deployment, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry]
  })
  const upstreamEvents = new Counter({
    name: 'clipgraph_upstream_events_total',
    help: 'Retries, breaker changes, refused keys and unreadable records of the upstream.',
    labelNames: ['event'],
    registers: [registry]
  })
  const sharedCache = new Counter({
    name: 'clipgraph_shared_cache_operations_total',
    help: 'Operations on the cache that replicas share, by outcome; skipped ones were not tried because it failed just before.',
    labelNames: ['outcome'],
    registers: [registry]
  })
  return {
    measureAnswers(count: () => { rest: number; graphql: number }) {
      answersGiven = count
    },
    measurePlans(count: () => number) {
      plansRun = count
    },
    measureCache(bytes: () => number) {
      cacheBytes = bytes
    },
    sharedCache: (outcome: SharedStoreEvent) => sharedCache.inc({ outcome }),
    upstream(event: UpstreamEvent | UnreadableRecords) {
      if (event.event === 'call') upstreamCalls.observe({ outcome: event.outcome }, event.ms / 1_000)
      else if (event.event === 'breaker') upstreamEvents.inc({ event: `breaker_${event.state}` })
      else upstreamEvents.inc({ event: event.event }, event.event === 'unreadable' ? event.count : 1)
    },
    request(surface: Surface, status: number, seconds: number) {
      requests.observe(surface, status, seconds)
    },
    read({ kind, cached }: Read) {
      let count = readCounts.get(kind)
      if (count === undefined) {
        count = { cached: 0, fetched: 0 }
        readCounts.set(kind, count)
      }
      if (cached) count.cached += 1
      else count.fetched += 1
    },
    text: () => registry.metrics(),
    contentType: registry.contentType
  }
}
export type Metrics = ReturnType<typeof createMetrics>
