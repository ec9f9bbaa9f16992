const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** 151400033 as 151.4M. */
export const compactCount = (count: number): string => short.format(count)

/** Singular and plural: "1 post", "2 posts". */
export const counted = (count: number, one: string, many: string): string =>
  `${compactCount(count)} ${count === 1 ? one : many}`
