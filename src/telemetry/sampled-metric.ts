import type { Metric, MetricObjectWithValues, MetricValueWithName } from 'prom-client'

/** One line of a metric: a value under labels. */
export type Sample = MetricValueWithName<string>

/**
 * A metric that is counted by hand and handed over when somebody looks: to count with a labelled metric of the library costs more than a
 * tenth of an answer from memory. The registry asks for name and values, and for nothing else of a metric.
 */
export const sampledMetric = (
  type: 'counter' | 'gauge' | 'histogram',
  name: string,
  help: string,
  samples: () => Sample[]
): Metric => {
  const get = async (): Promise<MetricObjectWithValues<Sample>> => ({
    name,
    help,
    // Its type is a word of the protocol here.
    type: type as never,
    aggregator: 'sum',
    values: samples(),
    collect: () => {}
  })
  return { name, get } as unknown as Metric
}

/** A gauge of one number, asked for when somebody looks. */
export const gauge = (name: string, help: string, value: () => number): Metric =>
  sampledMetric('gauge', name, help, () => [{ labels: {}, value: value() }])

/** How long things took, sorted by upper bounds. */
export class Durations {
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0

  /** `bounds`: in seconds, ascending. */
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

  /** As a histogram under a name. */
  samples(name: string, labels: Readonly<Record<string, string>>): Sample[] {
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
