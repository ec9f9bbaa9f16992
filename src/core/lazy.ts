import { setTimeout as pause } from 'node:timers/promises'

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

/**
 * Runs steps one after the other. The event loop handles pending I/O between steps, before any immediate: immediates expect no pending I/O, so
 * a step must not run in the same phase. No step begins while `isBusy`.
 */
export const inSteps = async (steps: readonly (() => Promise<unknown>)[], isBusy: () => boolean): Promise<void> => {
  for (const step of steps) {
    do await pause(1, undefined, { ref: false })
    while (isBusy())
    await step()
  }
}
