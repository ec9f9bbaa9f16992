import { lazyFunction } from '../../core/lazy.ts'
import type { HttpRoute } from './route.ts'

/**
 * A route whose code is loaded with its first request, which keeps the server's start fast. `known` is what the server needs before that.
 * Later requests call the loaded functions directly.
 */
export const lazyRoute = (
  known: Omit<HttpRoute, 'answer' | 'ready'>,
  load: () => Promise<Pick<HttpRoute, 'answer' | 'ready'>>
): HttpRoute => {
  const route: HttpRoute = { ...known, answer: lazyFunction(async () => Object.assign(route, await load()).answer) }
  return route
}
