import type { Registry } from 'prom-client'
import type { SourceBudget } from '../../store/source.ts'
import { sampledMetric } from './sampled-metric.ts'

/** Metrics of the calls that a live source allows. */
export const measureSourceBudget = (registry: Registry, state: () => SourceBudget | null): void => {
  const gauge = (name: string, help: string, value: (budget: SourceBudget) => number) =>
    registry.registerMetric(
      sampledMetric('gauge', name, help, () => {
        const budget = state()
        return budget === null ? [] : [{ labels: { source: budget.source }, value: value(budget) }]
      })
    )
  gauge('clipgraph_source_calls_left', 'Calls that the live source allows until its reset.', ({ left }) => left)
  gauge('clipgraph_source_calls_limit', 'Calls that the live source allows in a period.', ({ limit }) => limit)
}
