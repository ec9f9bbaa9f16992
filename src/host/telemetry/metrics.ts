import { Counter, Registry } from 'prom-client'
import type { SharedStoreEvent } from '../../cache/shared-store.ts'
import type { ReadResult } from '../../core/scope.ts'
import type { HistoryFigures } from '../../store/history/recorder.ts'
import type { PoolState } from '../../store/pool-state.ts'
import type { SourceBudget } from '../../store/source.ts'
import type { UpstreamEvent } from '../../store/upstream/calls.ts'
import type { UnreadableRecords } from '../../store/upstream/upstream.ts'
import { processMetrics } from './process-metrics.ts'
import { ReadCounts } from './read-counts.ts'
import { type GivenAnswer, RequestCounts } from './request-counts.ts'
import { gauge, sampledMetric } from './sampled-metric.ts'
import { measureSourceBudget } from './source-budget.ts'
import { UpstreamCounts } from './upstream-counts.ts'

/** Requests in progress, queued, and refused since the start. */
export type LoadFigures = { inFlight: number; queued: number; refused: number }

/** Metrics for operators. Label values come from fixed lists, never from clients. */
export const createMetrics = (knownOperations: ReadonlySet<string> = new Set()) => {
  let cacheBytes = () => 0
  let answersGiven = () => ({ rest: 0, graphql: 0 })
  let plansRun = () => 0
  let unsentBytes = () => 0
  let history = (): HistoryFigures => ({ recorded: 0, dropped: 0, bytes: 0 })
  let load = (): LoadFigures => ({ inFlight: 0, queued: 0, refused: 0 })
  const registry = new Registry()
  const requests = new RequestCounts(knownOperations)
  const reads = new ReadCounts()
  const byHand = [
    ...requests.metrics,
    ...reads.metrics,
    gauge(
      'clipgraph_cache_bytes',
      'Estimated size of what is kept in memory: records, ready answers, documents with their plans, texts.',
      () => cacheBytes()
    ),
    gauge('clipgraph_unsent_bytes', 'Bytes of large answers that are on their way to clients.', () => unsentBytes()),
    sampledMetric('counter', 'clipgraph_ready_answers_total', 'Requests answered from ready bytes, by surface.', () =>
      Object.entries(answersGiven()).map(([surface, value]) => ({ labels: { surface }, value }))
    ),
    sampledMetric('counter', 'clipgraph_planned_queries_total', 'GraphQL queries run by plan.', () => [
      { labels: {}, value: plansRun() }
    ]),
    gauge('clipgraph_requests_in_flight', 'Requests that are being answered.', () => load().inFlight),
    gauge('clipgraph_requests_queued', 'Requests that wait until others are answered.', () => load().queued),
    sampledMetric('counter', 'clipgraph_requests_refused_total', 'Requests turned away because of overload.', () => [
      { labels: {}, value: load().refused }
    ]),
    sampledMetric(
      'counter',
      'clipgraph_history_samples_total',
      'Samples for the file of HISTORY, by outcome: recorded, or dropped because too many waited.',
      () => {
        const { recorded, dropped } = history()
        return [
          { labels: { outcome: 'recorded' }, value: recorded },
          { labels: { outcome: 'dropped' }, value: dropped }
        ]
      }
    ),
    gauge('clipgraph_history_bytes', 'Size of the file of HISTORY.', () => history().bytes)
  ]
  for (const metric of byHand) registry.registerMetric(metric)
  const upstream = new UpstreamCounts(registry)
  const sharedCache = new Counter({
    name: 'clipgraph_shared_cache_operations_total',
    help: 'Operations on the cache that replicas share, by outcome; skipped ones were not tried because it failed just before. Dropped are values found there that no replica can have kept.',
    labelNames: ['outcome'],
    registers: [registry]
  })
  const processFaults = new Counter({
    name: 'clipgraph_process_faults_total',
    help: 'Errors that nothing caught, by how they came up. Each ends the process in good order.',
    labelNames: ['origin'],
    registers: [registry]
  })
  // Initialized to 0: an alert on an increase would miss a series that starts at 1.
  for (const origin of ['uncaughtException', 'unhandledRejection']) processFaults.inc({ origin }, 0)
  return {
    processFault: (origin: NodeJS.UncaughtExceptionOrigin) => processFaults.inc({ origin }),
    measureAnswers(count: () => { rest: number; graphql: number }) {
      answersGiven = count
    },
    measurePlans(count: () => number) {
      plansRun = count
    },
    measureUnsent(bytes: () => number) {
      unsentBytes = bytes
    },
    measureCache(bytes: () => number) {
      cacheBytes = bytes
    },
    measureHistory(figures: () => HistoryFigures) {
      history = figures
    },
    measureBudget: (state: () => SourceBudget | null) => measureSourceBudget(registry, state),
    measureLoad(now: () => LoadFigures) {
      load = now
    },
    measurePool: (state: () => PoolState) => upstream.measurePool(state),
    sharedCache: (outcome: SharedStoreEvent) => sharedCache.inc({ outcome }),
    upstream: (event: UpstreamEvent | UnreadableRecords) => upstream.observe(event),
    request: (answer: GivenAnswer) => requests.observe(answer),
    read: ({ kind, result }: { kind: string; result: ReadResult }) => reads.count(kind, result),
    sourceTime: (kind: string, seconds: number) => reads.time(kind, seconds),
    /** All metrics as objects. */
    list: async () => (await Promise.all([registry.getMetricsAsJSON(), processMetrics().getMetricsAsJSON()])).flat(),
    text: async () => (await Promise.all([registry.metrics(), processMetrics().metrics()])).join('\n'),
    contentType: registry.contentType
  }
}
export type Metrics = ReturnType<typeof createMetrics>
