import type { Allowance } from './allowance.ts'
import { ApiError } from './errors.ts'
import { Scope } from './scope.ts'
import type { Span } from './tracing.ts'

/** The abort reason of work whose result is no longer needed. */
export const clientGone = () => new ApiError('UNAVAILABLE', undefined, { isExpected: true })

/** A scope and the function that stops its timers after the response. */
export type OpenScope = { scope: Scope; end: () => void }

/** A host that stops waits this long for requests in progress; it exceeds the default request timeout. */
export const lastMs = 12_000

/** The other end of a request. */
export type RequestClient = {
  readonly hasLeft: boolean
  onLeave(callBack: () => void): void
  offLeave(callBack: () => void): void
}

/** The other end of a request that a signal aborts. */
export const clientOf = (signal: AbortSignal | undefined): RequestClient => ({
  get hasLeft() {
    return signal?.aborted === true
  },
  onLeave: (callBack) => signal?.addEventListener('abort', callBack, { once: true }),
  offLeave: (callBack) => signal?.removeEventListener('abort', callBack)
})

/** A scope ends earlier by this, so that a surface can still answer with what failed. */
export const answerMs = 1_000

type ScopeOptions = {
  requestId: string
  client: RequestClient
  timeoutMs: number
  /** When the time limit began, as `performance.now()`; now by default. */
  startedAt?: number
  span?: Span | null
  allowance?: Allowance | null
}

/**
 * Opens a scope that ends at its deadline or when the client disconnects. The timer and the listener are created on first use of the
 * signal: most responses come from memory and never need it.
 */
export const openScope = (options: ScopeOptions): OpenScope => {
  const { client, timeoutMs, requestId, startedAt = performance.now(), span, allowance } = options
  let controller: AbortController | null = null
  let timer: NodeJS.Timeout | undefined
  const onDisconnect = () => controller?.abort(clientGone())
  const signal = (): AbortSignal => {
    if (controller !== null) return controller.signal
    const opened = new AbortController()
    controller = opened
    if (client.hasLeft) onDisconnect()
    else {
      const leftMs = Math.max(0, startedAt + timeoutMs - performance.now())
      timer = setTimeout(() => {
        // A signal of the host may outlive the request.
        client.offLeave(onDisconnect)
        opened.abort(new ApiError('UPSTREAM_TIMEOUT'))
      }, leftMs).unref()
      client.onLeave(onDisconnect)
    }
    return opened.signal
  }
  return {
    scope: new Scope({ requestId, startedAt, signal, span, allowance }),
    end() {
      if (controller === null) return
      clearTimeout(timer)
      client.offLeave(onDisconnect)
    }
  }
}
