import type { Dispatcher } from 'undici'

/** A call of which one stage took longer than it may. */
export class Late extends Error {}

/**
 * Bounds how long a call may wait for its headers and then for all of its body. Time spent waiting for a free connection does not
 * count. The client's own limits are checked about once a second only, and look at silence instead of the whole body.
 */
export const timeLimits =
  ({ headersMs, bodyMs }: { headersMs: number; bodyMs: number }): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    let timer: NodeJS.Timeout | undefined
    const limit = (controller: Dispatcher.DispatchController, stage: string, ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(new Late(`no ${stage} within ${ms} ms`)), ms)
    }
    return dispatch(options, {
      onRequestStart(controller, context) {
        limit(controller, 'headers', headersMs)
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart(controller, status, headers, message) {
        // Interim answers come before the real one and change nothing.
        if (status >= 200) limit(controller, 'whole body', bodyMs)
        handler.onResponseStart?.(controller, status, headers, message)
      },
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd(controller, trailers) {
        clearTimeout(timer)
        handler.onResponseEnd?.(controller, trailers)
      },
      onResponseError(controller, error) {
        clearTimeout(timer)
        handler.onResponseError?.(controller, error)
      }
    })
  }
