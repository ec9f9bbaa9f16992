import { type HrTime, ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues } from 'prom-client'
import type { Metrics } from './metrics.ts'
import type { MetricSample } from './sampled-metric.ts'

/** The metrics of `/metrics` for the OpenTelemetry SDK, under the same names, so that everything is counted once. */
export const metricProducer = (metrics: Pick<Metrics, 'list'>, resource: Resource): MetricProducer => {
  const since = millisToHrTime(performance.timeOrigin)
  return {
    async collect() {
      const at = millisToHrTime(Date.now())
      const converted = (await metrics.list()).map((metric) => toMetricData(metric, since, at))
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'clipgraph' }, metrics: converted }] },
        errors: []
      }
    }
  }
}

type ListedMetric = MetricObjectWithValues<MetricSample>

const toMetricData = ({ name, help, type, values }: ListedMetric, startTime: HrTime, endTime: HrTime): MetricData => {
  const about = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE
  }
  const point = <T>(attributes: MetricSample['labels'], value: T): DataPoint<T> => ({
    startTime,
    endTime,
    attributes: { ...attributes },
    value
  })
  // Metric types are protocol words here.
  switch (String(type)) {
    case 'histogram': {
      const dataPoints = histogramsOf(name, values).map(([labels, histogram]) => point(labels, histogram))
      return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints }
    }
    case 'counter': {
      const dataPoints = values.map(({ labels, value }) => point(labels, value))
      return { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    }
    default: {
      const dataPoints = values.map(({ labels, value }) => point(labels, value))
      return { ...about, dataPointType: DataPointType.GAUGE, dataPoints }
    }
  }
}

const unitOf = (name: string): string => {
  if (/_seconds(?:_total)?$/.test(name)) return 's'
  return name.endsWith('_bytes') ? 'By' : ''
}

/** Prometheus buckets are cumulative, OpenTelemetry's are not. */
const histogramsOf = (
  name: string,
  values: readonly MetricSample[]
): (readonly [MetricSample['labels'], Histogram])[] => {
  const byLabels = new Map<string, MetricSample[]>()
  for (const sample of values) {
    const { le: _, ...labels } = sample.labels
    const key = JSON.stringify(Object.entries(labels).toSorted())
    byLabels.set(key, [...(byLabels.get(key) ?? []), sample])
  }
  return [...byLabels.values()].map((samples) => {
    const buckets = samples.filter(({ metricName }) => metricName === `${name}_bucket`)
    const below = buckets.map(({ value }) => value)
    const total = (suffix: string) => samples.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0
    const { le: _, ...labels } = samples[0]?.labels ?? {}
    const histogram = {
      buckets: {
        boundaries: buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
        counts: below.map((count, index) => count - (below[index - 1] ?? 0))
      },
      sum: total('sum'),
      count: total('count')
    }
    return [labels, histogram] as const
  })
}
