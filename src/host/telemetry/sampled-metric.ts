import type { Metric, MetricObjectWithValues, MetricValueWithName } from 'prom-client'

/** One line of a metric: a value with labels. */
export type MetricSample = MetricValueWithName<string>

/**
 * A metric whose values are computed when scraped. Counting with the library's labelled metrics costs more than a tenth of a cached
 * response. The registry uses only name and values.
 */
export const sampledMetric = (
  type: 'counter' | 'gauge' | 'histogram',
  name: string,
  help: string,
  samples: () => MetricSample[]
): Metric => {
  const get = async (): Promise<MetricObjectWithValues<MetricSample>> => ({
    name,
    help,
    // The type is a protocol word here.
    type: type as never,
    aggregator: 'sum',
    values: samples(),
    collect: () => {}
  })
  return { name, get } as unknown as Metric
}

/** A gauge computed when scraped. */
export const gauge = (name: string, help: string, value: () => number): Metric =>
  sampledMetric('gauge', name, help, () => [{ labels: {}, value: value() }])

/** A histogram of durations. */
export class Durations {
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0

  /** `bounds`: ascending, in seconds. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  observe(seconds: number): void {
    const bounds = this.#bounds
    let at = 0
    while (at < bounds.length && seconds > (bounds[at] as number)) at += 1
    this.#counts[at] = (this.#counts[at] as number) + 1
    this.#sum += seconds
  }

  /** The histogram's lines under a name. */
  samples(name: string, labels: Readonly<Record<string, string>>): MetricSample[] {
    let total = 0
    const buckets = this.#counts.map((count, at) => {
      total += count
      return { metricName: `${name}_bucket`, labels: { le: this.#bounds[at] ?? '+Inf', ...labels }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: total }
    ]
  }
}
