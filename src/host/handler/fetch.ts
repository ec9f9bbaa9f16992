import { answerMs, lastMs } from '../../core/deadline.ts'
import { ApiError } from '../../core/errors.ts'
import type { Caller, GatewayKeys } from '../../surfaces/http/gateway-keys.ts'
import { bytesOfBody, endStream, type Reply } from '../../surfaces/http/reply.ts'
import { isPreflight } from './cross-origin.ts'
import type { Exchange } from './exchange.ts'
import { FetchIncoming } from './fetch-incoming.ts'
import { createHandler, type HandlerOptions } from './handler.ts'
import { headersOf } from './reply-headers.ts'
import { nowhere } from './router.ts'

/** Names the caller of a request; null for nobody. */
export type Authorize = (request: Request) => Promise<Caller | null>

type FetchOptions = Omit<HandlerOptions<FetchExchange>, 'send' | 'callerOf'> & {
  /** Identifies callers: by the key they send, or by a function of the host. */
  callers: GatewayKeys | Authorize
  /** Time limit of a request. */
  timeoutMs: number
  /** Path under which everything is mounted, without a slash at its end. */
  basePath: string
}

type FetchExchange = Exchange & { incoming: FetchIncoming; respond: (response: Response) => void }

/** A mounted server: it returns a response for every request, and can be closed. */
export type FetchHost = {
  fetch: (request: Request, serverContext?: unknown) => Promise<Response>
  /** Refuses new requests and waits for those in progress. */
  close: () => Promise<void>
}

const closed = () => new ApiError('UNAVAILABLE', 'clipgraph is closed.', { isExpected: true })
const notNamed = () => new ApiError('UNAVAILABLE', 'Nobody said in time who sent the request.')
const unauthorized = () => new ApiError('UNAUTHORIZED', 'The request is not authorized.')

/** Passes a `Request` to the handler, and its reply to a `Response`. */
export const createFetch = (options: FetchOptions): FetchHost => {
  const { callers, watch, timeoutMs, basePath } = options
  const inProgress = new Set<FetchIncoming>()
  let isClosed = false
  let noneLeft = () => {}
  const ended = (incoming: FetchIncoming) => {
    inProgress.delete(incoming)
    if (inProgress.size === 0) noneLeft()
  }

  const send = (exchange: FetchExchange, reply: Reply): void => {
    try {
      put(exchange, reply)
    } catch (error) {
      // A plugin may set an invalid header.
      endStream(reply)
      put(exchange, options.refusals.of(exchange, error))
    }
  }
  const put = (exchange: FetchExchange, reply: Reply): void => {
    const { incoming, route, respond } = exchange
    const { status, stream } = reply
    const content = reply.body === null ? null : bytesOfBody(reply.body)
    const answered = (bytes: number) => {
      watch.answered(incoming, route, status, bytes)
      incoming.end()
      ended(incoming)
    }
    const headers = pairsOf(withBasePath(headersOf(exchange, reply, options)), content)
    // `Response` throws for a body with these statuses, and would send one for HEAD.
    const hasBody = incoming.method !== 'HEAD' && status !== 304 && status !== 204
    if (stream !== undefined && hasBody) {
      // Invalid headers throw here, before the stream begins.
      const init = { status, headers: new Headers(headers) }
      respond(new Response(toStream(stream, incoming, answered), init))
      return
    }
    respond(new Response(hasBody ? content : null, { status, headers }))
    endStream(reply)
    answered(content?.length ?? 0)
  }
  const handler = createHandler<FetchExchange>({
    ...options,
    callerOf: typeof callers === 'function' ? ({ caller }) => caller : ({ heading }) => callers.callerOf(heading.key),
    send
  })

  const withBasePath = (headers: string[]): string[] => {
    const at = headers.indexOf('link') + 1
    return at === 0 ? headers : headers.with(at, (headers[at] ?? '').replace('</', `<${basePath}/`))
  }

  /** The problem of a request whose caller the host does not name; null if no caller is needed. */
  const problemOf = async (request: Request, { incoming, route }: FetchExchange): Promise<unknown> => {
    if (typeof callers !== 'function' || route.surface === 'page' || isPreflight(incoming)) return null
    try {
      incoming.caller = await incoming.inTime(callers(request), notNamed)
    } catch (error) {
      return error ?? new Error('authorize threw nothing')
    }
    return incoming.caller === null ? unauthorized() : null
  }

  const answer = (request: Request, serverContext: unknown) =>
    new Promise<Response>((resolve, reject) => {
      const url = pathOf(request.url)
      const path = pathWithin(basePath, url)
      const incoming = new FetchIncoming(request, path ?? url, timeoutMs, serverContext)
      const left = () => {
        respond(new Response(null, { status: clientLeft }))
        ended(incoming)
      }
      const respond = (response: Response) => {
        incoming.offLeave(left)
        resolve(response)
      }
      const exchange = { ...(path === null ? nowhere(url) : handler.find(path)), incoming, respond }
      inProgress.add(incoming)
      incoming.onLeave(left)
      if (incoming.hasLeft) left()
      else if (isClosed) handler.handle(exchange, closed())
      else if (typeof callers !== 'function') handler.handle(exchange, null)
      else
        problemOf(request, exchange)
          .then((problem) => handler.handle(exchange, problem))
          .catch(reject)
    })

  return {
    fetch: answer,
    async close() {
      isClosed = true
      if (inProgress.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      noneLeft = resolve
      const timer = setTimeout(() => {
        for (const incoming of inProgress) incoming.giveUp(closed())
      }, lastMs)
      await promise
      clearTimeout(timer)
    }
  }
}

/** Status for a client that has disconnected, as other servers log it. It is never received. */
const clientLeft = 499

/** Path and query of an absolute URL. */
const pathOf = (url: string): string => {
  const at = url.indexOf('/', url.indexOf('//') + 2)
  return at < 0 ? '/' : url.slice(at)
}

/** The part of a URL after the base path; null outside of it. */
const pathWithin = (basePath: string, url: string): string | null => {
  if (basePath === '') return url
  if (!url.startsWith(basePath)) return null
  const rest = url.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : null
}

/** Header pairs from alternating names and values. The platform adds no headers and does not compress. */
const pairsOf = (headers: readonly string[], content: Buffer | null): [string, string][] => {
  const list: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) list.push([headers[at] ?? '', headers[at + 1] ?? ''])
  if (content !== null) list.push(['content-length', String(content.length)])
  return list
}

/** A streamed body. Its source ends when the client stops reading or is too slow. */
const toStream = (
  source: AsyncIterable<Uint8Array>,
  incoming: FetchIncoming,
  done: (bytes: number) => void
): ReadableStream<Uint8Array> => {
  const parts = source[Symbol.asyncIterator]()
  const read = Promise.withResolvers<void>()
  let bytes = 0
  return new ReadableStream({
    start(controller) {
      incoming
        .inTime(read.promise, () => new ApiError('UPSTREAM_TIMEOUT'), answerMs)
        .catch((error: unknown) => {
          controller.error(error)
          parts.return?.().catch(() => {})
        })
        .finally(() => done(bytes))
    },
    async pull(controller) {
      try {
        const part = await parts.next()
        if (part.done === true) {
          controller.close()
          read.resolve()
        } else {
          bytes += part.value.length
          controller.enqueue(part.value)
        }
      } catch (error) {
        read.reject(error)
      }
    },
    async cancel() {
      read.resolve()
      await parts.return?.()
    }
  })
}
