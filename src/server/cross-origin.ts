import type { Origins } from '../config/parsers.ts'
import { ApiError } from '../core/errors.ts'
import { withVary } from '../http/caching.ts'
import type { Incoming } from '../http/incoming.ts'
import { bareReply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'
import { methodsOf } from './admission.ts'

/** What clients send: key, version and conditions; then what browsers' tools, tracing, clients of GraphQL and agents add. */
const requestHeaders = [
  'x-gateway-key, x-api-version, content-type, accept, accept-language, if-none-match',
  'cache-control, pragma, x-requested-with, x-request-id, traceparent, tracestate, baggage, b3, sentry-trace',
  'apollo-require-preflight, apollographql-client-name, apollographql-client-version, x-apollo-operation-name',
  'x-apollo-operation-id, graphql-client-name, graphql-client-version, graphql-preflight',
  'mcp-protocol-version, mcp-session-id, mcp-method, mcp-name'
].join(', ')

/** Of an answer, what scripts may read beyond what they always may. */
const exposedHeaders =
  'etag, age, x-request-id, retry-after, ratelimit, ratelimit-policy, link, x-ignored-parameters, allow'

/** How long a browser may remember a preflight; Chromium does for two hours at most. */
const rememberSeconds = 7_200

const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** Whether a browser asks before a page may call. */
export const isPreflight = ({ method, heading, headers }: Incoming): boolean =>
  method === 'OPTIONS' && heading.origin !== undefined && headers['access-control-request-method'] !== undefined

/** Which pages of other origins may call, and what their browsers are told about it (the Fetch standard, "CORS protocol"). */
export class CrossOrigin {
  readonly #origins: Origins

  constructor(origins: Origins) {
    this.#origins = origins
  }

  /**
   * The headers of an answer with what lets the page that asks read it. For one that may not nothing is added, and it is answered like any
   * client: servers send `Origin` too, and it is the key that opens the data.
   */
  told(headers: readonly string[], { readers, surface }: Route, origin: string | undefined): readonly string[] {
    const admitted = readers ?? (surface === 'page' ? 'nobody' : 'origins')
    if (admitted === 'anyone') return [...headers, ...forAnyone]
    if (admitted === 'nobody' || origin === undefined) return headers
    if (this.#origins === 'any') return [...headers, ...readableBy('*')]
    const varied = withVary(headers, 'origin')
    return this.#allows(origin) ? [...varied, ...readableBy(origin)] : varied
  }

  /**
   * The answer to a browser that asks before a page may call. What it asks about need not exist: the call itself will be told so. That the
   * page may go on is told as in every answer.
   */
  preflight(route: Route): Route {
    const granted = [
      ...['access-control-allow-methods', methodsOf(route.surface).join(', ')],
      ...['access-control-allow-headers', requestHeaders],
      ...['access-control-max-age', String(rememberSeconds)]
    ]
    return {
      ...route,
      answer: ({ heading }) => {
        if (!this.told([], route, heading.origin).includes('access-control-allow-origin')) {
          throw new ApiError('ORIGIN_NOT_ALLOWED')
        }
        return bareReply(204, granted)
      }
    }
  }

  /**
   * Why a call of a page may not go on. What a browser itself says comes from another site, pictures and scripts among it, gets no data, though
   * a proxy may have put a key in; the protocol for agents wants pages of any other origin turned away. Who opens GraphiQL by a
   * link comes from another site as well, and asks for no data.
   */
  problemOf(incoming: Incoming, { surface, isOpen }: Route): ApiError | null {
    const { fetchSite, origin } = incoming.heading
    const isFromPage = fetchSite === 'cross-site' || (surface === 'mcp' && origin !== undefined)
    if (!isFromPage || surface === 'page' || this.#allows(origin) || isOpen?.(incoming) === true) return null
    return new ApiError('ORIGIN_NOT_ALLOWED')
  }

  /** Undefined is the origin of what a page loads without a script. */
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
