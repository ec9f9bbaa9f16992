/**
 * Sort key of a document in every list: the better it is, the smaller its key. It depends on the document alone,
 * so lists stay sorted when others are added, and do not depend on insertion order. It is a safe integer,
 * `(4095 - quality) * 2^32 + number`.
 */
const numbers = 2 ** 32
const best = 4_095

/** Quality steps per decade of popularity. */
export const decade = 160

export const keyOf = (quality: number, number: number): number =>
  keyAt(best - Math.max(0, Math.min(best, Math.round(quality * decade))), number)

/** Documents of one rank are equally good; rank 0 is the best. */
export const rankOf = (key: number): number => Math.floor(key / numbers)
export const keyAt = (rank: number, number: number): number => rank * numbers + number

/** Number of different values of `numberOf`: few enough for short deltas in lists, many enough for documents of one rank to differ. */
export const differentNumbers = 2 ** 28

/**
 * The number of a document from its natural key, which sorts documents of one rank: a hash (FNV-1a with the finalizer of MurmurHash3). On a
 * collision within a rank, the second document gets the next free number.
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
/** Time in which the same reach loses nine tenths of its value. It counts from an epoch and not from today, so quality never changes. */
const fading = 2 * 365.25 * 86_400

export const postQuality = (plays: number, createdAt: number): number =>
  Math.log10(1 + plays) + Math.max(0, createdAt - epoch) / fading

export const userQuality = (followers: number): number => Math.log10(1 + followers)

export const roomQuality = (viewers: number): number => Math.log10(1 + viewers)
