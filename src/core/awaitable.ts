/** A value that is at hand, or a promise of one. What comes from memory costs no promise, and most things do. */
export type Awaitable<T> = T | Promise<T>

/** Goes on with a value: now when it is at hand, else when it has come. */
export const andThen = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(next) : next(value)

/** Calls what may throw or reject, and what went wrong comes as a rejection either way. */
export const attempt = <T>(call: () => Awaitable<T>): Awaitable<T> => {
  try {
    return call()
  } catch (error) {
    return Promise.reject(error)
  }
}

/** All of them, in their order: now when each is at hand, else when the last has come. */
export const together = <T extends readonly unknown[]>(
  values: {
    [K in keyof T]: Awaitable<T[K]>
  }
): Awaitable<T> =>
  // Where none of them is a promise, they are what they promise.
  values.some((value) => value instanceof Promise) ? (Promise.all(values) as unknown as Promise<T>) : (values as T)
