import { AggregatorRegistry, type MetricObjectWithValues } from 'prom-client'
import type { MetricSample } from './sampled-metric.ts'

/** All metrics of one process. */
export type ProcessFigures = readonly MetricObjectWithValues<MetricSample>[]

/** Metrics that are equal in every process, or that a sum or mean would hide. All others are added up, or aggregated as prom-client declares. */
const aggregators: Readonly<Record<string, 'min' | 'max'>> = {
  clipgraph_history_bytes: 'max',
  clipgraph_memory_limit_bytes: 'max',
  clipgraph_source_calls_left: 'min',
  clipgraph_source_calls_limit: 'max',
  clipgraph_upstream_breaker_state: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
  process_start_time_seconds: 'max'
}

/**
 * The combined metrics of all workers. Counts of ended workers stay in the sums, because monitoring takes a falling counter for a restart and
 * would count everything again.
 */
export class WorkerMetrics {
  readonly #running = new Map<number, ProcessFigures>()
  #ended: ProcessFigures = []

  set(worker: number, figures: ProcessFigures): void {
    this.#running.set(worker, figures)
  }

  /** Notes the end of a worker. If it ended without notice, its counts since the last read are lost. */
  end(worker: number): void {
    const last = this.#running.get(worker) ?? []
    this.#running.delete(worker)
    const counted = last.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
    // The metrics have values, which their type lacks.
    try {
      this.#ended = summed([this.#ended, counted]).getMetricsAsArray() as unknown as ProcessFigures
    } catch {
      // A worker of another version may use other metrics; its counts are lost.
    }
  }

  text(): Promise<string> {
    return summed([...this.#running.values(), this.#ended]).metrics()
  }
}

const summed = (figures: readonly ProcessFigures[]) =>
  AggregatorRegistry.aggregate(
    figures.map((metrics) =>
      metrics.map((metric) => ({ ...metric, aggregator: aggregators[metric.name] ?? metric.aggregator }))
    )
  )
