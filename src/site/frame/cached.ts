/** Runs work at most once per period: public pages must not multiply reads of the source. */
export const kept = <T>(keepMs: number, work: () => Promise<T>): (() => Promise<T>) => {
  let current: { value: Promise<T>; until: number } | null = null
  return () => {
    if (current === null || current.until <= Date.now()) {
      const entry = { value: work(), until: Date.now() + keepMs }
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
  const made = new WeakMap<K, { result: T }>()
  return (value) => {
    const known = made.get(value)
    if (known !== undefined) return known.result
    const result = make(value)
    made.set(value, { result })
    return result
  }
}

/** Memoizes a value on first use, so that it does not slow down the start. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { result: T } | null = null
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
