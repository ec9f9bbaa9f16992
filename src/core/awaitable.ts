/** A value or a promise of one. Values from memory need no promise, and most values come from memory. */
export type Awaitable<T> = T | Promise<T>

/** Maps a value: at once, or when the promise resolves. */
export const andThen = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(next) : next(value)

/** Calls a function and turns a synchronous throw into a rejection. */
export const attempt = <T>(call: () => Awaitable<T>): Awaitable<T> => {
  try {
    return call()
  } catch (error) {
    return Promise.reject(error)
  }
}

/** All values in order: at once if none is a promise, otherwise when all have resolved. */
export const together = <T extends readonly unknown[]>(
  values: {
    [K in keyof T]: Awaitable<T[K]>
  }
): Awaitable<T> =>
  // Without a promise among them, the values already have the resolved type.
  values.some((value) => value instanceof Promise) ? (Promise.all(values) as unknown as Promise<T>) : (values as T)

/** The value of a computation that calls synchronous stores only. */
export const atOnce = <T>(value: T | PromiseLike<T>): T => {
  if (value instanceof Promise) throw new Error('a synchronous store answers at once')
  return value as T
}
