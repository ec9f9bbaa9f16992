/** Made on first use: locale data takes some milliseconds to load. */
let short: Intl.NumberFormat | undefined

/** 151400033 as 151.4M. */
export const compactCount = (count: number): string => {
  short ??= new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
  return short.format(count)
}

/** Singular and plural: "1 post", "2 posts". */
export const counted = (count: number, one: string, many: string): string =>
  `${compactCount(count)} ${count === 1 ? one : many}`
