import type { Awaitable } from './awaitable.ts'
import { asApiError } from './errors.ts'

/** Span attributes, named by OpenTelemetry's conventions where they exist. Never a key, a query or a variable. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** A trace span. Spans that never end are never exported. */
export interface Span {
  readonly traceId: string
  /** Starts a child span. `client`: a call to another server. Names come from fixed lists. */
  begin(name: string, attributes?: SpanAttributes, kind?: 'client'): Span
  set(attributes: SpanAttributes): void
  /** Marks the span as failed with an error code, without internal details. */
  fail(code: string): void
  /** Ends the span; later calls are ignored. */
  end(): void
  /** Headers that propagate the trace to a called server. */
  headers(): Readonly<Record<string, string>>
}

/** Starts a request's trace, or continues the one in its headers. `header` reads a header by lower-case name. */
export type Tracer = (header: (name: string) => string | undefined, name: string, attributes: SpanAttributes) => Span

/** Holds the current span of a request; null when it is not traced. */
export type Traced = { span: Span | null }

/** Runs work within a span of its own: spans started meanwhile become its children. */
export const within = <T>(
  traced: Traced,
  name: string,
  attributes: SpanAttributes,
  work: () => Awaitable<T>
): Awaitable<T> => {
  const outer = traced.span
  if (outer === null) return work()
  const span = outer.begin(name, attributes)
  const close = () => {
    traced.span = outer
    span.end()
  }
  const failed = (error: unknown): never => {
    span.fail(asApiError(error).code)
    close()
    throw error
  }
  traced.span = span
  try {
    const done = work()
    if (done instanceof Promise) {
      return done.then((value) => {
        close()
        return value
      }, failed)
    }
    close()
    return done
  } catch (error) {
    return failed(error)
  }
}
