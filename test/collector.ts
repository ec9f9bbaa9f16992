import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OpenTelemetryOptions } from '../src/core/config/config.ts'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code: number; message?: string }
}
type Point = {
  attributes: Attribute[]
  asDouble?: number
  bucketCounts?: number[]
  explicitBounds?: number[]
  count?: number
}
type SentMetric = Partial<Record<'sum' | 'gauge' | 'histogram', { dataPoints: Point[] }>> & {
  name: string
  unit: string
}

/** A span as tests look at it: attributes by name. */
export type CollectedSpan = Omit<SentSpan, 'attributes'> & { attributes: Record<string, unknown> }

/** Kinds of spans in the protocol. */
export const kinds = { internal: 1, server: 2, client: 3 } as const

const byName = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector on a free port that takes OTLP in JSON and keeps what it is sent. */
export const startCollector = async () => {
  const spans: CollectedSpan[] = []
  let metrics = new Map<string, SentMetric>()
  let resource: Record<string, unknown> = {}
  let headers: IncomingHttpHeaders = {}
  let text = ''
  let status = 200
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    headers = incoming.headers
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    if (status !== 200) return
    text += body
    const sent = JSON.parse(body)
    for (const of of sent.resourceSpans ?? []) {
      resource = byName(of.resource.attributes)
      for (const span of of.scopeSpans.flatMap((each: { spans: SentSpan[] }) => each.spans)) {
        spans.push({ ...span, attributes: byName(span.attributes) })
      }
    }
    for (const of of sent.resourceMetrics ?? []) {
      const told: SentMetric[] = of.scopeMetrics.flatMap((each: { metrics: SentMetric[] }) => each.metrics)
      metrics = new Map(told.map((metric) => [metric.name, metric]))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    spans,
    endpoint,
    metric: (name: string) => metrics.get(name),
    metricNames: () => [...metrics.keys()],
    resource: () => resource,
    headers: () => headers,
    /** All that was sent. */
    text: () => text,
    /** What it answers with from now on. */
    answers(next: number) {
      status = next
    },
    /** How a server is told of it. */
    options: (options: Partial<OpenTelemetryOptions> = {}): OpenTelemetryOptions => ({
      ...{ endpoint, headers: '', serviceName: 'clipgraph', traces: true, metrics: true },
      ...{ sampler: 'parentbased_always_on', samplerRatio: 1, metricIntervalMs: 60_000 },
      ...options
    }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
export type Collector = Awaited<ReturnType<typeof startCollector>>
