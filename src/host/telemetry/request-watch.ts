import { type ErrorCode, errorCodes } from '../../core/errors.ts'
import type { Span, Tracer } from '../../core/tracing.ts'
import type { Incoming } from '../../surfaces/http/incoming.ts'
import type { HttpRoute, Surface } from '../../surfaces/http/route.ts'
import type { Metrics } from './metrics.ts'
import type { CacheUse, RequestOutcome } from './outcome.ts'
import type { RequestLog } from './request-log.ts'

type RequestWatchOptions = { metrics: Pick<Metrics, 'request'>; log: RequestLog; tracer: Tracer | null }

/** Observes the start and end of every request: counts, logs and traces it. */
export class RequestWatch {
  readonly #metrics: Pick<Metrics, 'request'>
  readonly #log: RequestLog
  readonly #tracer: Tracer | null

  constructor({ metrics, log, tracer }: RequestWatchOptions) {
    this.#metrics = metrics
    this.#log = log
    this.#tracer = tracer
  }

  began(incoming: Incoming, { pattern }: HttpRoute): void {
    if (this.#tracer === null) return
    const { method, httpVersion } = incoming
    const route = pattern === '*' ? null : pattern.replace(/:(\w+)/g, '{$1}')
    incoming.span = this.#tracer((name) => incoming.header(name), route === null ? method : `${method} ${route}`, {
      'http.request.method': method,
      'url.scheme': 'http',
      // Without the query, which may contain a document.
      'url.path': incoming.url.replace(/[?#].*$/s, '').slice(0, shownLength),
      ...(httpVersion === null ? {} : { 'network.protocol.version': httpVersion }),
      ...(route === null ? {} : { 'http.route': route })
    })
  }

  /** `bytes`: of the body. */
  answered(incoming: Incoming, { surface, pattern }: HttpRoute, given: number, bytes: number): void {
    // An internal failure stays one; work given up because the client left is no failure.
    const isForNobody = incoming.hasLeft && (incoming.code === null || incoming.code === 'UNAVAILABLE')
    if (isForNobody) incoming.code = clientLeft.code
    const status = isForNobody ? clientLeft.status : given
    const { code, span } = incoming
    const ms = performance.now() - incoming.startedAt
    const operation = incoming.subject.operation ?? (surface === 'page' ? pattern : null)
    this.#metrics.request({ surface, operation, status, code, seconds: ms / 1_000 })
    const isLogged = this.#log.wants(isServersFault(code) && !incoming.isTurnedAway, ms)
    if (!isLogged && span === null) return
    const cache = cacheUseOf(incoming, surface, status)
    const outcome = { surface, operation: operation?.slice(0, shownLength) ?? null, status, bytes, ms, cache }
    if (isLogged) this.#log.write(incoming, outcome)
    if (span !== null) endSpan(span, incoming, outcome)
  }
}

/** The client left: counted as other servers do. */
const clientLeft = { status: 499, code: 'CLIENT_LEFT' }

/** Maximum length of client-chosen names. */
const shownLength = 100

/** By error code, since GraphQL reports errors with status 200. GraphQL-only codes are client errors; not being ready is no failure. */
const isServersFault = (code: string | null): code is ErrorCode =>
  code !== null && code in errorCodes && errorCodes[code as ErrorCode].status >= 500

const cacheUseOf = ({ reads, cached }: Incoming, surface: Surface, status: number): CacheUse => {
  // The response cache serves without a scope.
  if (reads === null) return isData(surface) && (status === 200 || status === 304) ? 'ready' : 'none'
  if (reads.length === 0) return 'none'
  return cached ? 'cached' : 'fetched'
}

const isData = (surface: Surface): boolean => surface === 'rest' || surface === 'graphql'

const endSpan = (
  span: Span,
  { requestId, subject, code, caller, reads }: Incoming,
  { surface, operation, status, bytes, cache }: RequestOutcome
): void => {
  span.set({
    'http.response.status_code': status,
    'http.response.body.size': bytes,
    'clipgraph.request.id': requestId,
    'clipgraph.surface': surface,
    'clipgraph.cost': subject.cost,
    'clipgraph.cache': cache,
    'clipgraph.reads': reads?.length ?? 0,
    ...(operation === null
      ? {}
      : { [surface === 'graphql' ? 'graphql.operation.name' : 'clipgraph.operation']: operation }),
    ...(caller === null ? {} : { 'clipgraph.key.name': caller.name }),
    ...(code === null ? {} : { 'error.type': code })
  })
  if (isServersFault(code)) span.fail(code)
  span.end()
}
