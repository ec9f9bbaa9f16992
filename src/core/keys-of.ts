/** The keys of a table that has only its declared keys. In general a value may have more, so `Object.keys` returns texts. */
export const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => Object.keys(table) as K[]

/** A table with one value for each key. */
export const fromKeys = <K extends string, V>(keys: readonly K[], make: (key: K, index: number) => V) =>
  Object.fromEntries(keys.map((key, index) => [key, make(key, index)])) as Record<K, V>
