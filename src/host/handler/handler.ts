import { type Awaitable, andThen } from '../../core/awaitable.ts'
import { answerMs, clientGone } from '../../core/deadline.ts'
import { ApiError } from '../../core/errors.ts'
import type { Reply } from '../../surfaces/http/reply.ts'
import type { HttpRoute } from '../../surfaces/http/route.ts'
import type { RequestWatch } from '../telemetry/request-watch.ts'
import { type CallerOf, problemOf } from './admission.ts'
import { isPreflight } from './cross-origin.ts'
import type { Exchange } from './exchange.ts'
import type { Load } from './load.ts'
import type { Refusals } from './refusals.ts'
import type { Notices } from './reply-headers.ts'
import { type RouteMatch, Router } from './router.ts'

export type HandlerOptions<E extends Exchange> = Notices & {
  routes: readonly HttpRoute[]
  callerOf: CallerOf
  refusals: Refusals
  watch: RequestWatch
  load: Load
  /** Sends the response; called at most once per request. */
  send: (exchange: E, reply: Reply) => void
}

export type Handler<E extends Exchange> = {
  /** The route of a URL. */
  find: (url: string) => RouteMatch
  /** Answers a request, or refuses it for a problem that its host found; null for none. Responses to disconnected clients are only counted. */
  handle: (exchange: E, problem: unknown) => void
}

/** Handles a request, independent of its host: read this file from top to bottom. */
export const createHandler = <E extends Exchange>(options: HandlerOptions<E>): Handler<E> => {
  const { routes, callerOf, crossOrigin, refusals, watch, load, send } = options
  const router = new Router(routes)

  const handle = (exchange: E, found: unknown): void => {
    const { incoming, route } = exchange
    watch.began(incoming, route)
    if (found !== null) {
      send(exchange, refusals.of(exchange, found))
      return
    }
    // Before the key check: browsers send no key with a preflight.
    if (isPreflight(incoming)) {
      work({ ...exchange, route: crossOrigin.preflight(route) })
      return
    }
    const problem = problemOf(incoming, route, callerOf) ?? crossOrigin.problemOf(incoming, route)
    if (problem !== null) send(exchange, refusals.of(exchange, problem))
    // A chunked body is read first: only its end shows whether it is valid.
    else if (incoming.method !== 'POST' && incoming.heading.transferEncoding === undefined) answer(exchange)
    else {
      incoming.receive(
        () => answer(exchange),
        (error) => send(exchange, refusals.of(exchange, error))
      )
    }
  }

  /** Cached responses are sent at once. Everything else goes through admission control. */
  const answer = (exchange: E): void => {
    const { incoming, params, route } = exchange
    let ready: Reply | undefined
    try {
      ready = route.ready?.(incoming, params)
    } catch (error) {
      refuse(exchange, error)
      return
    }
    if (ready !== undefined) {
      const reply = ready
      deliver(exchange, () => andThen(incoming.charge(incoming.subject.cost), () => reply))
    } else if (route.isVital === true) work(exchange)
    else {
      load.admit(
        () => work(exchange),
        () => send(exchange, refusals.ofOverload(exchange))
      )
    }
  }

  const work = (exchange: E): Promise<void> | undefined => {
    const { incoming, params, route } = exchange
    // The client may have disconnected while the request was queued.
    if (!incoming.hasLeft) return deliver(exchange, () => route.answer(incoming, params))
    send(exchange, refusals.of(exchange, clientGone()))
    return undefined
  }

  /** Sends a response or the error that prevented it. Returns a promise when it has to wait. */
  const deliver = (exchange: E, make: () => Awaitable<Reply>): Promise<void> | undefined => {
    const { incoming } = exchange
    let reply: Awaitable<Reply>
    try {
      reply = make()
    } catch (error) {
      return refuse(exchange, error)
    }
    if (reply instanceof Promise) {
      return incoming.inTime(reply, tooLate, answerMs).then(
        (resolved) => send(exchange, resolved),
        (error: unknown) => refuse(exchange, error)
      )
    }
    send(exchange, reply)
    return undefined
  }

  /** Refuses an admitted request. It costs a point like any response, so that guessing addresses is rate limited. */
  const refuse = (exchange: E, thrown: unknown): Promise<void> | undefined => {
    const { incoming, route } = exchange
    let paid: Awaitable<void>
    try {
      paid = route.surface === 'page' ? undefined : incoming.chargeOnce()
    } catch (error) {
      send(exchange, refusals.of(exchange, error))
      return undefined
    }
    if (paid instanceof Promise) {
      return paid.then(
        () => send(exchange, refusals.of(exchange, thrown)),
        (error: unknown) => send(exchange, refusals.of(exchange, error))
      )
    }
    send(exchange, refusals.of(exchange, thrown))
    return undefined
  }

  return { find: (url) => router.find(url), handle }
}

const tooLate = () =>
  new ApiError('UPSTREAM_TIMEOUT', undefined, { cause: new Error('the answer, or a plugin, did not come to its end') })
