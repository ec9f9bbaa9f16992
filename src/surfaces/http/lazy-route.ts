import { lazyFunction } from '../../core/lazy.ts'
import type { Route } from './route.ts'

/**
 * A route whose code is loaded with its first request, which keeps the server's start fast. `known` is what the server needs before that.
 * Later requests call the loaded functions directly.
 */
export const lazyRoute = (
  known: Omit<Route, 'answer' | 'ready'>,
  load: () => Promise<Pick<Route, 'answer' | 'ready'>>
): Route => {
  const route: Route = { ...known, answer: lazyFunction(async () => Object.assign(route, await load()).answer) }
  return route
}
