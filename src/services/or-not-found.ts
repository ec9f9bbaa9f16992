import { type Awaitable, andThen } from '../core/awaitable.ts'
import { notFound } from '../core/errors.ts'

/** The value, or `NOT_FOUND` about `what` for null. */
export const found = <T>(lookedUp: Awaitable<T | null>, what: string): Awaitable<T> =>
  andThen(lookedUp, (value) => {
    if (value === null) throw notFound(what)
    return value
  })
