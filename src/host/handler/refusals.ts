import { ApiError, asApiError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { refusalJson } from '../../surfaces/graphql/http/refusal.ts'
import type { Incoming } from '../../surfaces/http/incoming.ts'
import { metaText } from '../../surfaces/http/meta.ts'
import { noRoom } from '../../surfaces/http/pending-responses.ts'
import { jsonType, type Reply, reply } from '../../surfaces/http/reply.ts'
import type { HttpRoute, Surface } from '../../surfaces/http/route.ts'
import { rpcRefusalJson } from '../../surfaces/mcp/refusal.ts'
import { failureJson } from '../../surfaces/rest/envelope.ts'
import { methodsOf } from './admission.ts'
import type { Exchange } from './exchange.ts'

export type RefusalOptions = {
  log: Log
  /** Logs a problem, at a limited rate. */
  complain: (complaint: string) => void
  /** The page for people who open a missing page. */
  page?: (error: ApiError) => Reply
}

/** The response to a refused or failed request, in the form of its surface. */
export class Refusals {
  readonly #options: RefusalOptions

  constructor(options: RefusalOptions) {
    this.#options = options
  }

  /** For anything thrown. Errors other than the request's are logged and shown as internal. */
  of({ incoming, route }: Exchange, thrown: unknown): Reply {
    const error = asApiError(thrown)
    incoming.code = error.code
    if (error.isFault) {
      this.#options.log.error({ requestId: incoming.requestId, err: error.cause ?? error }, error.message)
    }
    return this.#reply(incoming, route, error)
  }

  /** For a request that would wait too long. Everything but `meta` is prepared once: refusing must be cheaper than answering. */
  ofOverload({ incoming, route: { surface } }: Exchange): Reply {
    this.#options.complain('there is more to do than can be done: requests are refused')
    incoming.isTurnedAway = true
    incoming.code = tooMuchToDo.code
    let texts = overloadTexts.get(surface)
    if (texts === undefined) {
      texts = refusalBody('META', surface, tooMuchToDo).split('META')
      overloadTexts.set(surface, texts)
    }
    return reply(tooMuchToDo.status, overloadHeaders, texts.join(metaText(incoming)))
  }

  /** For a large response while too many are waiting for slow readers. */
  ofLargeAnswer(exchange: Exchange): Reply {
    this.#options.complain('clients read large answers slower than others ask for them: large answers are refused')
    exchange.incoming.isTurnedAway = true
    return this.of(exchange, noRoom)
  }

  /** Pages use the REST envelope; people who open a missing page get one with links. */
  #reply(incoming: Incoming, { surface, notes }: HttpRoute, error: ApiError): Reply {
    const { page } = this.#options
    const isRead = surface === 'page' && incoming.heading.accept?.includes('text/html') === true
    if (page !== undefined && isRead && error.status < 405) return page(error)
    const headers = [...(notes?.(incoming) ?? []), 'cache-control', 'no-store', 'content-type', jsonType]
    // Browsers show no password prompt for these schemes.
    if (error.code === 'UNAUTHORIZED') headers.push('www-authenticate', challenge)
    if (error.code === 'METHOD_NOT_ALLOWED') headers.push('allow', methodsOf(surface).join(', '))
    if (error.retryAfterSeconds !== undefined) headers.push('retry-after', String(error.retryAfterSeconds))
    // The rest of a body that is too large is not read.
    if (error.code === 'PAYLOAD_TOO_LARGE') incoming.endsConnection = true
    return reply(error.status, headers, refusalBody(metaText(incoming), surface, error))
  }
}

const refusalBody = (meta: string, surface: Surface, error: ApiError): string => {
  if (surface === 'mcp') return rpcRefusalJson(error)
  return surface === 'graphql' ? refusalJson(meta, error) : failureJson(meta, error)
}

const challenge = 'ApiKey realm="clipgraph", Bearer realm="clipgraph"'
const retryAfterSeconds = 1
const tooMuchToDo = new ApiError('UNAVAILABLE', 'The server has more to do than it can; try again shortly.', {
  retryAfterSeconds,
  isExpected: true
})
const overloadHeaders = [
  'cache-control',
  'no-store',
  'content-type',
  jsonType,
  'retry-after',
  String(retryAfterSeconds)
]
const overloadTexts = new Map<Surface, readonly string[]>()
