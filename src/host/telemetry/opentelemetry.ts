import { readFileSync } from 'node:fs'
import {
  type Context,
  defaultTextMapSetter,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace
} from '@opentelemetry/api'
import { type ExportResult, parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider
} from '@opentelemetry/sdk-trace'
import type { OpenTelemetryOptions } from '../../core/config/config.ts'
import type { Span, SpanAttributes, Tracer } from '../../core/tracing.ts'
import { metricProducer } from './metric-producer.ts'
import type { Metrics } from './metrics.ts'

/** Export to a collector. `close` sends what is buffered. */
export type OpenTelemetry = { tracer: Tracer | null; close(): Promise<void> }

/** Maximum time the shutdown waits for the collector. */
const lastSendMs = 3_000

/** Sends traces and metrics by OTLP over HTTP as JSON. `complain` receives failures. */
export const openTelemetry = (
  options: OpenTelemetryOptions,
  metrics: Pick<Metrics, 'list'>,
  complain: (complaint: string) => void
): OpenTelemetry => {
  const { endpoint, serviceName, metricIntervalMs } = options
  const resource = resourceOf(serviceName)
  const headers = parseKeyPairsIntoRecord(options.headers)
  const to = (signal: string) => ({ url: `${endpoint}/v1/${signal}`, headers })
  const open: { shutdown(): Promise<void> }[] = []
  let tracer: Tracer | null = null
  if (options.traces) {
    const exporter = heard(new OTLPTraceExporter(to('traces')), complain)
    const provider = new TracerProvider({
      resource,
      sampler: samplerOf(options),
      spanProcessors: [new BatchSpanProcessor({ exporter })]
    })
    open.push(provider)
    tracer = tracerOf(provider.getTracer('clipgraph'))
  }
  if (options.metrics) {
    const reader = new PeriodicExportingMetricReader({
      exporter: heard(new OTLPMetricExporter(to('metrics')), complain),
      exportIntervalMillis: metricIntervalMs,
      exportTimeoutMillis: metricIntervalMs,
      metricProducers: [metricProducer(metrics, resource)]
    })
    open.push(new MeterProvider({ resource, readers: [reader] }))
  }
  return {
    tracer,
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, lastSendMs).unref())
      await Promise.race([Promise.allSettled(open.map((part) => part.shutdown())), late])
    }
  }
}

/** Reports failed exports, which the SDK itself does not. */
const heard = <T, E extends { export(items: T, done: (result: ExportResult) => void): void }>(
  exporter: E & { export(items: T, done: (result: ExportResult) => void): void },
  complain: (complaint: string) => void
): E => {
  const send = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.error !== undefined)
        complain(`OpenTelemetry: the collector did not take what was sent (${result.error.message})`)
      done(result)
    })
  return exporter
}

const resourceOf = (serviceName: string): Resource => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  )
  return defaultResource()
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }))
}

/** Samplers by their OpenTelemetry names. */
const samplerOf = ({ sampler, samplerRatio }: OpenTelemetryOptions): Sampler => {
  const name = sampler.replace(/^parentbased_/, '')
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(samplerRatio)
  return name === sampler ? root : new ParentBasedSampler({ root })
}

const propagator = new W3CTraceContextPropagator()

const headerGetter: TextMapGetter<(name: string) => string | undefined> = {
  get: (header, name) => header(name),
  // Unused by these propagators.
  keys: () => []
}

const tracerOf =
  (tracer: OtelTracer): Tracer =>
  (header, name, attributes) => {
    const parent = propagator.extract(ROOT_CONTEXT, header, headerGetter)
    return new RecordedSpan(tracer, parent, tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent))
  }

/** An SDK span with what it needs to start children without a process-wide context. */
class RecordedSpan implements Span {
  readonly #tracer: OtelTracer
  readonly #span: OtelSpan
  readonly #context: Context

  constructor(tracer: OtelTracer, parent: Context, span: OtelSpan) {
    this.#tracer = tracer
    this.#span = span
    this.#context = trace.setSpan(parent, span)
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  begin(name: string, attributes: SpanAttributes = {}, kind?: 'client'): Span {
    // Children of an unsampled span are not created.
    if (!this.#span.isRecording()) return this
    const of = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes }
    return new RecordedSpan(this.#tracer, this.#context, this.#tracer.startSpan(name, of, this.#context))
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes)
  }

  fail(code: string): void {
    this.#span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR, message: code })
  }

  end(): void {
    if (this.#span.isRecording()) this.#span.end()
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {}
    propagator.inject(this.#context, headers, defaultTextMapSetter)
    return headers
  }
}
