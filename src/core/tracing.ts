import type { Awaitable } from './awaitable.ts'
import { asApiError } from './errors.ts'

/** What is told of a piece of work, by the names of OpenTelemetry's conventions where they have one. Never a key, a query or a variable. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A piece of work as a trace shows it. What is never ended is never told. */
export interface Span {
  readonly traceId: string
  /** Begins a part of it. `client`: a call to another server. Names come from fixed lists. */
  begin(name: string, attributes?: Attributes, kind?: 'client'): Span
  set(attributes: Attributes): void
  /** Says that it failed: with a code, and nothing of what is inside. */
  fail(code: string): void
  /** Only the first time counts. */
  end(): void
  /** Headers with which whoever is called goes on with the trace. */
  headers(): Readonly<Record<string, string>>
}

/** Begins the trace of a request, or goes on with the one that its headers tell of. `header`: the value of one, by its name in lower case. */
export type Tracer = (header: (name: string) => string | undefined, name: string, attributes: Attributes) => Span

/** What belongs to a trace as long as its request is answered; null where it is not traced. */
export type Traced = { span: Span | null }

/** Does a piece of work within a span of its own: what it begins meanwhile is a part of that. */
export const within = <T>(
  traced: Traced,
  name: string,
  attributes: Attributes,
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
