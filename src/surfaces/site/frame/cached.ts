import type { Deps } from '../../../services/operation.ts'

const keepMs = 30_000

/**
 * Runs work at most once per period: public pages must not multiply reads of the source. New data of `deps`, if any, end the period, so that
 * no page shows what an import has hidden.
 */
export const cachedBriefly = <T>(deps: Pick<Deps, 'reads'> | null, work: () => Promise<T>): (() => Promise<T>) => {
  let current: { value: Promise<T>; until: number; version: number | undefined } | null = null
  return () => {
    if (current === null || current.until <= performance.now() || current.version !== deps?.reads.dataVersion) {
      const entry = { value: work(), until: performance.now() + keepMs, version: deps?.reads.dataVersion }
      current = entry
      entry.value.catch(() => {
        if (current === entry) current = null
      })
    }
    return current.value
  }
}

/** Memoizes by object identity. */
export const oncePer = <K extends object, T>(make: (value: K) => T): ((value: K) => T) => {
  const results = new WeakMap<K, { result: T }>()
  return (value) => {
    const known = results.get(value)
    if (known !== undefined) return known.result
    const result = make(value)
    results.set(value, { result })
    return result
  }
}

/** Memoizes a value on first use, so that it does not slow down the start. */
export const once = <T>(make: () => T): (() => T) => {
  let memo: { result: T } | null = null
  return () => {
    memo ??= { result: make() }
    return memo.result
  }
}
