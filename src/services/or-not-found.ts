import { type Awaitable, andThen } from '../core/awaitable.ts'
import { notFound } from '../core/errors.ts'

/** What was looked up; where there is nothing, `NOT_FOUND` about `what`. */
export const found = <T>(lookedUp: Awaitable<T | null>, what: string): Awaitable<T> =>
  andThen(lookedUp, (value) => {
    if (value === null) throw notFound(what)
    return value
  })
