/** The keys of a table that has no others than those it is declared with. A value may have more, so `Object.keys` types them as texts. */
export const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => Object.keys(table) as K[]
