import { lastMs } from '../core/deadline.ts'
import { ApiError } from '../core/errors.ts'
import type { Caller, GatewayKeys } from '../http/gateway-keys.ts'
import { bytesOfBody, type Reply } from '../http/reply.ts'
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

type FetchExchange = Exchange & { respond: (response: Response) => void }

/** What a server does that others mount: a response for every request, and an end. */
export type FetchHost = {
  fetch: (request: Request, serverContext?: unknown) => Promise<Response>
  /** Refuses new requests and waits for those in progress. */
  close: () => Promise<void>
}

const closed = () => new ApiError('UNAVAILABLE', 'clipgraph is closed.', { isExpected: true })
const unauthorized = () => new ApiError('UNAUTHORIZED', 'The request is not authorized.')

/** From a `Request` to the handler, and from its reply to a `Response`. */
export const createFetch = (options: FetchOptions): FetchHost => {
  const { callers, crossOrigin, watch, timeoutMs, basePath } = options
  const inProgress = new Set<Promise<Response>>()
  let isClosed = false

  const send = (exchange: FetchExchange, reply: Reply): void => {
    const { incoming, route, respond } = exchange
    const { status, stream } = reply
    const content = reply.body === null ? null : bytesOfBody(reply.body)
    const answered = (bytes: number) => {
      watch.answered(incoming, route, status, bytes)
      incoming.end()
    }
    const headers = withBasePath(headersOf(exchange, reply, crossOrigin))
    respond(toResponse(incoming.method, status, headers, stream === undefined ? content : toStream(stream, answered)))
    if (stream === undefined) answered(content?.length ?? 0)
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

  /** The problem of a request whose caller the host does not name; null where no caller is needed. */
  const problemOf = async (request: Request, { incoming, route }: Exchange): Promise<unknown> => {
    if (typeof callers !== 'function' || route.surface === 'page' || isPreflight(incoming)) return null
    try {
      incoming.caller = await callers(request)
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
      const left = () => respond(new Response(null, { status: clientLeft }))
      const respond = (response: Response) => {
        incoming.offLeave(left)
        resolve(response)
      }
      const exchange = { ...(path === null ? nowhere(url) : handler.find(path)), incoming, respond }
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
    fetch(request, serverContext) {
      const response = answer(request, serverContext)
      inProgress.add(response)
      const done = () => void inProgress.delete(response)
      response.then(done, done)
      return response
    },
    async close() {
      isClosed = true
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, lastMs)
      await Promise.race([Promise.allSettled(inProgress), late])
      clearTimeout(timer)
    }
  }
}

/** Nobody reads it: the client has left, as other servers log it. */
const clientLeft = 499

/** Path and query of an absolute URL. */
const pathOf = (url: string): string => {
  const at = url.indexOf('/', url.indexOf('//') + 2)
  return at < 0 ? '/' : url.slice(at)
}

/** What is left of a URL behind the base path; null outside of it. */
const pathWithin = (basePath: string, url: string): string | null => {
  if (basePath === '') return url
  if (!url.startsWith(basePath)) return null
  const rest = url.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : null
}

/** The one place where a reply becomes a response. The platform adds nothing to it and compresses nothing. */
const toResponse = (
  method: string,
  status: number,
  headers: readonly string[],
  content: Buffer<ArrayBuffer> | ReadableStream<Uint8Array> | null
): Response => {
  const list: [string, string][] = []
  // Names and values alternate.
  for (let at = 0; at < headers.length; at += 2) list.push([headers[at] ?? '', headers[at + 1] ?? ''])
  if (content instanceof Uint8Array) list.push(['content-length', String(content.length)])
  // `Response` throws for a body with these statuses, and would send one for HEAD.
  const hasBody = content !== null && method !== 'HEAD' && status !== 304 && status !== 204
  return new Response(hasBody ? content : null, { status, headers: list })
}

/** A body that is read as it comes; its source ends when nobody reads on. */
const toStream = (source: AsyncIterable<Uint8Array>, done: (bytes: number) => void): ReadableStream<Uint8Array> => {
  const parts = source[Symbol.asyncIterator]()
  let bytes = 0
  return new ReadableStream({
    async pull(controller) {
      try {
        const part = await parts.next()
        if (part.done !== true) {
          bytes += part.value.length
          controller.enqueue(part.value)
          return
        }
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      done(bytes)
    },
    async cancel() {
      await parts.return?.()
      done(bytes)
    }
  })
}
