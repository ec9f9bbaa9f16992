import { setImmediate as nextTurn } from 'node:timers/promises'

/** Loads a value with the first call and shares it with the later ones; after a failure the next call loads again. */
export const lazy = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | null = null
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}

/** A function whose code is loaded with its first call. */
export const lazyFunction = <A extends unknown[], R>(load: () => Promise<(...args: A) => R>) => {
  const loaded = lazy(load)
  return async (...args: A): Promise<Awaited<R>> => await (await loaded())(...args)
}

/** Loads one after the other. In between, the event loop handles what came in meanwhile. */
export const inSteps = async (steps: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (const step of steps) {
    await step()
    await nextTurn()
  }
}
