import type { Metric, MetricObjectWithValues, MetricValueWithName } from 'prom-client'
import type { Surface } from '../http/route.ts'

/** Upper bounds in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const name = 'clipgraph_request_seconds'
const help = 'Time to answer a request, by surface and status.'

type Times = { counts: number[]; sum: number }

/** A histogram counted by hand: to observe a labelled one costs more than a tenth of an answer from memory. */
export class RequestTimes {
  readonly #times: Record<Surface, Map<number, Times>> = {
    rest: new Map(),
    graphql: new Map(),
    mcp: new Map(),
    page: new Map()
  }

  observe(surface: Surface, status: number, seconds: number): void {
    let times = this.#times[surface].get(status)
    if (times === undefined) {
      times = { counts: [...bounds, 0].map(() => 0), sum: 0 }
      this.#times[surface].set(status, times)
    }
    let at = 0
    while (at < bounds.length && seconds > (bounds[at] ?? 0)) at += 1
    times.counts[at] = (times.counts[at] ?? 0) + 1
    times.sum += seconds
  }

  /** As the registry wants it: it asks for name and values, and for nothing else of a metric. */
  get metric(): Metric {
    return { name, get: async () => this.#values() } as unknown as Metric
  }

  #values(): MetricObjectWithValues<MetricValueWithName<string>> {
    const values: MetricValueWithName<string>[] = []
    for (const [surface, byStatus] of Object.entries(this.#times)) {
      for (const [status, { counts, sum }] of byStatus) {
        const labels = { surface, status: String(status) }
        let total = 0
        for (const [at, count] of counts.entries()) {
          total += count
          values.push({ metricName: `${name}_bucket`, labels: { le: bounds[at] ?? '+Inf', ...labels }, value: total })
        }
        values.push(
          { metricName: `${name}_sum`, labels, value: sum },
          { metricName: `${name}_count`, labels, value: total }
        )
      }
    }
    // Its type is a word of the protocol here.
    return { name, help, type: 'histogram' as never, aggregator: 'sum', values, collect: () => {} }
  }
}
