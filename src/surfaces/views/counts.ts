const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Text for an unknown number. */
export const unknown = '–'

/** 151400033 as 151.4M. */
export const compactCount = (count: number | null): string => (count === null ? unknown : short.format(count))

/** A noun with a plural in s, in the form after a number. */
export const nounFor = (count: number | null, plural: string): string => (count === 1 ? plural.slice(0, -1) : plural)

/** Singular and plural: "1 post", "2 posts". */
export const counted = (count: number | null, one: string, many: string): string =>
  `${compactCount(count)} ${count === 1 ? one : many}`
