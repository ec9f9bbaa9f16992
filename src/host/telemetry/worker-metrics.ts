import { AggregatorRegistry, type MetricObjectWithValues } from 'prom-client'
import type { MetricSample } from './sampled-metric.ts'

/** All metrics of one process. */
export type ProcessFigures = readonly MetricObjectWithValues<MetricSample>[]

/** What says the same in every process, or what a sum or a mean would hide. Everything else is added up, or as prom-client declares it. */
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
 * The metrics of workers as one. What ended workers counted stays in the sums: a counter that falls is taken for a restarted process, and
 * everything before for new.
 */
export class WorkerMetrics {
  readonly #running = new Map<number, ProcessFigures>()
  #ended: ProcessFigures = []

  set(worker: number, figures: ProcessFigures): void {
    this.#running.set(worker, figures)
  }

  /** Of a worker that ended without notice, counts since it was last asked are lost. */
  end(worker: number): void {
    const last = this.#running.get(worker) ?? []
    this.#running.delete(worker)
    const counted = last.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
    // They have their values, though their declaration lacks them.
    try {
      this.#ended = summed([this.#ended, counted]).getMetricsAsArray() as unknown as ProcessFigures
    } catch {
      // A worker of another version may count otherwise; what it counted is lost.
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
