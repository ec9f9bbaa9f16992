import type { Dispatcher } from 'undici'
import { Late } from './transport.ts'

/**
 * Limits the wait for headers and then for the whole body, excluding the wait for a free connection. The client's own limits are checked
 * once a second and measure silence instead of the whole body.
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
        // Informational responses (1xx) precede the real one and change nothing.
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
