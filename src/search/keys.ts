/**
 * Where a thing stands in every list that names it: the better it is, the further ahead. The key is made of nothing but the thing itself,
 * so lists stay in order when others are added, and are the same in whatever order things come. It is a safe integer,
 * `(4095 - quality) * 2^32 + number`.
 */
const numbers = 2 ** 32
const best = 4_095

/** Steps of quality in one decade of popularity. */
export const decade = 160

export const keyOf = (quality: number, number: number): number =>
  keyAt(best - Math.max(0, Math.min(best, Math.round(quality * decade))), number)

/** Things of one rank are equally good, and rank 0 is the best. */
export const rankOf = (key: number): number => Math.floor(key / numbers)
export const keyAt = (rank: number, number: number): number => rank * numbers + number

/** How many different numbers `numberOf` gives: few enough for lists to be short, and many enough for things of one rank to differ. */
export const differentNumbers = 2 ** 28

/**
 * The number of a thing by its natural key, which orders things of one rank: a hash (FNV-1a, with the finalizer of MurmurHash3). Where two things of
 * a rank have the same one, the second gets the next that is free.
 */
export const numberOf = (naturalKey: string): number => {
  let hash = 2_166_136_261
  for (let index = 0; index < naturalKey.length; index += 1) {
    hash = Math.imul(hash ^ naturalKey.charCodeAt(index), 16_777_619)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % differentNumbers
}

/** In decades of popularity. */
export const qualityOf = (key: number): number => (best - rankOf(key)) / decade

const epoch = Date.UTC(2016) / 1000
/** Time in which the same reach comes to be worth ten times less. It is counted from an epoch and not from today, so quality never changes. */
const fading = 2 * 365.25 * 86_400

export const postQuality = (plays: number, createdAt: number): number =>
  Math.log10(1 + plays) + Math.max(0, createdAt - epoch) / fading

export const userQuality = (followers: number): number => Math.log10(1 + followers)

export const roomQuality = (viewers: number): number => Math.log10(1 + viewers)
