import type { Origins } from '../../core/config/parsers.ts'
import { ApiError } from '../../core/errors.ts'
import { withVary } from '../../surfaces/http/caching.ts'
import type { Incoming } from '../../surfaces/http/incoming.ts'
import { bareReply } from '../../surfaces/http/reply.ts'
import type { HttpRoute } from '../../surfaces/http/route.ts'
import { methodsOf } from './admission.ts'

/** Request headers: key, version and conditional ones; then those of browser tools, tracing, GraphQL clients and agents. */
const requestHeaders = [
  'x-gateway-key, authorization, x-api-version, content-type, accept, accept-language, if-none-match',
  'cache-control, pragma, x-requested-with, x-request-id, traceparent, tracestate, baggage, b3, sentry-trace',
  'apollo-require-preflight, apollographql-client-name, apollographql-client-version, x-apollo-operation-name',
  'x-apollo-operation-id, graphql-client-name, graphql-client-version, graphql-preflight',
  'mcp-protocol-version, mcp-session-id, mcp-method, mcp-name'
].join(', ')

/** Response headers that scripts may read besides the safelisted ones. */
const exposedHeaders =
  'etag, age, x-request-id, x-sample-data, x-source-budget, retry-after, ratelimit, ratelimit-policy, link, x-ignored-parameters, allow'

/** How long browsers may cache a preflight; Chromium caps it at two hours. */
const rememberSeconds = 7_200

const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** Whether the request is a CORS preflight. */
export const isPreflight = ({ method, heading, headers }: Incoming): boolean =>
  method === 'OPTIONS' && heading.origin !== undefined && headers['access-control-request-method'] !== undefined

/** The allowed origins, and their CORS headers (Fetch standard, "CORS protocol"). */
export class CrossOrigin {
  readonly #origins: Origins

  constructor(origins: Origins) {
    this.#origins = origins
  }

  /**
   * Headers of a response, with CORS headers for an allowed origin. Other origins get the plain response: servers send `Origin` too, and
   * the key protects the data.
   */
  withHeaders(
    headers: readonly string[],
    { readers, surface }: HttpRoute,
    origin: string | undefined
  ): readonly string[] {
    const admitted = readers ?? (surface === 'page' ? 'nobody' : 'origins')
    if (admitted === 'anyone') return [...headers, ...forAnyone]
    if (admitted === 'nobody' || origin === undefined) return headers
    if (this.#origins === 'any') return [...headers, ...readableBy('*')]
    const varied = withVary(headers, 'origin')
    return this.#allows(origin) ? [...varied, ...readableBy(origin)] : varied
  }

  /** The answer to a preflight. The resource need not exist: the call itself reports that. The origin is checked as for every response. */
  preflight(route: HttpRoute): HttpRoute {
    const granted = [
      ...['access-control-allow-methods', methodsOf(route.surface).join(', ')],
      ...['access-control-allow-headers', requestHeaders],
      ...['access-control-max-age', String(rememberSeconds)]
    ]
    return {
      ...route,
      answer: ({ heading }) => {
        if (!this.withHeaders([], route, heading.origin).includes('access-control-allow-origin')) {
          throw new ApiError('ORIGIN_NOT_ALLOWED')
        }
        return bareReply(204, granted)
      }
    }
  }

  /**
   * Why a page's call is refused; null when it is allowed. Requests that browsers mark as cross-site, such as images and scripts, get no
   * data even if a proxy adds a key, and MCP requires refusing pages of other origins. A link to GraphiQL is cross-site as well and reads
   * no data.
   */
  problemOf(incoming: Incoming, { surface, isOpen }: HttpRoute): ApiError | null {
    const { fetchSite, origin } = incoming.heading
    const isFromPage = fetchSite === 'cross-site' || (surface === 'mcp' && origin !== undefined)
    if (!isFromPage || surface === 'page' || this.#allows(origin) || isOpen?.(incoming) === true) return null
    return new ApiError('ORIGIN_NOT_ALLOWED')
  }

  /** Pages that load without scripts send no origin. */
  #allows(origin: string | undefined): boolean {
    if (this.#origins === 'any') return true
    if (origin === undefined) return false
    return this.#origins === 'loopback' ? loopback.test(origin) : this.#origins.includes(origin)
  }
}

const readableBy = (origin: string): readonly string[] => [
  ...['access-control-allow-origin', origin],
  ...['access-control-expose-headers', exposedHeaders]
]

const forAnyone: readonly string[] = [...readableBy('*'), 'cross-origin-resource-policy', 'cross-origin']
